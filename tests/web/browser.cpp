#include "browser.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <cstdlib>
#include <sstream>
#include <stdexcept>
#include <thread>
#include <utility>

#include "on_path.hpp"

namespace skald::test {
namespace json = boost::json;
namespace {

constexpr int kAnswerMilliseconds = 60'000;

std::array<int, 2> make_pipe() {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return ends;
}

// In the new process: the browser reads commands from descriptor 3 and answers on 4.
[[noreturn]] void become_browser(const std::filesystem::path& program, const std::string& profile,
                                 int commands, int answers) {
  constexpr int above = 10;
  ::setpgid(0, 0);
  const int in = ::fcntl(commands, F_DUPFD, above), out = ::fcntl(answers, F_DUPFD, above);
  const int nowhere = ::open("/dev/null", O_RDWR);
  ::dup2(nowhere, STDOUT_FILENO);
  ::dup2(nowhere, STDERR_FILENO);
  ::dup2(in, 3);
  ::dup2(out, 4);
  const std::string folder = "--user-data-dir=" + profile;
  ::execl(program.c_str(), program.c_str(), "--headless", "--no-sandbox", "--disable-gpu",
          "--no-first-run", "--remote-debugging-pipe", folder.c_str(), "about:blank", nullptr);
  ::_exit(127);
}

struct Key {
  std::string_view name, text;
  int code;
};
constexpr std::array kKeys{Key{"Enter", "\r", 13},   Key{"Tab", "", 9},
                           Key{" ", " ", 32},        Key{"ArrowLeft", "", 37},
                           Key{"ArrowUp", "", 38},   Key{"ArrowRight", "", 39},
                           Key{"ArrowDown", "", 40}, Key{"Escape", "", 27}};

}  // namespace

std::optional<std::filesystem::path> chromium() {
  return on_path({"chromium", "chromium-browser", "google-chrome"});
}

Browser::Browser(const std::filesystem::path& program) {
  const auto commands = make_pipe(), answers = make_pipe();
  process_ = ::fork();
  if (process_ == 0) become_browser(program, profile_.path().string(), commands[0], answers[1]);
  ::close(commands[0]);
  ::close(answers[1]);
  to_ = commands[1];
  from_ = answers[0];
  ::signal(SIGPIPE, SIG_IGN);
  std::string target;
  const json::object targets = call("Target.getTargets");
  for (const auto& info : targets.at("targetInfos").as_array()) {
    if (info.at("type").as_string() == "page") target = info.at("targetId").as_string();
  }
  const json::object attached =
      call("Target.attachToTarget", {{"targetId", target}, {"flatten", true}});
  session_ = attached.at("sessionId").as_string();
  for (const char* domain : {"Page", "Runtime", "Log", "Network"}) {
    call(std::string(domain) + ".enable");
  }
}

Browser::~Browser() {
  ::close(to_);
  ::close(from_);
  ::kill(-process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

json::object Browser::next_message() {
  for (;;) {
    const auto end = received_.find('\0');
    if (end != std::string::npos) {
      json::object message = json::parse(received_.substr(0, end)).as_object();
      received_.erase(0, end + 1);
      return message;
    }
    pollfd waiting{from_, POLLIN, 0};
    std::array<char, 65536> bytes{};
    const bool is_there = ::poll(&waiting, 1, kAnswerMilliseconds) == 1;
    const auto count = is_there ? ::read(from_, bytes.data(), bytes.size()) : 0;
    if (count <= 0) throw std::runtime_error("the browser does not answer");
    received_.append(bytes.data(), static_cast<std::size_t>(count));
  }
}

json::object Browser::call(std::string_view method, json::object parameters) {
  json::object message{{"id", ++calls_}, {"method", method}, {"params", std::move(parameters)}};
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = json::serialize(message) + '\0';
  for (std::size_t sent = 0; sent < text.size();) {
    const auto count = ::write(to_, text.data() + sent, text.size() - sent);
    if (count <= 0) throw std::runtime_error("the browser has gone");
    sent += static_cast<std::size_t>(count);
  }
  for (;;) {
    json::object answer = next_message();
    const auto* id = answer.if_contains("id");
    if (id == nullptr) {
      note(answer);
    } else if (id->as_int64() == calls_) {
      if (answer.contains("error")) throw std::runtime_error(json::serialize(answer));
      return answer.at("result").as_object();
    }
  }
}

void Browser::note(const json::object& event) {
  const std::string method(event.at("method").as_string());
  const json::object& what = event.at("params").as_object();
  if (method == "Page.loadEventFired") is_loaded_ = true;
  if (method == "Runtime.exceptionThrown" || method == "Runtime.consoleAPICalled" ||
      method == "Log.entryAdded" || method == "Page.javascriptDialogOpening") {
    complaints_.push_back(method + " " + json::serialize(what));
  }
  if (method != "Network.requestWillBeSent") return;
  const std::string address(what.at("request").at("url").as_string());
  const bool is_own =
      address == page_ || address.starts_with("data:") || address.starts_with("blob:");
  if (!is_own) requests_.push_back(address);
}

void Browser::set_screen(int width, int height, bool is_dark) {
  call("Emulation.setDeviceMetricsOverride",
       {{"width", width}, {"height", height}, {"deviceScaleFactor", 1}, {"mobile", false}});
  const json::object scheme{{"name", "prefers-color-scheme"},
                            {"value", is_dark ? "dark" : "light"}};
  call("Emulation.setEmulatedMedia", {{"features", json::array{scheme}}});
}

void Browser::open(const std::filesystem::path& page) { load("file://" + page.string()); }

void Browser::load(const std::string& address) {
  page_ = address;
  complaints_.clear();
  requests_.clear();
  is_loaded_ = false;
  call("Page.navigate", {{"url", page_}});
  while (!is_loaded_) {
    const json::object message = next_message();
    if (message.contains("method")) note(message);
  }
}

json::value Browser::evaluate(std::string_view expression) {
  const json::object answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"awaitPromise", true}, {"returnByValue", true}});
  if (answer.contains("exceptionDetails")) throw std::runtime_error(json::serialize(answer));
  const json::object& result = answer.at("result").as_object();
  return result.contains("value") ? result.at("value") : json::value();
}

bool Browser::wait_until(std::string_view expression) {
  using namespace std::chrono_literals;
  const auto end = std::chrono::steady_clock::now() + 30s;
  for (;;) {
    try {
      if (evaluate(expression) == json::value(true)) return true;
    } catch (const std::exception&) {  // a page that is being loaded
      if (std::chrono::steady_clock::now() > end) throw;
    }
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::sleep_for(50ms);
  }
}

void Browser::press(std::string_view name) {
  for (const Key& key : kKeys) {
    if (key.name != name) continue;
    json::object event{{"type", "keyDown"},
                       {"key", key.name},
                       {"code", key.name == " " ? "Space" : key.name},
                       {"windowsVirtualKeyCode", key.code}};
    if (!key.text.empty()) event["text"] = key.text;
    call("Input.dispatchKeyEvent", event);
    event["type"] = "keyUp";
    event.erase("text");
    call("Input.dispatchKeyEvent", event);
    return;
  }
  throw std::invalid_argument("no key " + std::string(name));
}

void Browser::move_pointer(double x, double y) {
  call("Input.dispatchMouseEvent", {{"type", "mouseMoved"}, {"x", x}, {"y", y}});
}

std::vector<std::string> Browser::complaints() {
  evaluate("1");  // all earlier events have been received by then
  return complaints_;
}

std::vector<std::string> Browser::requests() {
  evaluate("1");
  return requests_;
}

}  // namespace skald::test
