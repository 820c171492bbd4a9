#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "grid/axis_values.hpp"
#include "grid/document_reader.hpp"
#include "text/number_text.hpp"

namespace skald::grid {
namespace {

class AxesReader : DocumentReader {
 public:
  using DocumentReader::DocumentReader;

  std::vector<AxisEntry> axes(const json::JsonValue& list, const std::string& path) {
    std::vector<AxisEntry> entries;
    if (!is_list(list, path, "\"axes\"")) return entries;
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const std::string where = below(path, i);
      if (!is_object(list.items[i], where, "an entry of \"axes\"")) continue;
      AxisEntry entry;
      for (const json::JsonMember& member : list.items[i].members) {
        const std::string inside = below(where, member.key);
        if (member.key == "when") {
          entry.when = conditions(member.value, inside, "\"when\"");
          continue;
        }
        Axis values = member_of_entry(member, inside);
        if (!values.empty()) entry.axes.push_back(std::move(values));
      }
      entries.push_back(std::move(entry));
    }
    if (axis_values_ > kMaximumAxisLength) return {};
    std::size_t count = entries.size();
    for (const AxisEntry& entry : entries) count += entry.axes.size();
    if (count <= kMaximumAxes) return entries;
    report(list.place, path,
           "\"axes\" has more than " + std::to_string(kMaximumAxes) + " entries and axes",
           "split the grid");
    return {};
  }

 private:
  Axis axis(const json::JsonMember& member, const std::string& path) {
    const OptionKey key = option_key(member, path);
    Axis alternatives;
    if (!has_room(member.value.place, path, axis_length(member.value))) return alternatives;
    const bool written = member.value.is(json::JsonValue::Kind::array);
    AxisValues values = axis_values(member.value);
    if (!values.fault.empty()) {
      report(values.place, path, "\"" + member.key + "\" " + values.fault, values.hint);
      return alternatives;
    }
    for (std::size_t i = 0; i < values.values.size(); ++i)
      alternatives.push_back({{key, std::move(values.values[i]), written ? below(path, i) : path}});
    return alternatives;
  }

  // Returns whether this axis and those before it have few enough values, before any are made.
  // Reports the first axis that exceeds the limit.
  bool has_room(json::Place place, const std::string& path, std::int64_t length) {
    if (axis_values_ > kMaximumAxisLength) return false;
    axis_values_ += std::min(length, kMaximumAxisLength + 1);
    if (axis_values_ <= kMaximumAxisLength) return true;
    report(place, path,
           "the axes up to this one have more than " + std::to_string(kMaximumAxisLength) +
               " values together",
           "split the grid");
    return false;
  }

  // Joins the axes of a zip row by row.
  Axis zip(const json::JsonMember& member, const std::string& path) {
    Axis rows;
    if (!is_object(member.value, path, "\"zip\"")) return rows;
    for (const json::JsonMember& column : member.value.members) {
      Axis values = axis(column, below(path, column.key));
      if (values.empty()) continue;
      if (!rows.empty() && rows.size() != values.size()) {
        report(column.value.place, below(path, column.key),
               "\"" + column.key + "\" has " + text::counted(values.size(), "value") +
                   ", the lists before it in this zip have " + std::to_string(rows.size()));
        continue;
      }
      rows.resize(values.size());
      for (std::size_t i = 0; i < values.size(); ++i)
        rows[i].push_back(std::move(values[i].front()));
    }
    return rows;
  }

  // One option of a random axis.
  struct RandomOption {
    OptionKey key;
    Distribution distribution;
  };

  std::vector<RandomOption> random_options(const json::JsonValue& object, const std::string& path) {
    std::vector<RandomOption> options;
    for (const json::JsonMember& member : object.members) {
      if (member.key == "draws" || member.key == "seed") continue;
      const std::string where = below(path, member.key);
      ReadDistribution read = read_distribution(member.value);
      if (!read.fault.empty()) {
        report(read.place, where, "\"" + member.key + "\" " + read.fault, read.hint);
        continue;
      }
      options.push_back({option_key(member, where), std::move(read.distribution)});
    }
    return options;
  }

  // Draws the rows of a random axis; a row that repeats an earlier one is drawn again.
  Axis random(const json::JsonMember& member, const std::string& path) {
    Axis rows;
    if (!is_object(member.value, path, "\"random\"")) return rows;
    const json::JsonValue* draws = member.value.find("draws");
    const json::JsonValue* seed = member.value.find("seed");
    if (draws == nullptr) {
      report(member.value.place, path, "\"random\" has no \"draws\"",
             "say how many settings are drawn: \"draws\": 20");
      return rows;
    }
    const auto count = static_cast<std::size_t>(integer(*draws, below(path, "draws"), "draws", 1));
    const std::int64_t stream = seed ? integer(*seed, below(path, "seed"), "seed", 0) : 0;
    const std::vector<RandomOption> options = random_options(member.value, path);
    if (options.empty() || !has_room(draws->place, path, static_cast<std::int64_t>(count)))
      return rows;
    constexpr std::size_t kTrialsPerRow = 100;
    std::unordered_set<std::string> known;
    for (std::size_t trial = 0; rows.size() < count && trial < kTrialsPerRow * count; ++trial) {
      Alternative row;
      std::string text;
      for (const RandomOption& option : options) {
        const double u = uniform_number(stream, option.key.path.substr(path.size() + 1),
                                        static_cast<std::int64_t>(trial));
        json::JsonValue value = option.distribution.value(u);
        value.place = option.key.place;
        text += json::write_json(value) + "\n";
        row.push_back({option.key, std::move(value), option.key.path});
      }
      if (known.insert(text).second) rows.push_back(std::move(row));
    }
    if (rows.size() < count) {
      report(draws->place, below(path, "draws"),
             "\"random\" finds " + std::to_string(rows.size()) + " different settings, not " +
                 std::to_string(count),
             "write all of them as lists");
    }
    return rows;
  }

  // Returns the settings of one member of an entry of "axes".
  Axis member_of_entry(const json::JsonMember& member, const std::string& path) {
    if (member.key == "zip") return zip(member, path);
    return member.key == "random" ? random(member, path) : axis(member, path);
  }

  std::int64_t axis_values_ = 0;  // number of values of all axes so far
};

}  // namespace

std::vector<AxisEntry> read_axes(const json::JsonValue& list, const std::string& path,
                                 std::vector<json::Diagnostic>& diagnostics) {
  return AxesReader(diagnostics).axes(list, path);
}

}  // namespace skald::grid
