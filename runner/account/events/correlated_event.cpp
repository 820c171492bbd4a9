#include "account/events/read_event.hpp"
#include "skald/parts/privacy/correlated/factorisation.hpp"

namespace skald {
namespace {

using privacy::NoisyRelease;

const std::vector<std::string> kObjectives{"rms", "max"};

std::vector<std::string> correlation_names() {
  std::vector<std::string> names;
  for (const Correlation kind : correlations) names.emplace_back(name_of(kind));
  return names;
}

// The bands or buffers that are asked for.
std::optional<std::int64_t> read_size(ObjectReader& reader, Correlation kind, std::int64_t rounds) {
  constexpr std::int64_t most_buffers = 8;
  const bool bands = reader.has("bands"), buffers = reader.has("buffers");
  const auto of_bands = bands ? reader.integer("bands", 1, rounds) : std::nullopt;
  const auto of_buffers = buffers ? reader.integer("buffers", 1, most_buffers) : std::nullopt;
  if (bands && kind != Correlation::banded) {
    reader.report_at("bands", "\"bands\" is of the factorisation banded", "remove it");
  }
  if (buffers && kind != Correlation::blt) {
    reader.report_at("buffers", "\"buffers\" is of the factorisation blt", "remove it");
  }
  return kind == Correlation::banded ? of_bands : of_buffers;
}

// What the coefficients are best for, if that is asked for.
std::optional<PrefixObjective> read_objective(ObjectReader& reader, Correlation kind) {
  const auto word = reader.word("objective", kObjectives);
  if (word && kind != Correlation::banded && kind != Correlation::blt) {
    reader.report_at("objective", "\"objective\" is of the factorisations banded and blt",
                     "remove it");
  }
  if (!word) return std::nullopt;
  return *word == "max" ? PrefixObjective::largest : PrefixObjective::rms;
}

ParticipationLimit read_limit(ObjectReader& reader) {
  constexpr std::int64_t most = 1'000'000;
  ParticipationLimit limit;
  limit.rounds = reader.needed("rounds", 1, most, "add the number of rounds");
  limit.most = reader.needed("participations", 1, most, "add how often a unit takes part at most");
  limit.separation =
      reader.needed("separation", 1, most,
                    "add how many rounds apart two participations are at least (1: no limit)");
  return limit;
}

}  // namespace

DocumentedEvent correlated_event(ObjectReader& reader, const EventSetting& setting) {
  reader.require("factorisation", "add how noise is correlated: \"factorisation\": \"blt\"");
  reader.require("noise_multiplier",
                 "add the size of the fresh noise of a round over the sensitivity of its message");
  const std::string name = reader.word("factorisation", correlation_names()).value_or("");
  Correlation kind = Correlation::independent;
  for (const Correlation one : correlations) kind = name_of(one) == name ? one : kind;
  const ParticipationLimit limit = read_limit(reader);
  const double z = reader.number("noise_multiplier", kPositive).value_or(1);
  const auto size = read_size(reader, kind, limit.rounds);
  const Factorisation found = factorise(kind, limit, size, read_objective(reader, kind));
  NoisyRelease release;
  release.relation = setting.relation;
  release.noise_multiplier = z * privacy::distance_in_clips(setting.relation) / found.sensitivity;
  release.count = count_of(reader);
  return {
      fmt::format("gaussian noise, correlated ({}), in {} rounds: {} sensitivities of a "
                  "message, {} of the whole sequence{}",
                  name, limit.rounds, short_text(z), short_text(z / found.sensitivity),
                  times(release.count)),
      secrets_of(release),
      {fmt::format("no unit takes part more than {} times, nor sooner than {} rounds later; who "
                   "takes part may be known",
                   limit.most, limit.separation)},
      release};
}

}  // namespace skald
