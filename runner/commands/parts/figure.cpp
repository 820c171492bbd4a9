#include "commands/parts/figure.hpp"

#include "charts/gnuplot.hpp"
#include "system/files.hpp"
#include "system/whole_file.hpp"
#include "web/html_text.hpp"

namespace skald {
namespace {

// Replaces the content of the first element of this name in an SVG picture by gnuplot.
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

std::string drawn(const Figure& figure, std::string_view option, const std::string& file) {
  std::string picture = draw_by_gnuplot(figure.script(picture_format(option, file)));
  if (!picture.starts_with("<?xml")) return picture;
  fill(picture, "title", figure.title);
  fill(picture, "desc", figure.description);
  return picture;
}

void write_figure(const Figure& figure, const std::string& script, const std::string& picture) {
  const auto format = picture.empty() ? report::PictureFormat::svg : picture_format("-o", picture);
  if (!script.empty()) write_and_tell(script, figure.script(format));
  if (!picture.empty()) write_and_tell(picture, drawn(figure, "-o", picture));
}

}  // namespace skald
