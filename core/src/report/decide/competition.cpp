#include "report/decide/competition.hpp"

#include <cstdint>
#include <map>
#include <set>

namespace skald::report {
namespace {

std::set<std::int64_t> problems_of(const Setting& setting) {
  std::set<std::int64_t> problems;
  for (const auto* run : setting.runs) problems.insert(run->problem);
  return problems;
}

}  // namespace

std::vector<std::vector<std::size_t>> competing_settings(const Settings& settings) {
  std::vector<std::vector<std::size_t>> groups;
  std::map<std::set<std::int64_t>, std::size_t> known;
  for (std::size_t s = 0; s < settings.all.size(); ++s) {
    const auto [place, is_new] = known.try_emplace(problems_of(settings.all[s]), groups.size());
    if (is_new) groups.emplace_back();
    groups[place->second].push_back(s);
  }
  return groups;
}

}  // namespace skald::report
