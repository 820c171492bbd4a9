#include "conformance/plugin_checks.hpp"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "conformance/finding.hpp"
#include "conformance/sampler_run.hpp"
#include "problem/examined_table.hpp"
#include "random/owned_random.hpp"
#include "random/philox_random.hpp"
#include "skald/named_columns.hpp"

namespace skald::conformance {
namespace {

// What the host finds wrong with the table when it enters, or "".
std::string entry_refusal(const Table& table, const NamedColumns* columns) {
  try {
    const problem::ExaminedTable examined(table, columns);
    return "";
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
}

bool same(const Table& a, const Table& b) {
  return a.train == b.train && a.classes == b.classes && a.groups == b.groups &&
         same_bits(a.features.matrix(), b.features.matrix()) &&
         std::equal(a.target.begin(), a.target.end(), b.target.begin(), b.target.end()) &&
         std::equal(a.group.begin(), a.group.end(), b.group.begin(), b.group.end());
}

}  // namespace

std::vector<Finding> check_dataset(const Make<Dataset>& make) {
  const auto first = make(), second = make();
  const random::PhiloxRandom streams(1, 0);
  const random::OwnedRandom random(streams, random::StreamOwner::dataset);
  const Table table = first->load(random), again = second->load(random);
  const auto* columns = dynamic_cast<const NamedColumns*>(first.get());
  std::vector<Finding> findings{
      finding("table",
              "targets, groups and arrays for every row; finite numbers, classes and groups in "
              "range; names and positive scales of all features, or none",
              entry_refusal(table, columns),
              "give every row of data a column of features, and count classes and groups from 0 "
              "(skald/table.hpp, skald/named_columns.hpp)")};
  if (findings.front().verdict != Verdict::passed) return findings;
  findings.insert(findings.begin(), repetition(same(table, again) ? "" : "a different table"));
  return findings;
}

}  // namespace skald::conformance
