// Events of clients whose noise cancels in the sum, against a server that colludes with some.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "account/events/read_event.hpp"
#include "privacy/events/cape.hpp"
#include "skald/parts/privacy/pairwise_noise.hpp"
#include "text/counted.hpp"

namespace skald {
namespace {

using pairwise::CoalitionBound;
using pairwise::PairwiseNoise;
using privacy::NoisyRelease;

constexpr std::int64_t kMostNodes = 2000;  // of graphs that are looked at edge by edge
const std::vector<std::string> kTopologies{"complete", "ring", "star", "grid", "edges"};

// N clients, q of whom tell the server all that they know.
struct Colluders {
  std::int64_t clients, colluding;
};

Colluders read_colluders(ObjectReader& reader, std::int64_t most) {
  const std::int64_t clients =
      reader.needed("clients", 2, most, "add the number of clients that send messages");
  const std::int64_t colluding = reader.needed(
      "colluding", 0, clients - 1, "add how many clients the server may collude with, or 0");
  return {clients, colluding};
}

// What a design shows of a client, and the standard deviation of the noise in the mean.
struct Design {
  CoalitionBound bound{1, ""};
  double mean = 0, mean_without_one = 0;
};

Design complete_design(const PairwiseNoise& noise, const Colluders& all, std::int64_t together) {
  const auto N = static_cast<double>(all.clients), left = N - 1;
  const double squared = pairwise::complete_squared_mu(
      noise, static_cast<double>(all.clients - all.colluding), static_cast<double>(together));
  return {{squared, "all coalitions are alike"},
          noise.own / std::sqrt(N),
          std::sqrt((noise.own * noise.own + noise.pair * noise.pair) / left)};
}

Design graph_design(const Graph& graph, const PairwiseNoise& noise, const Colluders& all,
                    std::int64_t together) {
  double without_one = 0;
  for (Index c = 0; c < graph.nodes(); ++c) {
    without_one = std::max(without_one, pairwise::mean_variance(graph, noise, std::array{c}));
  }
  return {pairwise::worst_coalition(graph, noise, all.colluding, together),
          std::sqrt(pairwise::mean_variance(graph, noise, {})), std::sqrt(without_one)};
}

// What it shows of `together` clients that change together.
Design read_design(ObjectReader& reader, const std::string& topology, const PairwiseNoise& noise,
                   const Colluders& all, std::int64_t together) {
  const std::string edges = reader.text("edges").value_or("");
  if (topology == "complete") return complete_design(noise, all, together);
  TopologyOptions options;
  options.topology = topology;
  options.edges = edges;
  try {
    return graph_design(Graph(options, all.clients), noise, all, together);
  } catch (const std::invalid_argument& refused) {
    reader.report(refused.what(), "");
    return {};
  }
}

void refuse_absent_clients(ObjectReader& reader, const EventSetting& setting) {
  if (setting.relation != privacy::Relation::add_remove || setting.scope.unit != "client") return;
  reader.report(
      "a client that is absent takes its share of the noise with it, which add_remove of "
      "whole clients does not allow",
      "set \"relation\" to \"zero_out\" or \"replace_one\"");
}

double own_noise(ObjectReader& reader, const char* remedy) {
  return reader.needed("noise_multiplier", kPositive, remedy);
}

std::vector<std::string> premises_of(const Colluders& all, const char* other) {
  return {fmt::format("the server learns what they know from at most {} of {}", all.colluding,
                      text::counted(all.clients, "client")),
          other, "all noise is fresh in every round"};
}

}  // namespace

DocumentedEvent pairwise_event(ObjectReader& reader, const EventSetting& setting) {
  PairwiseNoise noise{};
  noise.own = own_noise(
      reader,
      "add the standard deviation of a client's own noise over the sensitivity of a message");
  noise.pair = reader.needed("pair_multiplier", kNotNegative,
                             "add the standard deviation of the noise that two neighbours share, "
                             "over the sensitivity of a message");
  const std::string topology = reader.word("topology", kTopologies).value_or("complete");
  const Colluders all = read_colluders(reader, topology == "complete" ? kMost : kMostNodes);
  refuse_absent_clients(reader, setting);
  if (topology != "edges" && reader.has("edges")) {
    reader.report_at("edges", "\"edges\" is of the topology edges", "remove it");
  }
  const Design design = read_design(reader, topology, noise, all, 1);
  const double mu = std::sqrt(design.bound.squared_mu);
  const NoisyRelease release = gaussian_release(mu, reader, setting);
  // Of a group of records, all may be of one client; clients that change together are distinct.
  std::optional<privacy::Event> of_group;
  if (setting.group > 1 && setting.scope.unit == "client") {
    const Design group = read_design(reader, topology, noise, all, setting.group);
    of_group = gaussian_release(std::sqrt(group.bound.squared_mu), reader, setting);
  }
  return {
      fmt::format("gaussian noise {}, and {} that cancels pairwise ({}), of {}, {} "
                  "colluding ({}): mu {}; in the mean {}, without one of them {}{}",
                  short_text(noise.own), short_text(noise.pair), topology,
                  text::counted(all.clients, "client"), all.colluding, design.bound.how,
                  short_text(mu), short_text(design.mean), short_text(design.mean_without_one),
                  times(release.count)),
      {"the own noise of every honest client, and the seeds that two of them share"},
      premises_of(all, "a client whose seeds are recovered after it dropped out is one of these"),
      release,
      of_group};
}

DocumentedEvent cape_event(ObjectReader& reader, const EventSetting& setting) {
  const double noise =
      own_noise(reader, "add the standard deviation tau of a message's noise over its sensitivity");
  const Colluders all = read_colluders(reader, kMost);
  refuse_absent_clients(reader, setting);
  const double mu = std::sqrt(privacy::cape_squared_mu(noise, all.clients, all.colluding));
  const NoisyRelease release = gaussian_release(mu, reader, setting);
  return {fmt::format("CAPE, gaussian noise {} of {}, {} colluding: mu {}; in the mean {}{}",
                      short_text(noise), text::counted(all.clients, "client"), all.colluding,
                      short_text(mu), short_text(noise / static_cast<double>(all.clients)),
                      times(release.count)),
          {"the noise of every honest client; the mean of all is known"},
          premises_of(all, "the mean of the noise is formed without showing any part of it"),
          release};
}

}  // namespace skald
