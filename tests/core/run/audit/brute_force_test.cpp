// All shipped samplers that release anything, under every mechanism and with all their options that
// bear on privacy, on tiny data: two clients of four rows, two parameters, one or two rounds. The
// data sets are the extreme ones of every relation. No divergence may exceed what is stated. Each
// of some 5000 bounds (a sixth of them unless tests are long) is wrong with probability at most
// 1e-6, so that the test errs with less than 1e-2.
#include "brute_force.hpp"
#include "long_tests.hpp"
#include "run/run_budget.hpp"
#include "test.hpp"

namespace brute_force {
namespace {

// Where divergences are the sharpest for so few runs.
constexpr double kDelta = 0.3;
constexpr double kLong = 1e9;

// Options that decide what is released, tried in all combinations; and others, one at a time.
constexpr std::array together{"unit",     "noise_at",      "data_sampling", "client_sampling",
                              "noise_by", "participation", "renewals"};
constexpr std::array apart{"clip_unit",   "clip_rule",   "correlation",
                           "sensitivity", "noise_units", "norms"};

// Values under names that samplers share by convention.
const std::map<std::string_view, std::string> numbers{{"K", "2"},
                                                      {"lr", "0.5"},
                                                      {"batch", "2"},
                                                      {"clip", "1"},
                                                      {"frac", "0.5"},
                                                      {"step", "0.25"},
                                                      {"reference_noise", "3"},
                                                      {"weights", "\"uniform\""},
                                                      {"compressor", "\"none\""}};

std::vector<std::string> choices(const OptionInfo& option) {
  std::vector<std::string> words;
  std::stringstream all(option.choices);
  for (std::string word; std::getline(all, word, '|');) words.push_back(word);
  return words;
}

const OptionInfo* option_of(const plugin_host::Plugin& plugin, std::string_view name) {
  for (const OptionInfo& option : plugin.options()) {
    if (option.name == name) return &option;
  }
  return nullptr;
}

using Words = std::map<std::string, std::string>;

// Whether the option may decide anything: how rows are drawn is nothing to a whole client, and who
// adds the noise nothing to a record of a sampler that can protect clients.
bool counts(std::string_view name, const Words& words) {
  const bool whole = words.contains("unit") && words.at("unit") == "client";
  if (name == "noise_by") return whole || !words.contains("unit");
  return !whole || (name != "noise_at" && name != "data_sampling");
}

std::vector<Words> with_choices(const std::vector<Words>& all, const OptionInfo& option) {
  std::vector<Words> longer;
  for (const Words& words : all) {
    if (!counts(option.name, words)) {
      longer.push_back(words);
      continue;
    }
    for (const std::string& word : choices(option)) {
      longer.push_back(words);
      longer.back()[option.name] = word;
    }
  }
  return longer;
}

// What the options that bear on privacy may say.
std::vector<Words> variants(const plugin_host::Plugin& sampler) {
  std::vector<Words> all{{}};
  for (const char* name : together) {
    const OptionInfo* option = option_of(sampler, name);
    if (option != nullptr) all = with_choices(all, *option);
  }
  for (const char* name : apart) {
    const OptionInfo* option = option_of(sampler, name);
    if (option == nullptr) continue;
    for (const std::string& word : choices(*option)) {
      if (option->has_default && word == option->default_text) continue;
      all.push_back({{name, word}});
      if (word == "released") all.back().insert({"unit", "client"});
      if (std::string_view(name) != "correlation") continue;
      all.back().insert({{"unit", "client"}, {"client_sampling", "cyclic"}});
    }
  }
  return all;
}

// One cell of those that are attacked.
struct Setting {
  const plugin_host::Plugin* sampler;
  Words words;
  std::string mechanism, adversary;
  int rounds, chains;
};

std::string sampler_text(const Setting& setting) {
  const plugin_host::Plugin& sampler = *setting.sampler;
  std::string text = R"({"plugin": ")" + std::string(sampler.descriptor->info.name) + "\"";
  for (const auto& [name, value] : numbers) {
    if (option_of(sampler, name) == nullptr) continue;
    // QLSD++ protects messages of all rows alone.
    if (name == "batch" && option_of(sampler, "l") != nullptr) continue;
    const bool single = name == "K" && setting.mechanism == "langevin";
    text += ", \"" + std::string(name) + "\": " + (single ? "1" : value);
  }
  // Whoever sees the cohorts gains nothing from rounds without the unit.
  const bool full = setting.words.contains("participation")
                        ? setting.words.at("participation") == "full"
                        : setting.adversary == "server";
  if (option_of(sampler, "S") != nullptr && !full) text += ", \"S\": 1";
  // So that a count says as much as the move that it goes with.
  if (option_of(sampler, "count_weight") != nullptr && setting.words.contains("clip_rule")) {
    text += R"(, "count_weight": 1)";
  }
  if (setting.words.contains("correlation")) {
    text += ", \"horizon\": " + std::to_string(setting.rounds);
  }
  for (const auto& [name, word] : setting.words) text += ", \"" + name + "\": \"" + word + "\"";
  return text + "}";
}

// `length` counts its rounds: "rounds", or "iterations" of a sampler that never communicates.
std::string text_of(const Setting& setting, const std::string& length) {
  const std::string budget = setting.mechanism == "langevin" ? "" : R"("eps": 0.2, )";
  // The server's state is the only client's.
  const bool alone = setting.mechanism == "langevin" && setting.adversary == "server";
  return R"("dataset": {"plugin": "synthetic_population", "clients": )" +
         std::string(alone ? "1" : "2") + R"(, "examples": 4,
                        "dimension": 1, "classes": 2, "test_clients": 1},
            "partition": {"plugin": "natural"},
            "model": {"plugin": "logistic", "prior_precision": 0, "row_bound": 1}, "sampler": )" +
         sampler_text(setting) + R"(, "privacy": {"plugin": ")" + setting.mechanism + "\", " +
         budget + R"("calibration": "pld", "delta": 0.3, "adversary": ")" + setting.adversary +
         R"("}, "run": {")" + length + R"(": )" + std::to_string(setting.rounds) +
         R"(, "chains": )" + std::to_string(setting.chains) + "}";
}

struct Attack {
  double claimed = std::numeric_limits<double>::infinity();
  double shown = 0;  // delta at the claimed eps
};

// Pairs of the unit's gradients that are neighbours under the relation.
std::vector<std::pair<Vector2d, Vector2d>> pairs(Relation relation) {
  const Vector2d along(kLong, 0), nothing(0, 0), across(0, kLong);
  // Another gradient that no clip shortens: a clip that counts tells it from a long one.
  const Vector2d shorter(-0.999, 0);
  if (relation == Relation::replace_one) return {{along, -along}, {along, shorter}};
  return {{along, nothing}, {nothing, across}};
}

Attack attack(const grid::Cell& cell) {
  run::Experiment experiment(cell, 0, test::plugins());
  experiment.rehearse_start();
  const std::int64_t last = run::RunBudget(experiment).last_iteration();
  Attack found;
  found.claimed = experiment.eps_spent(last);
  if (!std::isfinite(found.claimed)) return found;
  const privacy::Guarantee claim = experiment.released(last);
  const bool whole = claim.scope.unit == "client";
  const NoiseLaw::Kind kind = experiment.mechanism().law(0).kind;
  const bool are_sent = !whole || experiment.worst_client() >= 0;
  const bool messages = experiment.mechanism().claim().value().adversary == Adversary::server &&
                        are_sent && kind != NoiseLaw::Kind::langevin;
  const bool laplace = kind == NoiseLaw::Kind::laplace;
  const auto seen = [&](const World& world, bool silent, std::uint64_t stream) {
    return views(cell, world, whole, messages, silent, kRuns, stream);
  };
  const Vector2d nothing(0, 0), along(kLong, 0);
  const World empty{nothing, nothing};
  const Noise noise = noise_of(seen(empty, false, 0), seen(empty, true, 0), laplace);
  std::vector<std::pair<World, World>> neighbours;
  for (const auto& [with, without] : pairs(claim.relation)) {
    neighbours.push_back({{with, nothing}, {without, nothing}});
  }
  const auto [with, without] = pairs(claim.relation).front();
  neighbours.push_back({{with, along}, {without, along}});
  for (const auto& [one, other] : neighbours) {
    const MatrixXd a = seen(one, true, 1), b = seen(other, true, 2);
    found.shown = std::max({found.shown, shown_delta(a, b, noise, found.claimed),
                            shown_delta(b, a, noise, found.claimed)});
  }
  return found;
}

std::vector<const plugin_host::Plugin*> shipped(Kind kind) {
  std::vector<const plugin_host::Plugin*> all;
  for (const plugin_host::CatalogEntry& entry : test::plugins().catalog()) {
    if (test::is_of_tests(entry)) continue;
    for (const plugin_host::Plugin& plugin : entry.plugins) {
      if (plugin.descriptor->kind == kind) all.push_back(&plugin);
    }
  }
  return all;
}
// Those that can bound what a row or a client contributes.
std::vector<const plugin_host::Plugin*> samplers() {
  std::vector<const plugin_host::Plugin*> all = shipped(Kind::sampler);
  std::erase_if(all, [](const auto* plugin) { return option_of(*plugin, "clip") == nullptr; });
  return all;
}
std::vector<std::string> noises() {
  std::vector<std::string> all;
  for (const plugin_host::Plugin* plugin : shipped(Kind::privacy)) {
    const std::string name = plugin->descriptor->info.name;
    if (name != "none") all.push_back(name);
  }
  return all;
}

// Every combination with Gaussian noise or the sampler's own; other mechanisms on the first one of
// each unit.
std::vector<Setting> settings(const plugin_host::Plugin& sampler) {
  std::vector<Setting> all;
  std::set<std::string> units;
  for (const Words& words : variants(sampler)) {
    const std::string unit = words.contains("unit") ? words.at("unit") : "";
    std::vector<std::string> mechanisms{"gaussian", "langevin"};
    if (units.insert(unit).second) mechanisms = noises();
    for (const std::string& mechanism : mechanisms) {
      for (const char* adversary : {"server", "observer"}) {
        // A clip that follows a quantile is that of the first round for one round only.
        const int chains = words.contains("clip_rule") || all.size() % 3 == 2 ? 2 : 1;
        const bool in_turn =
            words.contains("client_sampling") && words.at("client_sampling") == "cyclic";
        const int rounds = (3 - chains) * (in_turn ? 2 : 1);  // one for each turn
        all.push_back({&sampler, words, mechanism, adversary, rounds, chains});
      }
    }
  }
  return all;
}

std::string words_of(const Setting& setting) {
  return sampler_text(setting) + " " + setting.mechanism + ", " + setting.adversary + ", " +
         std::to_string(setting.rounds) + " rounds of " + std::to_string(setting.chains);
}

// The cell's attack; nothing where the combination is refused or nothing is claimed.
std::optional<Attack> attack(const Setting& setting) {
  for (const char* length : {"rounds", "iterations"}) {
    try {
      const Attack found = attack(test::cell_of(text_of(setting, length)));
      if (std::isfinite(found.claimed)) return found;
    } catch (const std::invalid_argument&) {
    } catch (const std::runtime_error&) {
    }
  }
  return std::nullopt;
}

struct Tally {
  int attacked = 0, sharp = 0;
};

// Attacks every n-th of the settings.
Tally attack_every(std::size_t n, const std::vector<Setting>& settings) {
  Tally tally;
  for (std::size_t k = 0; k < settings.size(); k += n) {
    const std::optional<Attack> found = attack(settings[k]);
    if (!found) continue;
    CAPTURE(words_of(settings[k]), found->claimed, found->shown);
    CHECK(found->shown <= kDelta);
    ++tally.attacked;
    tally.sharp += found->shown > kDelta / 3 ? 1 : 0;
  }
  return tally;
}

// Every third sampler, from that one on; unless tests are long, with every sixth of its settings,
// or all where nothing is claimed of those.
void attack_third(std::size_t first) {
  const bool is_long = test::are_tests_long();
  const std::vector<const plugin_host::Plugin*> all = samplers();
  for (std::size_t i = first; i < all.size(); i += 3) {
    DYNAMIC_SECTION(all[i]->descriptor->info.name) {
      const std::vector<Setting> wanted = settings(*all[i]);
      Tally tally = attack_every(is_long ? 1 : 6, wanted);
      if (tally.attacked == 0) tally = attack_every(1, wanted);
      CAPTURE(tally.attacked, tally.sharp);
      if (is_long) CHECK(2 * tally.sharp >= tally.attacked);
      if (tally.attacked > 0) CHECK(tally.sharp > 0);
    }
  }
}

TEST_CASE("brute force: no sampler gives away more than it states, first third") {
  attack_third(0);
}
TEST_CASE("brute force: no sampler gives away more than it states, second third") {
  attack_third(1);
}
TEST_CASE("brute force: no sampler gives away more than it states, last third") { attack_third(2); }

}  // namespace
}  // namespace brute_force
