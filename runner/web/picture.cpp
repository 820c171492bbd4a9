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

namespace skald {
namespace {

constexpr double kEnlarged = 1.2;  // so that letters are as large as those of the page
constexpr double kFontSize = 13;  // of page.css
constexpr double kColumn = 480;    // wider pictures have several panels beside each other

struct Tag {
  std::string_view name;  // without '/'; empty: the text before the next tag, or the end
  std::map<std::string_view, std::string_view> attributes;
  std::string_view text;
  bool is_end = false, is_whole = false;  // </name>, <name/>

  std::string_view of(std::string_view attribute) const {
    const auto found = attributes.find(attribute);
    return found == attributes.end() ? std::string_view() : found->second;
  }
};

// Reads the tags and texts of gnuplot's SVG, one by one.
class Tags {
 public:
  explicit Tags(std::string_view svg) : rest_(svg) {}

  std::optional<Tag> next() {
    if (rest_.empty()) return std::nullopt;
    Tag tag;
    if (rest_.front() != '<') {
      tag.text = take(rest_.find('<'));
      return tag;
    }
    rest_.remove_prefix(1);
    tag.is_end = skip('/');
    tag.name = take(rest_.find_first_of(" \t\n/>"));
    while (!rest_.empty() && rest_.front() != '>') {
      const char c = rest_.front();
      if (c == '/') tag.is_whole = true;
      std::isalpha(static_cast<unsigned char>(c)) ? read_attribute(tag) : rest_.remove_prefix(1);
    }
    skip('>');
    return tag;
  }

 private:
  std::string_view take(std::size_t end) {
    const std::string_view part = rest_.substr(0, end);
    rest_.remove_prefix(part.size());
    return part;
  }
  bool skip(char c) {
    const bool is_there = rest_.starts_with(c);
    if (is_there) rest_.remove_prefix(1);
    return is_there;
  }
  void read_attribute(Tag& tag) {
    const std::string_view name = take(rest_.find_first_of(" \t\n=/>"));
    take(rest_.find_first_not_of(" \t\n="));
    if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return;
    const char quote = rest_.front();
    rest_.remove_prefix(1);
    tag.attributes[name] = take(rest_.find(quote));
    skip(quote);
  }

  std::string_view rest_;
};

// Returns the numbers in a text, whatever stands between them.
std::vector<double> numbers_in(std::string_view text) {
  std::vector<double> numbers;
  constexpr std::string_view digits = "-.0123456789";
  while (!text.empty()) {
    text.remove_prefix(std::min(text.find_first_of(digits), text.size()));
    const std::string_view number = text.substr(0, text.find_first_not_of(digits));
    text.remove_prefix(number.size());
    if (const auto value = text::to_number(number)) numbers.push_back(*value);
  }
  return numbers;
}

// Returns tenths as a number: "12.3", "-.5".
std::string tenths_text(long tenths) {
  const long size = std::labs(tenths);
  std::string text = tenths < 0 ? "-" : "";
  if (size >= 10 || size == 0) text += std::to_string(size / 10);
  if (size % 10 != 0) text += "." + std::to_string(size % 10);
  return text;
}
long tenths_of(double value) { return std::lround(10 * value); }
std::string short_number(double value) { return tenths_text(tenths_of(value)); }

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
                              std::all_of(text.begin() + 1, text.end(), [](unsigned char c) {
                                return std::isxdigit(c) != 0;
                              });
  return is_hexadecimal ? std::string(text) : "";
}

std::string attribute(std::string_view name, std::string_view value) {
  return value.empty() ? "" : fmt::format(" {}=\"{}\"", name, html_line(value));
}

// A path of straight lines. The later points of a line are relative to the one before; those on the
// way of a horizontal or vertical line are left out.
class Path {
 public:
  // Reads absolute points after 'M' and 'L', and 'Z'.
  static std::string of(std::string_view d) {
    Path path;
    while (!d.empty()) {
      const char command = d.front();
      d.remove_prefix(1);
      if (command == 'Z' || command == 'z') path.close();
      if (command != 'M' && command != 'L') continue;
      const std::string_view place = d.substr(0, d.find_first_of("MLZz"));
      d.remove_prefix(place.size());
      const std::vector<double> point = numbers_in(place);
      if (point.size() == 2) path.add(command == 'M', point[0], point[1]);
    }
    path.end_line();
    return path.text_;
  }

  static std::string around(const std::vector<double>& points) {
    Path path;
    for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
      path.add(i == 0, points[i], points[i + 1]);
    }
    path.close();
    return path.text_;
  }

 private:
  using Step = std::pair<long, long>;

  void add(bool begins, double to_x, double to_y) {
    const long x = tenths_of(to_x), y = tenths_of(to_y);
    if (begins) {
      end_line();
      begin_ = {x, y};
    } else {
      const Step step{x - x_, y - y_};
      const auto is_on = [&](long Step::*across, long Step::*along) {
        const Step& last = steps_.back();
        return last.*across == 0 && step.*across == 0 && (last.*along > 0) == (step.*along > 0);
      };
      const bool goes_on = !steps_.empty() && (is_on(&Step::first, &Step::second) ||
                                               is_on(&Step::second, &Step::first));
      if (!goes_on) steps_.push_back({0, 0});
      steps_.back().first += step.first;
      steps_.back().second += step.second;
    }
    x_ = x;
    y_ = y;
  }

  void close() {
    const bool has_line = !steps_.empty();
    end_line();
    if (has_line) text_ += 'z';
  }
  // Writes the line that has been read, if it is longer than a point.
  void end_line() {
    if (!steps_.empty()) {
      text_ += "M" + pair(begin_) + "l";
      bool is_first = true;
      for (const Step& step : steps_) {
        text_ += is_first || step.first < 0 ? "" : " ";
        text_ += pair(step);
        is_first = false;
      }
    }
    steps_.clear();
  }
  static std::string pair(const Step& step) {
    return tenths_text(step.first) + (step.second < 0 ? "" : ",") + tenths_text(step.second);
  }

  std::string text_;
  Step begin_;
  std::vector<Step> steps_;
  long x_ = 0, y_ = 0;
};

// Returns "translate(x,y)", with a rotation or a scale if there is one.
std::string transform(std::string_view text) {
  std::string result;
  for (const auto& [name, size] :
       {std::pair<std::string_view, std::size_t>{"translate", 2}, {"rotate", 1}, {"scale", 1}}) {
    const std::size_t found = text.find(std::string(name) + "(");
    if (found == text.npos) continue;
    const std::vector<double> numbers =
        numbers_in(text.substr(found, text.find(')', found) - found));
    if (numbers.size() != size) continue;
    result += result.empty() ? "" : " ";
    result += name;
    result += size == 2 ? "(" + short_number(numbers[0]) + "," + short_number(numbers[1]) + ")"
                        : "(" + text::number_text(numbers[0], 4) + ")";
  }
  return result;
}

bool is_symbol(std::string_view reference) {
  return reference.starts_with("#gp") &&
         std::all_of(reference.begin() + 1, reference.end(),
                     [](unsigned char c) { return std::isalnum(c) != 0; });
}

// Returns the text with the entities that gnuplot writes as the characters they stand for.
std::string without_entities(std::string_view text) {
  constexpr std::array<std::pair<std::string_view, char>, 5> entities{
      {{"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}}};
  std::string plain;
  while (!text.empty()) {
    const auto found = std::find_if(entities.begin(), entities.end(), [&](const auto& entity) {
      return text.starts_with(entity.first);
    });
    plain += found == entities.end() ? text.front() : found->second;
    text.remove_prefix(found == entities.end() ? 1 : found->first.size());
  }
  return plain;
}

// Writes a picture anew.
class Picture {
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
    for (const auto& [of, places] : places_) {
      out_ += fmt::format("<g data-of=\"{}\" data-at=\"{}\"/>", of, fmt::join(places, " "));
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
    if (tag.name == "path") return shape(tag, style, Path::of(tag.of("d")));
    if (tag.name == "polygon") shape(tag, style, Path::around(numbers_in(tag.of("points"))));
  }

  void end(const Tag& tag) {
    if (tag.name == "text") text(styles_.back());
    if (tag.name == "g" && styles_.size() > 1) styles_.pop_back();
  }

  void begin_picture(const Tag& tag) {
    const std::vector<double> box = numbers_in(tag.of("viewBox"));
    if (box.size() != 4) return;
    out_ = fmt::format("<svg{} viewBox=\"0 0 {} {}\" width=\"{}\">",
                       box[2] > kColumn ? " class=\"wide\"" : "", short_number(box[2]),
                       short_number(box[3]), short_number(kEnlarged * box[2]));
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
    Places& places = places_[of_];
    if (places.size() <= place) places.resize(place + 1, "-");
    places[place] = fmt::format("{},{}", std::lround(x[0]), std::lround(y[0]));
  }

  // Symbols below a tenth of a pixel come from error bars without a marker.
  void use(const Tag& tag, const Style& style) {
    if (style.is_word) return hear();
    const std::string_view symbol = tag.of("xlink:href");
    if (has_places_ && style.is_plot && symbol == "#gpDot") return add_place(tag);
    const std::string_view place = tag.of("transform");
    if (symbol == "#gpDot" || !is_symbol(symbol) || place.find("scale(0.0") != place.npos) return;
    leaf(fmt::format("<use href=\"{}\"{}{}/>", symbol, attribute("transform", transform(place)),
                     attribute("color", colour(tag.of("color")))));
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
    std::string element = "<text" + attribute("transform", transform(style.transform));
    const bool is_anchored = style.anchor == "middle" || style.anchor == "end";
    if (is_anchored) element += attribute("text-anchor", style.anchor);
    if (numbers_in(style.size) != std::vector<double>{kFontSize}) {
      element += number("font-size", style.size);
    }
    const std::string ink = colour(style.fill);
    if (ink != "#000000" || part_.starts_with("data-cells")) element += attribute("fill", ink);
    leaf(element + ">" + html_line(without_entities(words)) + "</text>");
  }

  // Adds an element to the group of its part.
  void leaf(const std::string& element) {
    const std::size_t part = styles_.back().is_plot && !part_.empty() ? part_number_ : 0;
    if (part != open_part_) {
      close();
      if (part != 0) out_ += "<g " + part_ + ">";
      open_part_ = part;
    }
    out_ += element;
  }
  void close() {
    if (open_part_ != 0) out_ += "</g>";
    open_part_ = 0;
  }

  using Places = std::vector<std::string>;

  std::string out_ = "<svg>";
  std::vector<Style> styles_;
  std::string_view word_;
  std::string part_, words_;                       // of the elements that follow; of a text
  std::size_t part_number_ = 0, open_part_ = 0;    // 0: none
  std::string of_;                               // what the places belong to
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
    const bool is_shape = tag->name == "circle" || tag->name == "path" || tag->name == "rect" ||
                          tag->name == "use";
    if (is_shape && is_symbol("#" + std::string(tag->of("id")))) html += symbol_html(*tag);
  }
  return html + "</defs></svg>";
}

}  // namespace skald
