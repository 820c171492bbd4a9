// The JSON of LEAF and FedProx: {"users": [...], "num_samples": [...], "user_data": {user: {"x":
// [...], "y": [...]}}} (Caldas et al., "LEAF: a benchmark for federated settings", 2018). A row x
// is a list of numbers; nested lists are read in their order.
#pragma once

#include <string_view>
#include <vector>

#include "reading/decoded_table.hpp"
#include "reading/source_file.hpp"

namespace skald {

struct LeafOptions {
  std::string_view task = "classification";
  bool intercept = false;
  double test_fraction = 0.2;
};

// The training rows user by user, then the test rows: those of the files `test`, or, if there are
// none, the last of each user. A user whose rows are spread over files keeps their order. Throws
// std::runtime_error that names the file, the user, the row, found and expected.
DecodedTable read_leaf(const std::vector<SourceFile>& train, const std::vector<SourceFile>& test,
                       const LeafOptions& options);

}  // namespace skald
