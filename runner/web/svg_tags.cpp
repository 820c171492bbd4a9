#include "web/svg_tags.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <cstdlib>
#include <utility>

#include "text/number_text.hpp"

namespace skald {

std::optional<Tag> Tags::next() {
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

std::string_view Tags::take(std::size_t end) {
  const std::string_view part = rest_.substr(0, end);
  rest_.remove_prefix(part.size());
  return part;
}
bool Tags::skip(char c) {
  const bool is_there = rest_.starts_with(c);
  if (is_there) rest_.remove_prefix(1);
  return is_there;
}
void Tags::read_attribute(Tag& tag) {
  const std::string_view name = take(rest_.find_first_of(" \t\n=/>"));
  take(rest_.find_first_not_of(" \t\n="));
  if (rest_.empty() || (rest_.front() != '"' && rest_.front() != '\'')) return;
  const char quote = rest_.front();
  rest_.remove_prefix(1);
  tag.attributes[name] = take(rest_.find(quote));
  skip(quote);
}

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

namespace {

std::string tenths_text(long tenths) {
  const long size = std::labs(tenths);
  std::string text = tenths < 0 ? "-" : "";
  if (size >= 10 || size == 0) text += std::to_string(size / 10);
  if (size % 10 != 0) text += "." + std::to_string(size % 10);
  return text;
}
long tenths_of(double value) { return std::lround(10 * value); }

using Step = std::pair<long, long>;  // in tenths

class Path {
 public:
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
  std::string text() {
    end_line();
    return text_;
  }

 private:
  static std::string pair(const Step& step) {
    return tenths_text(step.first) + (step.second < 0 ? "" : ",") + tenths_text(step.second);
  }

  std::string text_;
  Step begin_;
  std::vector<Step> steps_;
  long x_ = 0, y_ = 0;
};

}  // namespace

std::string svg_number(double value) { return tenths_text(tenths_of(value)); }

std::string shorter_path(std::string_view d) {
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
  return path.text();
}

std::string path_around(const std::vector<double>& points) {
  Path path;
  for (std::size_t i = 0; i + 1 < points.size(); i += 2) {
    path.add(i == 0, points[i], points[i + 1]);
  }
  path.close();
  return path.text();
}

}  // namespace skald
