// Reads the SVG that gnuplot writes, which is XML of a simple kind.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

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

  // Returns the next one, or nothing at the end.
  std::optional<Tag> next();

 private:
  std::string_view take(std::size_t end);
  bool skip(char c);
  void read_attribute(Tag& tag);

  std::string_view rest_;
};

// Returns the numbers in a text, whatever stands between them.
std::vector<double> numbers_in(std::string_view text);

// Returns the text with the entities that gnuplot writes as the characters they stand for.
std::string without_entities(std::string_view text);

// Paths of SVG in few letters, to a tenth of a pixel.

// Returns a number to one decimal: "12.3", "-.5".
std::string svg_number(double value);

// Returns a path of straight lines, absolute points after 'M' and 'L' and 'Z', written relative to
// the point before, without points on the way of a horizontal or vertical line, and without lines
// that are points. Empty if nothing is left.
std::string shorter_path(std::string_view d);

// Returns the path around these points, x and y in turn.
std::string path_around(const std::vector<double>& points);

}  // namespace skald
