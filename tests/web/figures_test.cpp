// The figures of studies as a browser shows them: every text within its picture, at most two lines
// of notes, and the same picture for readers of light and of dark pages.
#include <filesystem>
#include <set>
#include <string>
#include <string_view>

#include "shown_page.hpp"
#include "temporary_folder.hpp"

using namespace skald;
using namespace skald::test;

namespace figures_test {
namespace {

// What begins like that, until that end, which it has; "" where there is no more.
std::string part(const std::string& whole, std::size_t& from, std::string_view begin,
                 std::string_view end) {
  const std::size_t first = whole.find(begin, from);
  if (first == std::string::npos) return "";
  from = whole.find(end, first) + end.size();
  return whole.substr(first, from - first);
}

// The texts of a picture, and its ground, at their places: what gnuplot writes without its lines.
std::string texts_of(const std::string& picture) {
  std::size_t from = 0;
  std::string texts = part(picture, from, "<svg", ">");
  texts += part(picture, from, "<rect", "/>");
  while (true) {
    const std::string text = part(picture, from, "<g transform=", "</g>");
    if (text.empty()) return texts + "</svg>";
    texts += text;
  }
}

// All figures on one page, each in a frame that has its name.
std::string page_of_figures() {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SKALD_STUDIES)) {
    if (entry.path().extension() == ".svg") files.insert(entry.path());
  }
  std::string page =
      "<!DOCTYPE html><meta charset=utf-8><style>:root{color-scheme:light dark}</style>";
  for (const std::filesystem::path& file : files) {
    page += "<div class=figure data-name='" +
            std::filesystem::relative(file, SKALD_STUDIES).string() + "'>" +
            texts_of(content(file)) + "</div>";
  }
  return page;
}

// What is wrong with the figures: name and text, one on a line.
constexpr const char* kFaults = R"js((() => {
  const faults = [];
  for (const figure of document.querySelectorAll(".figure")) {
    const picture = figure.querySelector("svg"), box = picture.getBoundingClientRect();
    const fault = (what) => faults.push(figure.dataset.name + ": " + what);
    let notes = 0;
    for (const text of picture.querySelectorAll("text")) {
      const its = text.getBoundingClientRect(), around = text.parentElement;
      if (its.width === 0) continue;
      if (its.left < box.left - 0.5 || its.right > box.right + 0.5 || its.top < box.top - 0.5 ||
          its.bottom > box.bottom + 1.5) {
        fault("beyond the picture: " + text.textContent);
      }
      const isNote = around.getAttribute("transform").startsWith("translate(8.00,") &&
                     around.getAttribute("font-size") === "10.00";
      if (isNote && ++notes === 3) fault("a third line of notes: " + text.textContent);
    }
    const ground = picture.querySelector("rect");
    if (ground.getAttribute("fill") !== "#ffffff" ||
        ground.getBoundingClientRect().width < box.width) {
      fault("its ground is not white, on which its colours are legible");
    }
  }
  return faults.join("\n");
})())js";

}  // namespace
}  // namespace figures_test

TEST_CASE("no figure of a study has text beyond its picture or more than two lines of notes") {
  using namespace figures_test;
  const TemporaryFolder folder;
  const auto file = folder.write("figures.html", page_of_figures());
  for (const bool is_dark : {false, true}) {
    ShownPage page(1000, is_dark);
    if (!page) return;
    page->open(file);
    CHECK(page.integer("document.querySelectorAll('.figure').length") > 90);
    CHECK(page.text(kFaults) == "");
  }
}
