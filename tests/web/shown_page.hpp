// What the tests of pages ask of a browser that shows one.
#pragma once

#include <boost/json.hpp>
#include <iostream>

#include "browser.hpp"
#include "has_gnuplot.hpp"
#include "legibility.hpp"
#include "test.hpp"

namespace skald::test {

// Without a browser or gnuplot, the test reports that and is to be skipped: the object is false.
class ShownPage {
 public:
  ShownPage(int width, bool is_dark) {
    const auto program = chromium();
    if (!program) {
      std::cout << "skipped: there is no Chromium here (./dev setup web)\n";
      return;
    }
    if (!has_gnuplot()) {
      std::cout << "skipped: gnuplot is not there (apt install gnuplot-nox)\n";
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
  // Checks that the page fits the screen, and that its texts stand out from their background.
  void check_legible(int width) {
    CHECK(integer("document.documentElement.scrollWidth") <= width);
    const auto contrast = browser_->evaluate(kLeastContrast);
    INFO(contrast.at(1).as_string());
    CHECK(contrast.at(0).to_number<double>() >= 4.5);
  }
  // Checks that the Tab key comes to everything that can be used, and that it shows where it is.
  // Returns how much that is.
  std::int64_t check_keyboard() {
    const std::string all =
        "[...document.querySelectorAll('a, button, select, input, summary, [tabindex=\"0\"]')]"
        ".filter((e) => e.checkVisibility())";
    const auto count = integer(all + ".length");
    browser_->evaluate("window.visited = new Set(); window.unseen = 0; document.body.focus()");
    for (std::int64_t step = 0; step < count; ++step) {
      browser_->press("Tab");
      browser_->evaluate(
          "visited.add(document.activeElement); "
          "if (getComputedStyle(document.activeElement).outlineStyle === 'none') unseen += 1");
    }
    CHECK(text(all + ".filter((e) => !visited.has(e)).map((e) => e.outerHTML.slice(0, 80))"
                     ".join('\\n')") == "");
    CHECK(integer("unseen") == 0);
    return count;
  }
  // Checks that the page runs no script but its own, and reads nothing from elsewhere.
  void check_confined() {
    CHECK(
        is("(() => { const s = document.createElement('script'); "
           "s.textContent = 'window.intruder = 1'; document.body.append(s); "
           "return window.intruder === undefined; })()"));
    CHECK(is("fetch('https://example.org').then(() => false, () => true)"));
  }

 protected:
  void close() { browser_.reset(); }

 private:
  std::optional<Browser> browser_;
};

}  // namespace skald::test
