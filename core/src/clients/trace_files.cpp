#include "clients/trace_files.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "files/regular_file.hpp"
#include "skald/parts/data/delimited_text.hpp"
#include "text/number_text.hpp"

namespace skald::clients {
namespace {

constexpr std::size_t kLargestTrace = std::size_t{1} << 30;

// The numbers of a CSV file, by column.
class NumberTable {
 public:
  explicit NumberTable(const std::string& file)
      : file_(file), text_(files::read_regular_file(file, kLargestTrace)) {
    records_ = read_records(text_, file);
    if (records_.empty()) refuse(1, "an empty file", "a row with the names of the columns");
  }

  std::size_t rows() const { return records_.size() - 1; }
  std::size_t line(std::size_t row) const { return records_[row + 1].line; }
  std::optional<std::size_t> find(std::string_view name) const {
    const auto& names = records_.front().fields;
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    return static_cast<std::size_t>(found - names.begin());
  }
  std::size_t column(const std::string& name) const {
    if (const auto found = find(name)) return *found;
    refuse(1, "no column " + name, "the columns' names in the first row");
  }
  void allow_only(std::initializer_list<std::string_view> names) const {
    for (const std::string_view name : records_.front().fields) {
      if (std::find(names.begin(), names.end(), name) != names.end()) continue;
      std::string known;
      for (const std::string_view each : names)
        known.append(known.empty() ? "" : ", ").append(each);
      refuse(1, "the column \"" + std::string(name) + "\"", known);
    }
  }
  double number(std::size_t row, std::size_t column) const {
    const std::string_view field = records_[row + 1].fields[column];
    if (const auto number = text::to_number(field)) return *number;
    refuse(line(row), "\"" + std::string(field) + "\"", "a number");
  }
  Index client(std::size_t row, std::size_t column, Index clients) const {
    const std::string_view field = records_[row + 1].fields[column];
    const auto client = text::to_integer(field);
    if (client && *client >= 0 && *client < clients) return *client;
    refuse(line(row), "client \"" + std::string(field) + "\"",
           "a number from 0 to " + std::to_string(clients - 1));
  }
  [[noreturn]] void refuse(std::size_t line, const std::string& found,
                           const std::string& expected) const {
    throw std::runtime_error(file_ + ", line " + std::to_string(line) + ": found " + found +
                             "; expected " + expected);
  }

 private:
  std::string file_, text_;
  std::vector<Record> records_;
};

// A column of a file of devices, which may be left out.
struct DeviceColumn {
  const char* name;
  double Device::*member;
  bool may_be_zero;
};

constexpr DeviceColumn kDeviceColumns[] = {{"step_seconds", &Device::step_seconds, false},
                                           {"latency", &Device::latency, true},
                                           {"bandwidth_up", &Device::bandwidth_up, false},
                                           {"bandwidth_down", &Device::bandwidth_down, false}};

Device device_of(const NumberTable& table, std::size_t row, const Device& otherwise) {
  Device device = otherwise;
  for (const DeviceColumn& column : kDeviceColumns) {
    const auto found = table.find(column.name);
    if (!found) continue;
    const double value = table.number(row, *found);
    if (!(value > 0) && !(column.may_be_zero && value == 0)) {
      table.refuse(table.line(row), std::string(column.name) + " " + text::number_text(value),
                   column.may_be_zero ? "0 or more" : "a number above 0");
    }
    device.*column.member = value;
  }
  return device;
}

// Sorts stays, and joins those that touch or overlap.
void join(std::vector<Stay>& stays) {
  std::sort(stays.begin(), stays.end(),
            [](const Stay& a, const Stay& b) { return a.start < b.start; });
  std::vector<Stay> joined;
  for (const Stay& stay : stays) {
    if (joined.empty() || stay.start > joined.back().end) {
      joined.push_back(stay);
    } else {
      joined.back().end = std::max(joined.back().end, stay.end);
    }
  }
  stays = std::move(joined);
}

}  // namespace

std::vector<Device> read_devices(const std::string& file, Index clients, const Device& otherwise) {
  const NumberTable table(file);
  table.allow_only({"client", "step_seconds", "latency", "bandwidth_up", "bandwidth_down"});
  const std::size_t client = table.column("client");
  table.column("step_seconds");
  std::vector<std::optional<Device>> found(static_cast<std::size_t>(clients));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    auto& device = found[static_cast<std::size_t>(table.client(row, client, clients))];
    if (device) table.refuse(table.line(row), "a second row of a client", "one row per client");
    device = device_of(table, row, otherwise);
  }
  std::vector<Device> devices;
  devices.reserve(found.size());
  for (const auto& device : found) {
    if (!device) {
      table.refuse(1, "no row of client " + std::to_string(devices.size()),
                   "a row of each of the " + text::counted(clients, "client"));
    }
    devices.push_back(*device);
  }
  return devices;
}

std::vector<std::vector<Stay>> read_stays(const std::string& file, Index clients, double period) {
  const NumberTable table(file);
  table.allow_only({"client", "start", "end"});
  const std::size_t client = table.column("client"), start = table.column("start"),
                    end = table.column("end");
  std::vector<std::vector<Stay>> stays(static_cast<std::size_t>(clients));
  for (std::size_t row = 0; row < table.rows(); ++row) {
    const Stay stay{table.number(row, start), table.number(row, end)};
    if (!(stay.start >= 0 && stay.start < stay.end && stay.end <= period)) {
      table.refuse(
          table.line(row),
          "a stay from " + text::number_text(stay.start) + " to " + text::number_text(stay.end),
          "0 <= start < end <= " + text::number_text(period) + " (clients.period)");
    }
    stays[static_cast<std::size_t>(table.client(row, client, clients))].push_back(stay);
  }
  if (table.rows() == 0) table.refuse(1, "no stays", "a row per stay");
  for (std::vector<Stay>& each : stays) join(each);
  return stays;
}

}  // namespace skald::clients
