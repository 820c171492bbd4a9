#include "published_guarantee.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "privacy/published_bounds.hpp"
#include "problem/declared_releases.hpp"
#include "store/format_table.hpp"

namespace skald {
namespace {

constexpr double kLargestBaseLoss = 1.2564;  // e^x - 1 <= 2 x up to here

double number(const Cell& cell, Section section, std::string_view option, double otherwise) {
  const OptionValue* value = cell.find(section, option);
  return value == nullptr ? otherwise : as_number(*value).value_or(otherwise);
}

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

// Theorem G.3 of FA-LD at equal shares of delta.
std::optional<std::string> step_beyond_theorem(const Cell& cell,
                                               const std::vector<Release>& releases,
                                               const Problem& problem, const Claim& claim) {
  const double rho = number(cell, Section::sampler, "rho", 0);
  if (rho == 1) return "rho = 1: all noise is shared, nothing protects a client";
  const double step = number(cell, Section::sampler, "step", 0);
  double largest = std::numeric_limits<double>::infinity();
  for (const Release& release : releases) {
    const double N = static_cast<double>(problem.clients());
    privacy::FaLdSetting setting{};
    setting.gradient_distance = 2 * number(cell, Section::sampler, "clip", 1);
    setting.step = step;
    setting.temp = number(cell, Section::sampler, "temp", 1);
    setting.rho = rho;
    setting.data_fraction = release.rate;
    setting.least_weight = word(cell, Section::sampler, "weights") == "uniform"
                               ? 1 / N
                               : problem.weight(release.client);
    setting.clients = setting.participants = setting.local_steps = setting.rounds = 1;
    setting.delta_step = setting.delta_round = setting.delta_total = claim.delta / 3;
    largest = std::min(largest, privacy::fa_ld_largest_step(setting));
  }
  if (step <= largest) return std::nullopt;
  return fmt::format("theorem G.3 is stated for steps up to {}, the step is {}", shown(largest),
                     shown(step));
}

std::optional<std::string> amplification_formula(const Cell& cell,
                                                 const std::vector<Release>& releases) {
  const double eps = number(cell, Section::privacy, "eps", 0);
  double worst = 0;
  for (const Release& release : releases) {
    if (release.sampling != Sampling::none) worst = std::max(worst, eps / (2 * release.rate));
  }
  if (worst <= kLargestBaseLoss || std::isinf(worst)) return std::nullopt;
  return fmt::format("eq. 16 takes e^x - 1 <= 2x, false above x = {}; eps / (2 rate) is {}",
                     shown(kLargestBaseLoss), shown(worst));
}

}  // namespace

std::vector<std::string> void_guarantees(const Cell& cell, const Sampler& sampler,
                                         const Problem& problem, std::int64_t iterations,
                                         const Claim& claim) {
  const std::vector<Release> releases = declared_releases(sampler, problem, iterations);
  const std::string& name = cell.choice(Kind::sampler).plugin;
  std::vector<std::optional<std::string>> found = {understated(releases)};
  if (name == "fa_ld" && claim.delta > 0) {
    found.push_back(step_beyond_theorem(cell, releases, problem, claim));
    if (word(cell, Section::sampler, "participation") != "full") {
      found.push_back("theorem G.3 takes credit for client sampling, which the server sees");
    }
  }
  if (name.rfind("fedpaq", 0) == 0) found.push_back(amplification_formula(cell, releases));
  if (word(cell, Section::sampler, "clip_rule") == "median") {
    found.push_back("the clip is the median of data: its own release is not accounted");
  }
  std::vector<std::string> reasons;
  for (const auto& reason : found) {
    if (reason) reasons.push_back(*reason);
  }
  return reasons;
}

}  // namespace skald
