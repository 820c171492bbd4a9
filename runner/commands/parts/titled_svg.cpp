#include "commands/parts/titled_svg.hpp"

#include "web/html_text.hpp"

namespace skald {
namespace {

// Replaces the content of the first element of this name.
void fill(std::string& picture, const std::string& element, std::string_view text) {
  const std::string opening = "<" + element + ">", closing = "</" + element + ">";
  const std::size_t found = picture.find(opening);
  if (found == std::string::npos) return;
  const std::size_t begin = found + opening.size();
  const std::size_t end = picture.find(closing, begin);
  if (end == std::string::npos) return;
  picture.replace(begin, end - begin, html_line(text));
}

}  // namespace

std::string titled_svg(std::string picture, std::string_view title, std::string_view description) {
  if (!picture.starts_with("<?xml")) return picture;
  fill(picture, "title", title);
  fill(picture, "desc", description);
  return picture;
}

}  // namespace skald
