// What the tests of pages ask of a browser that shows one.
#pragma once

#include <boost/json.hpp>
#include <cstdint>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "browser.hpp"
#include "catch.hpp"

namespace skald::test {

// Without a browser, the test reports that and is to be skipped: the object is false.
class ShownPage {
 public:
  ShownPage(int width, bool is_dark) {
    const auto program = chromium();
    if (!program) {
      std::cout << "skipped: there is no Chromium here (./dev setup web)\n";
      return;
    }
    browser_.emplace(*program);
    browser_->set_screen(width, 1000, is_dark);
  }

  explicit operator bool() const { return browser_.has_value(); }
  Browser* operator->() { return &*browser_; }

  // Values of expressions of JavaScript.
  bool is(const std::string& expression) {
    return browser_->evaluate(expression) == boost::json::value(true);
  }
  std::int64_t integer(const std::string& expression) {
    return browser_->evaluate(expression).to_number<std::int64_t>();
  }
  std::string text(const std::string& expression) {
    return std::string(browser_->evaluate(expression).as_string());
  }
  // Checks that the page has complained of nothing and has sent no request elsewhere.
  void check_quiet() {
    CHECK(browser_->complaints() == std::vector<std::string>{});
    CHECK(browser_->requests() == std::vector<std::string>{});
  }

 protected:
  void close() { browser_.reset(); }

 private:
  std::optional<Browser> browser_;
};

}  // namespace skald::test
