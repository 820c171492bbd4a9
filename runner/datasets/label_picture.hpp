// Pictures of how labels are spread over clients.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "problem/federated_table.hpp"
#include "report/chart/chart.hpp"

namespace skald {

// The label histogram, the number of test rows and the name of every client; `tests` is empty if
// test rows belong to no client.
struct LabelCounts {
  problem::LabelHistogram labels;
  std::vector<std::int64_t> tests;
  std::vector<std::string> names = {};  // of the clients in the data; empty: they have none
};

// Returns one line per client with sizes, test rows and totals. Each label has a column of three
// characters, the darker the more of the client's rows have it; if the target is no class, there is
// a bar of the client's size instead. If there are more than `most` clients, shows the first ones
// and a line that says how many follow.
std::string text_picture(const LabelCounts& counts, Index most = 40);

// Returns the whole histogram as a chart: a cell per client and label, shaded by the share of the
// client's rows; if the target is no class, a bar of the client's size. Below it
// stands the description, of data set and partition.
report::Chart label_chart(const LabelCounts& counts, const std::string& title,
                          const std::string& description);

// Returns CSV with the header "client,name,rows,test_rows,label_0,..." (name and test_rows only if
// known) and one line per client.
std::string csv_text(const LabelCounts& counts);

}  // namespace skald
