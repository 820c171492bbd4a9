#include "published_guarantee.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "problem/declared_releases.hpp"
#include "store/format_table.hpp"

namespace skald {
namespace {

constexpr double kLargestBaseLoss = 1.2564;  // e^x - 1 <= 2 x up to here

std::string word(const Cell& cell, Section section, std::string_view option) {
  const OptionValue* value = cell.find(section, option);
  return value == nullptr || !std::holds_alternative<std::string>(*value)
             ? std::string()
             : std::get<std::string>(*value);
}

std::string shown(double value) { return format_number(value, 4); }

std::optional<std::string> understated(const std::vector<Release>& releases) {
  double worst = 1;
  for (const Release& release : releases) worst = std::max(worst, release.understatement);
  if (worst == 1) return std::nullopt;
  return fmt::format("as published the noise is {} times too small for its claim", shown(worst));
}

std::optional<std::string> amplification_formula(const PublishedClaim& claim,
                                                 const std::vector<Release>& releases) {
  double worst = 0;
  for (const Release& release : releases) {
    if (release.sampling != Sampling::none) {
      worst = std::max(worst, claim.epsilon / (2 * release.rate));
    }
  }
  if (worst <= kLargestBaseLoss || std::isinf(worst)) return std::nullopt;
  return fmt::format("eq. 16 takes e^x - 1 <= 2x, false above x = {}; eps / (2 rate) is {}",
                     shown(kLargestBaseLoss), shown(worst));
}

}  // namespace

std::vector<std::string> void_guarantees(const Cell& cell, const Sampler& sampler,
                                         const Problem& problem, std::int64_t iterations,
                                         const std::optional<PublishedClaim>& claim) {
  const std::vector<Release> releases = declared_releases(sampler, problem, iterations);
  const std::string& name = cell.choice(Kind::sampler).plugin;
  std::vector<std::optional<std::string>> found = {understated(releases)};
  if (claim && !claim->unstated.empty()) found.push_back(claim->unstated);
  const std::string participation = word(cell, Section::sampler, "participation");
  if (name == "fa_ld" && claim && !participation.empty() && participation != "full") {
    found.push_back("theorem G.3 takes credit for client sampling, which the server sees");
  }
  if (claim && name.rfind("fedpaq", 0) == 0) {
    found.push_back(amplification_formula(*claim, releases));
  }
  std::vector<std::string> reasons;
  for (const auto& reason : found) {
    if (reason) reasons.push_back(*reason);
  }
  return reasons;
}

}  // namespace skald
