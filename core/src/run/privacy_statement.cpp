#include "run/privacy_statement.hpp"

#include <algorithm>
#include <string_view>

#include "privacy/guarantee.hpp"
#include "record/costs.hpp"
#include "record/uncovered_series.hpp"
#include "run/accounts/stored_columns.hpp"
#include "text/number_text.hpp"
#include "text/wire.hpp"

namespace skald::run {
namespace {

std::string eps_text(const Experiment& experiment, std::int64_t iterations) {
  const std::string released = describe(experiment.released(iterations));
  const std::string complaint = experiment.private_inputs().complaint();
  if (complaint.empty()) return released + ". ";
  return "epsilon inf: " + complaint + ". Of its releases alone: " + released + ". ";
}

std::string scope_text(const Experiment& experiment, const std::string& unit) {
  const std::int64_t chains = experiment.run().chains;
  std::string text =
      chains == 1 ? "One chain. " : "All " + text::counted(chains, "chain") + " are composed. ";
  text += unit == "client"
              ? "Neighbouring data sets differ in all rows of one client, as rows are divided. "
              : "Neighbouring data sets differ in one record of one client, as rows are divided. ";
  return text +
         "Every replicate and every cell is a release of its own: skald account grid GRID composes "
         "a "
         "study. ";
}

std::string public_text(const PrivateInputs& inputs) {
  if (inputs.declared_public.empty()) return "";
  std::string text;
  for (const ReadInput& input : inputs.declared_public) {
    text += (text.empty() ? "" : "; ") + input.name + " (" + input.why + ")";
  }
  return "Declared public by run.public: " + text + ". ";
}

std::string claim_text(const std::optional<PublishedClaim>& claim) {
  return claim ? "Published: " + describe(*claim) + ". " : "";
}

std::string noise_text(const Mechanism& mechanism) {
  if (mechanism.is_for_publication()) {
    return "Noise, batches and participants came from the operating system: the run cannot be "
           "repeated. ";
  }
  return "Noise and sampling came from the run's seed, which is stored: this simulates a release "
         "but is not one, since anyone who has the seed can subtract the noise, and runs of one "
         "seed share their normals. ";
}

// What an end by the outcome costs: it tells that the run did not go on, which is made of what all
// planned iterations would have released.
std::string end_text(const Experiment& experiment, RunLength length) {
  if (length.done == length.planned) return "";
  std::string text = "The run's outcome ended it after iteration " + std::to_string(length.done) +
                     ", so that this is the epsilon of all " + std::to_string(length.planned) +
                     " planned ones";
  const std::optional<double> odometer = experiment.odometer(length.done);
  if (odometer && experiment.is_covered()) {
    text += "; an odometer, which holds whatever ends a run, says " +
            text::number_text(*odometer, 6) + " for what was released";
  }
  return text + ". ";
}

bool contains(const std::vector<std::string_view>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::string covered_text(const Experiment& experiment) {
  const std::vector<std::string_view>& withheld = experiment.withheld_costs();
  std::string covered, kept_back;
  for (const StoredColumn& column : kStoredColumns) {
    if (column.source == FunctionOf::clock && experiment.clock() == nullptr) continue;
    if (contains(withheld, column.name)) {
      kept_back += (kept_back.empty() ? "" : ", ") + std::string(column.name);
    } else if (column.source < FunctionOf::rows) {
      covered += std::string(column.name) + ", ";
    }
  }
  const std::string text = "Covered by eps: " + covered + "and metrics of draws. ";
  if (kept_back.empty()) return text;
  return text + "Not kept, since it tells what must stay secret: " + kept_back + ". ";
}

std::string test_rows_text(std::span<const std::string> metrics) {
  if (metrics.empty()) return "";
  std::string names;
  for (const std::string& name : metrics) names += (names.empty() ? "" : ", ") + name;
  return "Protected are the rows trained on; test rows are not, of which are computed, without "
         "noise: " +
         names + ". ";
}

std::string machine_columns() {
  std::string names;
  const record::MachineUse use;
  text::for_each_column(use, [&](std::string_view name, const auto&) {
    names.append(names.empty() ? "" : ", ").append(name);
  });
  return names;
}

std::string uncovered_texts() {
  std::string kinds;
  for (const StoredColumn& text : kStoredTexts) {
    if (text.source == FunctionOf::rows) kinds.append(kinds.empty() ? "" : ", ").append(text.name);
  }
  return kinds;
}

std::string uncovered_text(std::span<const std::string> metrics) {
  return record::uncovered_sentence(metrics) + ", events of the kinds " + uncovered_texts() +
         ", and what this machine took (" + machine_columns() + ").";
}

}  // namespace

std::string privacy_statement(const Experiment& experiment, RunLength length,
                              std::span<const std::string> uncovered,
                              std::span<const std::string> of_test_rows) {
  if (!experiment.mechanism().claim()) return "";
  const std::optional<std::string> large = experiment.large_delta();
  return eps_text(experiment, length.planned) + (large ? "Note: " + *large + ". " : "") +
         end_text(experiment, length) + claim_text(experiment.published_claim(length.planned)) +
         scope_text(experiment, experiment.released(length.planned).scope.unit) +
         experiment.premises() + public_text(experiment.private_inputs()) +
         noise_text(experiment.mechanism()) + covered_text(experiment) +
         test_rows_text(of_test_rows) + uncovered_text(uncovered);
}

namespace {

bool is_sampled(const Release& release) {
  return release.sampling != Sampling::none && release.rate < 1;
}

template <class Test>
bool any(const std::vector<Release>& releases, Test test) {
  return std::any_of(releases.begin(), releases.end(), test);
}

std::string of_clients(const std::vector<Release>& releases, const Claim& claim) {
  std::string text;
  if (any(releases, [](const Release& r) { return r.noised_by_server; })) {
    text += "The server is trusted: it sees every client's move, and adds the noise. ";
  }
  if (any(releases, [](const Release& r) { return r.client == -1 && !r.noised_by_server; })) {
    text +=
        "Clients add shares of the noise, and the server learns no more than their sum, as by "
        "secure aggregation; no more of them drop out or collude than the sampler allows for. ";
  }
  if (any(releases, [](const Release& r) { return r.client >= 0; })) {
    text +=
        "The server sees every upload, and no more of a round's clients than the sampler allows "
        "for tell it what they know; a client's own noise is known to nobody else, nor is what it "
        "shares with one that does not tell, all of it is fresh in every round, and whoever is to "
        "take part does. ";
  }
  if (any(releases, is_sampled) && claim.adversary == Adversary::observer) {
    text += "Who takes part in a round must stay secret";
    text += any(releases, [](const Release& r) { return has_random_size(r.sampling); })
                ? ", and how many do. "
                : ". ";
  }
  return text;
}

std::string of_records(const std::vector<Release>& releases, const Claim& claim) {
  const bool own_noise = any(releases, [](const Release& r) { return r.own_noise > 0; });
  std::string text =
      own_noise
          ? "A client draws its noise itself and in secret; noise that clients share is known "
            "to all and not counted. "
          : "Each client adds the noise to what it sends, and nobody else has its rows. ";
  if (any(releases, is_sampled)) {
    text += "Which of its rows a message is made of must stay secret";
    text += any(releases, [](const Release& r) { return has_random_size(r.sampling); })
                ? ", and how many. "
                : ". ";
  }
  if (claim.adversary == Adversary::observer &&
      any(releases, [](const Release& r) { return r.participation < 1; })) {
    text += "Who takes part in a round must stay secret: the server, who sees it, is trusted. ";
  }
  return text;
}

}  // namespace

std::string premises(const std::vector<Release>& releases, const Claim& claim) {
  if (releases.empty()) return "";
  return releases.front().unit == Unit::client ? of_clients(releases, claim)
                                               : of_records(releases, claim);
}

}  // namespace skald::run
