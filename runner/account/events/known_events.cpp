// Events known by a guarantee.
#include <array>

#include "account/events/event_kind.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

using privacy::Relation;
using Amplify = privacy::RenyiCurve (*)(privacy::RenyiCurve, double);

const std::vector<std::string> kOwnSecrets{"whatever the mechanism's own guarantee keeps secret"};

// ", delta 1e-06", or "" where that is 0.
std::string also(const char* name, double value) {
  return value > 0 ? fmt::format(", {} {}", name, short_text(value)) : "";
}

void need_replaced(ObjectReader& reader, const EventSetting& setting, const char* why) {
  if (setting.relation == Relation::replace_one) return;
  reader.report(why, "set \"relation\" to \"replace_one\"");
}

struct MechanismEvent : Repeated {
  double eps = 0, delta = 0;
};

constexpr std::array kMechanism{
    required(
        option("eps", &MechanismEvent::eps, "the eps that the mechanism guarantees").at_least(0)),
    option("delta", &MechanismEvent::delta, "the delta that it guarantees").at_least(0).below(1),
    count_row<MechanismEvent>()};

DocumentedEvent mechanism_event(const MechanismEvent& o, const EventSetting&, ObjectReader&) {
  return {fmt::format("a mechanism of eps {}{}{}", short_text(o.eps), also("delta", o.delta),
                      times(o.count)),
          kOwnSecrets,
          {},
          privacy::KnownBudget{{o.eps, o.delta}, o.count}};
}

struct LocalEvent : Repeated {
  double eps = 0;
};

template <class Options>
constexpr Option<Options> randomiser_row() {
  return required(inherited<Options>("eps", &LocalEvent::eps,
                                     "the eps of the randomiser that each client runs by itself")
                      .at_least(0));
}
constexpr std::array kLocal{randomiser_row<LocalEvent>(), count_row<LocalEvent>()};

DocumentedEvent local_event(const LocalEvent& o, const EventSetting&, ObjectReader&) {
  return {
      fmt::format("a local randomiser of eps {}{}", short_text(o.eps), times(o.count)),
      {"the datum and the coins of a client, which stay with it (everybody may see its report)"},
      {},
      privacy::KnownBudget{{o.eps, 0}, o.count}};
}

struct ShuffledEvent : LocalEvent {
  std::int64_t clients = 1;
  std::optional<std::int64_t> values;
};

constexpr std::array kShuffled{
    randomiser_row<ShuffledEvent>(),
    required(option("clients", &ShuffledEvent::clients,
                    "the number of clients whose reports are shuffled together")
                 .at_least(1)
                 .at_most(1e7)),
    option("values", &ShuffledEvent::values,
           "the randomiser is randomised response over that many values; any if left out")
        .at_least(2),
    count_row<ShuffledEvent>()};

DocumentedEvent shuffled_event(const ShuffledEvent& o, const EventSetting& setting,
                               ObjectReader& reader) {
  need_replaced(reader, setting,
                "shuffled reports hide one client's datum among those of a known number of "
                "clients, which is a statement of replace_one");
  if (setting.scope.unit != "client") {
    reader.report("shuffled reports are reports of clients, but the unit is " + setting.scope.unit,
                  "set \"unit\" to \"client\"");
  }
  if (reader.has_faults()) return {};
  privacy::ShuffledReports reports{};
  reports.epsilon = o.eps;
  reports.clients = o.clients;
  reports.values = o.values.value_or(0);
  reports.count = o.count;
  const std::string clients = text::counted(o.clients, "client");
  const std::string kind =
      o.values ? fmt::format("randomised response over {}", text::counted(*o.values, "value"))
               : "local randomiser";
  return {
      fmt::format("reports of {}, shuffled: a {} of eps {}{}; bound: {}", clients, kind,
                  short_text(o.eps), times(o.count), privacy::shuffled_bound(reports)),
      {"whose report is which: the shuffler is trusted with that", "what clients have reported"},
      {fmt::format("all {} run the randomiser as they should", clients)},
      privacy::known(reports)};
}

struct ResponseEvent : Repeated {
  double eps = 0;
  std::int64_t values = 2;
};

constexpr std::array kResponse{
    required(option("eps", &ResponseEvent::eps,
                    "the logarithm of how much likelier the true value is than another")
                 .at_least(0)),
    required(option("values", &ResponseEvent::values, "the number of values that are told apart")
                 .at_least(2)),
    count_row<ResponseEvent>()};

DocumentedEvent response_event(const ResponseEvent& o, const EventSetting& setting,
                               ObjectReader& reader) {
  need_replaced(reader, setting,
                "randomised response hides which of its values a unit has: replace_one");
  return {fmt::format("randomised response over {}, eps {}{}", text::counted(o.values, "value"),
                      short_text(o.eps), times(o.count)),
          {"the true values, and the coins"},
          {},
          privacy::with_count(privacy::known_response(o.eps, o.values), o.count)};
}

struct GdpEvent : Repeated {
  double mu = 1;
};

constexpr std::array kGdp{
    required(option("mu", &GdpEvent::mu, "the mu of the Gaussian guarantee").above(0)),
    count_row<GdpEvent>()};

DocumentedEvent gdp_event(const GdpEvent& o, const EventSetting& setting, ObjectReader&) {
  return {fmt::format("a mechanism of mu {} (Gaussian DP){}", short_text(o.mu), times(o.count)),
          kOwnSecrets,
          {},
          gaussian_release(o.mu, o.count, setting)};
}

struct ZcdpEvent : Repeated {
  double rho = 0, xi = 0;
  std::string_view sampling = "none";
  double rate = 1;
};

constexpr std::array kZcdp{
    required(option("rho", &ZcdpEvent::rho, "the rho of the guarantee").at_least(0)),
    option("xi", &ZcdpEvent::xi, "the xi of the guarantee").at_least(0),
    option("sampling", &ZcdpEvent::sampling,
           "how its units are drawn, in secret and anew each time")
        .one_of("none|poisson|without_replacement"),
    required(option("rate", &ZcdpEvent::rate, "the share of the units in a sample")
                 .above(0)
                 .at_most(1)
                 .only_if("sampling=poisson|without_replacement")),
    count_row<ZcdpEvent>()};

DocumentedEvent zcdp_event(const ZcdpEvent& o, const EventSetting& setting, ObjectReader& reader) {
  const bool poisson = o.sampling == "poisson", sampled = o.sampling != "none";
  const Amplify amplify = poisson ? privacy::poisson_renyi : privacy::fixed_size_renyi;
  if (sampled && poisson == (setting.relation == Relation::replace_one)) {
    reader.report_at("sampling",
                     "what samples make of a mechanism that is known by its divergences is covered "
                     "for poisson under add_remove and zero_out, and for without_replacement under "
                     "replace_one",
                     "set \"relation\" or \"sampling\" accordingly");
  }
  if (sampled) refuse_seen_clients(reader, setting, "sampling");
  DocumentedEvent event{
      fmt::format("a mechanism of rho {}{} (zCDP){}{}", short_text(o.rho), also("xi", o.xi),
                  sampled ? fmt::format(", {} {}", o.sampling, short_text(o.rate)) : "",
                  times(o.count)),
      kOwnSecrets,
      {},
      privacy::KnownConcentration{o.rho, o.xi, o.count}};
  if (!sampled) return event;
  event.secrets.emplace_back("which units are in a sample");
  event.event = privacy::known(amplify(privacy::concentrated(o.rho, o.xi), o.rate), o.count);
  return event;
}

struct RenyiEvent : Repeated {
  double order = 2, divergence = 0;
};

constexpr std::array kRenyi{
    required(option("order", &RenyiEvent::order, "the order of the divergence").above(1)),
    required(
        option("divergence", &RenyiEvent::divergence, "the divergence at that order").at_least(0)),
    count_row<RenyiEvent>()};

DocumentedEvent renyi_event(const RenyiEvent& o, const EventSetting&, ObjectReader&) {
  return {fmt::format("a mechanism of Renyi divergence {} at order {}{}", short_text(o.divergence),
                      short_text(o.order), times(o.count)),
          kOwnSecrets,
          {},
          privacy::known_at(o.order, o.divergence, o.count)};
}

constexpr std::array kKnownKinds{
    event_kind<kMechanism, mechanism_event>("mechanism",
                                            "anything that is (eps, delta)-private by itself"),
    event_kind<kLocal, local_event>(
        "local", "the report of a randomiser that every client runs on its own datum"),
    event_kind<kShuffled, shuffled_event>("shuffled",
                                          "reports of such randomisers, without their senders"),
    event_kind<kResponse, response_event>(
        "randomised_response",
        "one of some values, told with e^eps times the probability of any other if it is true"),
    event_kind<kGdp, gdp_event>("gdp", "anything that is mu-Gaussian private by itself"),
    event_kind<kZcdp, zcdp_event>("zcdp",
                                  "anything that is (xi, rho)-zero-concentrated private by itself"),
    event_kind<kRenyi, renyi_event>("renyi",
                                    "anything whose Renyi divergence is bounded at one order")};

}  // namespace

std::span<const EventKind> known_events() { return kKnownKinds; }

}  // namespace skald
