#include "conformance/plugin_checks.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "conformance/finding.hpp"
#include "conformance/kit_tables.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"

namespace skald::conformance {
namespace {

constexpr std::int32_t kUnset = -12345;

struct Assignment {
  std::vector<std::int32_t> client;  // of the training rows, with one entry beyond them
  Index clients = 0;
};

Assignment assign(const Partition& partition, const Table& table) {
  Assignment a;
  a.client.assign(static_cast<std::size_t>(table.train) + 1, kUnset);
  const random::PhiloxRandom streams(1, 0);
  a.clients = partition.assign(table, random::OwnedRandom(streams, random::StreamOwner::partition),
                               std::span(a.client).first(static_cast<std::size_t>(table.train)));
  return a;
}

std::string wrong_clients(const Assignment& a) {
  std::vector<Index> sizes(static_cast<std::size_t>(std::max<Index>(a.clients, 0)), 0);
  for (std::size_t row = 0; row + 1 < a.client.size(); ++row) {
    const std::int32_t c = a.client[row];
    if (c < 0 || c >= a.clients) {
      return "row " + std::to_string(row) + " has client " +
             (c == kUnset ? "none" : std::to_string(c)) + " of " + std::to_string(a.clients);
    }
    ++sizes[static_cast<std::size_t>(c)];
  }
  const auto empty = std::find(sizes.begin(), sizes.end(), 0);
  if (empty != sizes.end()) {
    return "client " + std::to_string(empty - sizes.begin()) + " of " + std::to_string(a.clients) +
           " has no rows";
  }
  return a.client.back() == kUnset ? "" : "memory beyond the last row was written";
}

}  // namespace

std::vector<Finding> check_partition(const Make<Partition>& make) {
  std::string refusals;
  for (const KitTable& table : kit_tables()) {
    Assignment first;
    try {
      first = assign(*make(), table.table());
    } catch (const std::invalid_argument& refusal) {
      refusals += (refusals.empty() ? "" : "; ") + table.name + ": " + refusal.what();
      continue;
    }
    const auto again = make();
    const bool same = assign(*again, table.table()).client == first.client &&
                      assign(*again, table.table()).client == first.client;
    return {repetition(same ? "" : "a different assignment, of another object or a second call"),
            finding("every row once",
                    "a client from 0 to N-1 for every training row, and no empty client",
                    wrong_clients(first), "fill the whole span and return the number of clients")};
  }
  return {not_checked("partition", "it accepts none of the kit's tables: " + refusals)};
}

}  // namespace skald::conformance
