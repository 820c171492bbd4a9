#include "label_picture.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string_view>

namespace skald {
namespace {

constexpr std::string_view kShades = " .:-=+*#%@";

// A share in [0, 1]: blank for none, the lightest mark for the smallest share above.
char shade(double share) {
  if (share <= 0) return ' ';
  const auto last = static_cast<double>(kShades.size() - 1);
  return kShades[static_cast<std::size_t>(std::max(1.0, std::round(share * last)))];
}

double share(std::int64_t part, std::int64_t whole) {
  return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

std::string label_line(const LabelHistogram& histogram, Index client) {
  const std::int64_t size = histogram.row(client).sum();
  std::string line = fmt::format("{:>6} |", client);
  for (Index y = 0; y < histogram.cols(); ++y)
    line += std::string(3, shade(share(histogram(client, y), size)));
  return line + fmt::format("| {:>8}\n", size);
}

std::string size_line(const LabelHistogram& histogram, Index client) {
  constexpr double width = 50;
  const std::int64_t size = histogram(client, 0);
  const auto bar = std::lround(width * share(size, histogram.maxCoeff()));
  return fmt::format("{:>6} |{:<50}| {:>8}\n", client,
                     std::string(static_cast<std::size_t>(bar), '#'), size);
}

}  // namespace

std::string text_picture(const LabelHistogram& histogram, Index most) {
  const bool has_labels = histogram.cols() > 1;
  std::string text;
  if (has_labels) {
    text = "client  ";
    for (Index y = 0; y < histogram.cols(); ++y) text += fmt::format("{:^3}", y % 1000);
    text += "      rows\n";
  }
  const Index shown = std::min(most, histogram.rows());
  for (Index c = 0; c < shown; ++c)
    text += has_labels ? label_line(histogram, c) : size_line(histogram, c);
  if (shown < histogram.rows())
    text += fmt::format("   ... and {} further clients\n", histogram.rows() - shown);
  const LabelHistogram sizes = histogram.rowwise().sum();
  return text + fmt::format("{} clients, {} rows, sizes {} to {}\n", histogram.rows(), sizes.sum(),
                            sizes.minCoeff(), sizes.maxCoeff());
}

std::string svg_picture(const LabelHistogram& histogram) {
  constexpr Index side = 12, margin = 60;
  std::string text = fmt::format(
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" "
      "font-family=\"sans-serif\" font-size=\"9\">\n"
      "<text x=\"{}\" y=\"12\">label</text>\n<text x=\"4\" y=\"12\">client</text>\n",
      2 * margin + side * histogram.cols(), margin / 2 + side * histogram.rows(), margin);
  for (Index c = 0; c < histogram.rows(); ++c) {
    const std::int64_t size = histogram.row(c).sum();
    const Index y = margin / 2 + side * c;
    text += fmt::format("<text x=\"4\" y=\"{}\">{}</text>\n", y + side - 3, c);
    for (Index label = 0; label < histogram.cols(); ++label) {
      const auto grey = std::lround(255 * (1 - share(histogram(c, label), size)));
      text += fmt::format(
          "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"rgb({},{},{})\">"
          "<title>client {}, label {}: {} rows</title></rect>\n",
          margin + side * label, y, side - 1, side - 1, grey, grey, grey, c, label,
          histogram(c, label));
    }
    text += fmt::format("<text x=\"{}\" y=\"{}\">{}</text>\n", margin + side * histogram.cols() + 4,
                        y + side - 3, size);
  }
  return text + "</svg>\n";
}

std::string csv_text(const LabelHistogram& histogram) {
  std::string text = "client,rows";
  for (Index y = 0; y < histogram.cols(); ++y) text += fmt::format(",label_{}", y);
  text += '\n';
  for (Index c = 0; c < histogram.rows(); ++c) {
    text += fmt::format("{},{}", c, histogram.row(c).sum());
    for (Index y = 0; y < histogram.cols(); ++y) text += fmt::format(",{}", histogram(c, y));
    text += '\n';
  }
  return text;
}

}  // namespace skald
