// Asks a worker for what the rows of a cell's data say of the target.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace skald {

// The training rows, client by client, in each client's order. All empty if the data have no
// target.
struct ObservedData {
  std::string name;                  // of the target's column; empty: not known
  std::vector<double> target;        // as the run had it; of classes, their numbers
  double center = 0, scale = 1;      // value in the data = center + scale * target
  std::vector<std::string> classes;  // their labels; empty: not known, or no classes
  std::vector<std::int64_t> client;  // of each row
};

// Wire form. The decoder throws std::runtime_error if the bytes end too early.
std::string encode(const ObservedData& data);
ObservedData decode_observed_data(std::string_view bytes);

}  // namespace skald
