// A headless Chromium, controlled through pipes by the DevTools protocol.
#pragma once

#include <sys/types.h>

#include <boost/json.hpp>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "temporary_folder.hpp"

namespace skald::test {

// Returns the browser found in PATH, if there is one.
std::optional<std::filesystem::path> chromium();

// One tab. Throws std::runtime_error if the browser does not answer within a minute.
class Browser {
 public:
  explicit Browser(const std::filesystem::path& program);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  void set_screen(int width, int height, bool is_dark);
  // Opens a page and waits until it is loaded.
  void open(const std::filesystem::path& page);
  // Returns the value of an expression, or of the promise that it returns.
  boost::json::value evaluate(std::string_view expression);
  // Waits until the expression is true, for at most 30 s. Returns whether it became true.
  bool wait_until(std::string_view expression);
  // Presses and releases a key: "Enter", "Tab", "ArrowRight", ...
  void press(std::string_view key);
  void move_pointer(double x, double y);

  // Returns the errors since open(): exceptions, console messages, policy violations, dialogs.
  std::vector<std::string> complaints();
  // Returns the requests since open(), other than for the page itself, data: and blob:.
  std::vector<std::string> requests();

 private:
  boost::json::object call(std::string_view method, boost::json::object parameters = {});
  boost::json::object next_message();
  void note(const boost::json::object& event);
  void load(const std::string& address);

  TemporaryFolder profile_;
  pid_t process_ = -1;
  int to_ = -1, from_ = -1;
  std::int64_t calls_ = 0;
  std::string session_, received_, page_;
  bool is_loaded_ = false;
  std::vector<std::string> complaints_, requests_;
};

}  // namespace skald::test
