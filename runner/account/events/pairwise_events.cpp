// Events of clients whose noise cancels in the sum, against a server that colludes with some.
#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "account/events/event_kind.hpp"
#include "privacy/events/cape.hpp"
#include "skald/parts/privacy/pairwise_noise.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using pairwise::CoalitionBound;
using pairwise::PairwiseNoise;

constexpr std::int64_t kMostNodes = 2000;  // of graphs that are looked at edge by edge

// N clients, q of whom tell the server all that they know.
struct Colluders : Repeated {
  std::int64_t clients = 2, colluding = 0;
};

template <class Options>
constexpr std::array kColluders{
    required(inherited<Options>("clients", &Colluders::clients,
                                "the number of clients that send messages")
                 .at_least(2)),
    required(inherited<Options>("colluding", &Colluders::colluding,
                                "how many clients, fewer than all, the server may collude with")
                 .at_least(0)),
    count_row<Options>("how many rounds")};

struct PairwiseEvent : Colluders {
  double own = 1, pair = 0;
  std::string_view topology = "complete";
  std::string_view edges;
};

constexpr auto kPairwise = append(
    std::array{noise_row(&PairwiseEvent::own, "noise_multiplier",
                         "the standard deviation of a client's own noise over the sensitivity of a "
                         "message"),
               noise_row(&PairwiseEvent::pair, "pair_multiplier",
                         "the standard deviation of the noise that two neighbours share, over the "
                         "sensitivity of a message")
                   .at_least(0),
               option("topology", &PairwiseEvent::topology,
                      "who is whose neighbour; at most 2000 clients unless complete")
                   .one_of("complete|ring|star|grid|edges"),
               option("edges", &PairwiseEvent::edges,
                      "pairs of clients, counted from 0, such as '0-1, 1-2, 2-0'")
                   .only_if("topology=edges")},
    kColluders<PairwiseEvent>);

struct CapeEvent : Colluders {
  double noise = 1;
};

constexpr auto kCape =
    append(std::array{noise_row(&CapeEvent::noise, "noise_multiplier",
                                "the standard deviation tau of a message's noise over its "
                                "sensitivity")},
           kColluders<CapeEvent>);

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
Design design_of(const PairwiseEvent& o, std::int64_t together, ObjectReader& reader) {
  const PairwiseNoise noise{.own = o.own, .pair = o.pair};
  if (o.topology == "complete") return complete_design(noise, o, together);
  TopologyOptions options;
  options.topology = o.topology;
  options.edges = o.edges;
  try {
    return graph_design(Graph(options, o.clients), noise, o, together);
  } catch (const std::invalid_argument& refused) {
    reader.report(refused.what(), "");
    return {};
  }
}

void refuse_uncovered(const Colluders& all, const EventSetting& setting, ObjectReader& reader) {
  reader.is_at_most("colluding", all.colluding, all.clients - 1,
                    "one client at least must be honest");
  if (setting.relation != privacy::Relation::add_remove || setting.scope.unit != "client") return;
  reader.report(
      "a client that is absent takes its share of the noise with it, which add_remove of "
      "whole clients does not allow",
      "set \"relation\" to \"zero_out\" or \"replace_one\"");
}

std::vector<std::string> premises_of(const Colluders& all, const char* other) {
  return {fmt::format("the server learns what they know from at most {} of {}", all.colluding,
                      text::counted(all.clients, "client")),
          other, "all noise is fresh in every round"};
}

DocumentedEvent pairwise_event(const PairwiseEvent& o, const EventSetting& setting,
                               ObjectReader& reader) {
  refuse_uncovered(o, setting, reader);
  if (o.topology != "complete") {
    reader.is_at_most("clients", o.clients, kMostNodes, "set \"topology\" to \"complete\"");
  }
  if (reader.has_faults()) return {};
  const Design design = design_of(o, 1, reader);
  const double mu = std::sqrt(design.bound.squared_mu);
  // Of a group of records, all may be of one client; clients that change together are distinct.
  std::optional<privacy::Event> of_group;
  if (setting.group > 1 && setting.scope.unit == "client") {
    const Design group = design_of(o, setting.group, reader);
    of_group = gaussian_release(std::sqrt(group.bound.squared_mu), o.count, setting);
  }
  return {
      fmt::format("gaussian noise {}, and {} that cancels pairwise ({}), of {}, {} "
                  "colluding ({}): mu {}; in the mean {}, without one of them {}{}",
                  short_text(o.own), short_text(o.pair), o.topology,
                  text::counted(o.clients, "client"), o.colluding, design.bound.how, short_text(mu),
                  short_text(design.mean), short_text(design.mean_without_one), times(o.count)),
      {"the own noise of every honest client, and the seeds that two of them share"},
      premises_of(o, "a client whose seeds are recovered after it dropped out is one of these"),
      gaussian_release(mu, o.count, setting),
      of_group};
}

DocumentedEvent cape_event(const CapeEvent& o, const EventSetting& setting, ObjectReader& reader) {
  refuse_uncovered(o, setting, reader);
  if (reader.has_faults()) return {};
  const double mu = std::sqrt(privacy::cape_squared_mu(o.noise, o.clients, o.colluding));
  return {fmt::format("CAPE, gaussian noise {} of {}, {} colluding: mu {}; in the mean {}{}",
                      short_text(o.noise), text::counted(o.clients, "client"), o.colluding,
                      short_text(mu), short_text(o.noise / static_cast<double>(o.clients)),
                      times(o.count)),
          {"the noise of every honest client; the mean of all is known"},
          premises_of(o, "the mean of the noise is formed without showing any part of it"),
          gaussian_release(mu, o.count, setting)};
}

constexpr std::array kPairwiseKinds{
    event_kind<kPairwise, pairwise_event>(
        "pairwise_cancelling",
        "rounds in which clients add noise of their own, and noise "
        "that cancels in the sum of two neighbours' messages"),
    event_kind<kCape, cape_event>(
        "cape",
        "rounds of CAPE: each site's noise less the mean of all, which is "
        "known, and a smaller one of its own")};

}  // namespace

std::span<const EventKind> pairwise_events() { return kPairwiseKinds; }

}  // namespace skald
