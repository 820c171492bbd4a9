#include "web/picture.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "text/number_text.hpp"
#include "web/html_text.hpp"
#include "web/svg_tags.hpp"

namespace skald {
namespace {

constexpr double kEnlarged = 1.2;  // so that letters are as large as those of the page
constexpr double kFontSize = 13;   // of page.css
constexpr std::string_view kShapes = " circle path rect use ";  // of symbols
constexpr std::size_t kMostPlaces = 1'000'000;
constexpr double kColumn = 480;  // wider pictures have several panels beside each other

// Returns "#rrggbb", or "" for what is no colour.
std::string colour(std::string_view text) {
  if (text == "black") return "#000000";
  if (text.starts_with("rgb(")) {
    const std::vector<double> parts = numbers_in(text);
    if (parts.size() != 3) return "";
    const auto part = [&](std::size_t p) { return static_cast<int>(parts[p]) & 0xff; };
    return fmt::format("#{:02x}{:02x}{:02x}", part(0), part(1), part(2));
  }
  const bool is_hexadecimal = text.size() == 7 && text.front() == '#' &&
                              std::all_of(text.begin() + 1, text.end(),
                                          [](unsigned char c) { return std::isxdigit(c) != 0; });
  return is_hexadecimal ? std::string(text) : "";
}

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {}=\"{}\"", name, html_line(value));
}

// Returns where a text stands: its place, or the place and a rotation.
std::string place_attributes(std::string_view transform) {
  const std::vector<double> numbers = numbers_in(transform);
  if (numbers.size() != 2 && numbers.size() != 3) return "";
  const std::string x = svg_number(numbers[0]), y = svg_number(numbers[1]);
  if (numbers.size() == 2) return attribute("x", x) + attribute("y", y);
  return attribute("transform", "translate(" + x + "," + y + ") rotate(" +
                                    text::number_text(numbers[2], 4) + ")");
}

bool is_symbol(std::string_view reference) {
  return reference.starts_with("#gp") &&
         std::all_of(reference.begin() + 1, reference.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0; });
}

// Writes a picture anew.
class Picture {
  using Step = std::pair<long, long>;
  using Places = std::vector<std::optional<Step>>;  // in pixels

 public:
  std::string of(std::string_view svg) {
    Tags tags(svg);
    styles_.push_back({});
    while (const auto tag = tags.next()) {
      if (tag->name.empty()) {
        if (is_in_text_) words_ += tag->text;
      } else if (tag->name == "defs") {
        is_in_symbols_ = !tag->is_end;
      } else if (!is_in_symbols_) {
        tag->is_end ? end(*tag) : begin(*tag);
      }
    }
    close();
    end_frame();
    for (const auto& [of, places] : places_) {
      out_ += fmt::format("<g data-of=\"{}\" data-at=\"{}\"/>", of, text_of(places));
    }
    return out_ + "</svg>";
  }

 private:
  // What elements inherit.
  struct Style {
    std::string_view colour, stroke, width, fill, transform, anchor, size;
    bool is_plot = false, is_word = false;
  };

  void begin(const Tag& tag) {
    const Style& style = styles_.back();
    if (tag.name == "svg") return begin_picture(tag);
    if (tag.name == "g") return begin_group(tag);
    if (tag.name == "text") is_in_text_ = true;
    if (tag.name == "use") return use(tag, style);
    if (!tag.of("d").empty()) return shape(tag, style, shorter_path(tag.of("d")));
    if (tag.name == "polygon") shape(tag, style, path_around(numbers_in(tag.of("points"))));
  }

  void end(const Tag& tag) {
    if (tag.name == "text") text(styles_.back());
    if (tag.name == "g" && styles_.size() > 1) styles_.pop_back();
  }

  void begin_picture(const Tag& tag) {
    const std::vector<double> box = numbers_in(tag.of("viewBox"));
    if (box.size() != 4) return;
    out_ = fmt::format("<svg{} viewBox=\"0 0 {} {}\" width=\"{}\">",
                       box[2] > kColumn ? " class=\"wide\"" : "", svg_number(box[2]),
                       svg_number(box[3]), svg_number(kEnlarged * box[2]));
  }

  void begin_group(const Tag& tag) {
    Style style = styles_.back();
    const auto inherit = [&](std::string_view& value, std::string_view name) {
      if (const std::string_view own = tag.of(name); !own.empty()) value = own;
    };
    inherit(style.colour, "color");
    inherit(style.stroke, "stroke");
    inherit(style.width, "stroke-width");
    inherit(style.fill, "fill");
    inherit(style.transform, "transform");
    inherit(style.anchor, "text-anchor");
    inherit(style.size, "font-size");
    style.is_plot |= tag.of("id").starts_with("gnuplot_plot_");
    const std::string_view hint = tag.of("onmousemove");
    style.is_word = hint.starts_with("gnuplot_svg.showHypertext(");
    if (style.is_word) {
      const std::size_t first = hint.find('\'') + 1;
      word_ = hint.substr(first, hint.find('\'', first) - first);
    }
    styles_.push_back(style);
  }

  // Reads a word of part_word().
  void hear() {
    const std::vector<double> numbers = numbers_in(word_);
    const auto is = [&](std::string_view begin) { return word_.starts_with(begin); };
    ++part_number_;
    part_.clear();
    has_places_ = is("marks ");
    if (is("cells")) part_ = "data-cells=\"\"";
    if ((is("series ") || is("entry ")) && numbers.size() == 1) {
      part_ = fmt::format("data-{}=\"{}\"", is("entry ") ? "entry" : "series", numbers[0]);
    }
    if (has_places_) of_ = fmt::format("{}", fmt::join(numbers, " "));
  }

  void add_place(const Tag& tag) {
    const std::vector<double> x = numbers_in(tag.of("x")), y = numbers_in(tag.of("y"));
    const std::string number = colour(tag.of("color"));
    if (x.size() != 1 || y.size() != 1 || number.empty()) return;
    const auto place = static_cast<std::size_t>(std::stoul(number.substr(1), nullptr, 16));
    if (place > kMostPlaces) return;
    Places& places = places_[of_];
    if (places.size() <= place) places.resize(place + 1);
    places[place] = {std::lround(x[0]), std::lround(y[0])};
  }

  static std::string text_of(const Places& places) {
    std::string text;
    Step last{0, 0};
    for (const std::optional<Step>& place : places) {
      if (!text.empty()) text += ' ';
      text += place ? fmt::format("{},{}", place->first - last.first, place->second - last.second)
                    : "-";
      last = place.value_or(last);
    }
    return text;
  }

  // Symbols below a tenth of a pixel come from error bars without a marker.
  void use(const Tag& tag, const Style& style) {
    if (style.is_word) return hear();
    const std::string_view symbol = tag.of("xlink:href");
    if (has_places_ && style.is_plot && symbol == "#gpDot") return add_place(tag);
    const std::string_view place = tag.of("transform");
    if (symbol == "#gpDot" || !is_symbol(symbol) || place.find("scale(0.0") != place.npos) return;
    const std::vector<double> numbers = numbers_in(place);  // of translate() and scale()
    if (numbers.size() != 3 || !(numbers[2] > 0)) return;
    const std::string head =
        fmt::format("<g{} transform=\"scale({})\">", attribute("color", colour(tag.of("color"))),
                    text::number_text(numbers[2], 4));
    begin_part();
    if (head != markers_) {
      end_markers();
      out_ += markers_ = head;
    }
    const auto scaled = [&](double length) {
      return text::number_text(std::round(100 * length / numbers[2]) / 100);
    };
    out_ += fmt::format("<use href=\"{}\" x=\"{}\" y=\"{}\"/>", symbol, scaled(numbers[0]),
                        scaled(numbers[1]));
  }

  void shape(const Tag& tag, const Style& style, const std::string& path) {
    const auto own = [&](std::string_view name, std::string_view inherited) {
      const std::string_view value = tag.of(name);
      return value.empty() ? inherited : value;
    };
    const std::string_view stroke = own("stroke", style.stroke);
    const std::string line = colour(stroke == "currentColor" ? style.colour : stroke);
    const std::string_view filled = own("fill", style.fill);
    const std::string area = colour(filled == "currentColor" ? style.colour : filled);
    if (path.empty() || (line.empty() && area.empty())) return;
    std::string element = "<path" + attribute("stroke", line);
    if (!line.empty()) element += number("stroke-width", own("stroke-width", style.width));
    if (const auto dashes = numbers_in(tag.of("stroke-dasharray")); !dashes.empty()) {
      element += fmt::format(" stroke-dasharray=\"{}\"", fmt::join(dashes, " "));
    }
    element += attribute("fill", area) + number("fill-opacity", tag.of("fill-opacity"));
    if (!is_part()) return frame_shape(element, path, !area.empty());
    leaf(element + " d=\"" + path + "\"/>");
  }

  static std::string number(std::string_view name, std::string_view value) {
    const std::vector<double> numbers = numbers_in(value);
    return numbers.size() == 1 ? attribute(name, text::number_text(numbers[0], 4)) : "";
  }

  void text(const Style& style) {
    is_in_text_ = false;
    std::string words = std::exchange(words_, "");
    if (words.find_first_not_of(" \t\n") == words.npos) return;
    std::string element = "<text" + place_attributes(style.transform);
    const bool is_anchored = style.anchor == "middle" || style.anchor == "end";
    if (is_anchored) element += attribute("text-anchor", style.anchor);
    if (numbers_in(style.size) != std::vector<double>{kFontSize}) {
      element += number("font-size", style.size);
    }
    const std::string ink = colour(style.fill);
    if (ink != "#000000" || part_.starts_with("data-cells")) element += attribute("fill", ink);
    leaf(element + ">" + html_line(without_entities(words)) + "</text>");
  }

  bool is_part() const { return styles_.back().is_plot && !part_.empty(); }

  // Grid lines and ticks of one style, and cells of one colour below them, become one element,
  // before the next part.
  void frame_shape(const std::string& element, const std::string& path, bool is_filled) {
    const auto same = std::find_if(frame_.begin(), frame_.end(),
                                   [&](const auto& shape) { return shape.first == element; });
    if (same != frame_.end()) {
      same->second += path;
    } else {
      frame_.insert(is_filled ? frame_.begin() : frame_.end(), {element, path});
    }
  }
  void end_frame() {
    for (const auto& [element, path] : std::exchange(frame_, {})) {
      out_ += element + " d=\"" + path + "\"/>";
    }
  }

  // Adds an element to the group of its part.
  void leaf(const std::string& element) {
    begin_part();
    end_markers();
    out_ += element;
  }
  void begin_part() {
    const std::size_t part = is_part() ? part_number_ : 0;
    if (part == open_part_) return;
    close();
    end_frame();
    if (part != 0) out_ += "<g " + part_ + ">";
    open_part_ = part;
  }
  void end_markers() {
    if (!std::exchange(markers_, "").empty()) out_ += "</g>";
  }
  void close() {
    end_markers();
    if (open_part_ != 0) out_ += "</g>";
    open_part_ = 0;
  }

  std::string out_ = "<svg>";
  std::vector<Style> styles_;
  std::string_view word_;
  std::string part_, words_;                     // of the elements that follow; of a text
  std::size_t part_number_ = 0, open_part_ = 0;  // 0: none
  std::vector<std::pair<std::string, std::string>> frame_;  // elements and their paths
  std::string markers_;  // the open group of markers of one size and colour
  std::string of_;       // what the places belong to
  std::map<std::string, Places> places_;
  bool is_in_symbols_ = false, is_in_text_ = false, has_places_ = false;
};

// Returns the element of a symbol.
std::string symbol_html(const Tag& tag) {
  std::string html = "<" + std::string(tag.name);
  for (const char* name : {"id", "r", "cx", "cy", "x", "y", "width", "height", "d", "transform",
                           "fill", "stroke", "stroke-width"}) {
    html += attribute(name, tag.of(name));
  }
  const std::string_view reference = tag.of("xlink:href");
  return html + (is_symbol(reference) ? attribute("href", reference) : "") + "/>";
}

}  // namespace

std::string page_picture(std::string_view svg) { return Picture().of(svg); }

std::string picture_symbols(std::string_view svg) {
  Tags tags(svg.substr(0, svg.find("</defs>")));
  std::string html = "<svg class=\"symbols\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>";
  while (const auto tag = tags.next()) {
    const bool is_shape = kShapes.find(" " + std::string(tag->name) + " ") != kShapes.npos;
    if (is_shape && is_symbol("#" + std::string(tag->of("id")))) html += symbol_html(*tag);
  }
  return html + "</defs></svg>";
}

}  // namespace skald
