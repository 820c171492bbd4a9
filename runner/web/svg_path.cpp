#include "web/svg_path.hpp"

#include <cmath>
#include <cstdlib>
#include <utility>

#include "web/svg_tags.hpp"

namespace skald {
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
