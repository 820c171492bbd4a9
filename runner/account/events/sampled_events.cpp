// Events known by the law of what they tell: units in steps or samples of their own, random shifts,
// and the best of several candidates.
#include <array>
#include <cmath>
#include <stdexcept>

#include "account/events/event_kind.hpp"
#include "privacy/events/filters.hpp"
#include "text/number_text.hpp"

namespace skald {
namespace {

void refuse_replaced(ObjectReader& reader, const EventSetting& setting, const char* what) {
  if (setting.relation != privacy::Relation::replace_one) return;
  reader.report(std::string(what) + " is covered under add_remove and zero_out only",
                "set \"relation\" to one of them");
}

struct AllocationEvent : Repeated {
  double noise_multiplier = 1;
  std::int64_t bins = 1, participations = 1;
};

constexpr std::array kAllocation{
    noise_row(&AllocationEvent::noise_multiplier, "noise_multiplier", kNoiseOverSensitivity)
        .at_least(0.3),
    required(option("bins", &AllocationEvent::bins,
                    "in how many steps a unit may be: the steps of an epoch")
                 .at_least(1)
                 .at_most(privacy::most_bins)),
    option("participations", &AllocationEvent::participations,
           "in how many of them every unit is, every choice being as likely")
        .at_least(1),
    count_row<AllocationEvent>("how many epochs")};

DocumentedEvent allocation_event(const AllocationEvent& o, const EventSetting& setting,
                                 ObjectReader& reader) {
  reader.is_at_most("participations", o.participations, o.bins, "lower it to \"bins\"");
  refuse_replaced(reader, setting, "a step at random");
  refuse_seen_clients(reader, setting, "bins");
  privacy::NoisyRelease epoch{o.noise_multiplier, Sampling::balls_in_bins,
                              1 / static_cast<double>(o.bins), o.count, setting.relation};
  epoch.draws = o.participations;
  const bool once = o.participations == 1;
  return {
      fmt::format("gaussian, noise multiplier {}, every unit in {} of {}{}",
                  short_text(o.noise_multiplier), once ? "one" : std::to_string(o.participations),
                  text::counted(o.bins, "step"), times(o.count)),
      {"the messages before noise, the noise, and the seed it is from",
       "which units are in a step, and how many"},
      {once ? "every unit picks its step by itself, anew in every epoch"
            : "every unit picks its steps by itself, anew in every epoch"},
      epoch};
}

struct TruncatedEvent : Repeated {
  double noise_multiplier = 1, rate = 0.5;
  std::int64_t units = 1, at_most = 1;
};

constexpr std::array kTruncated{
    noise_row(&TruncatedEvent::noise_multiplier, "noise_multiplier", kNoiseOverSensitivity),
    required(option("rate", &TruncatedEvent::rate, "the chance of a unit to be in a sample")
                 .above(0)
                 .below(1)),
    required(option("units", &TruncatedEvent::units,
                    "the number of units: under replace_one exactly, otherwise that or more")
                 .at_least(1)),
    required(
        option("at_most", &TruncatedEvent::at_most, "how many units of a sample are kept at most")
            .at_least(1)),
    count_row<TruncatedEvent>()};

DocumentedEvent truncated_event(const TruncatedEvent& o, const EventSetting& setting,
                                ObjectReader& reader) {
  refuse_seen_clients(reader, setting, "rate");
  if (reader.has_faults()) return {};
  privacy::TruncatedSample sample{};
  sample.noise_multiplier = o.noise_multiplier * privacy::distance_in_clips(setting.relation);
  sample.rate = o.rate;
  sample.units = o.units;
  sample.most = o.at_most;
  sample.relation = setting.relation;
  return {fmt::format("gaussian, noise multiplier {}, poisson {} of {}, at most {}{}",
                      short_text(o.noise_multiplier), short_text(o.rate), o.units, o.at_most,
                      times(o.count)),
          {"the messages before noise, the noise, and the seed it is from",
           "which units are in a sample, and how many"},
          {"of a sample that is too large, a uniform subset is kept"},
          privacy::with_count(privacy::known(sample), o.count)};
}

struct MixtureEvent : Repeated {
  double noise_multiplier = 1;
  Numbers shifts, probabilities;
};

constexpr std::array kMixture{
    noise_row(&MixtureEvent::noise_multiplier, "noise_multiplier",
              "the standard deviation of the noise, in the unit of shifts"),
    option("shifts", &MixtureEvent::shifts, "how far a unit may move the sum: [0, 1]").at_least(0),
    option("probabilities", &MixtureEvent::probabilities,
           "how likely each shift is: [0.9, 0.1], which add up to 1")
        .at_least(0)
        .at_most(1),
    count_row<MixtureEvent>()};

DocumentedEvent mixture_event(const MixtureEvent& o, const EventSetting& setting,
                              ObjectReader& reader) {
  refuse_replaced(reader, setting, "a random shift");
  refuse_seen_clients(reader, setting, "probabilities");
  privacy::GaussianMixture mixture{
      o.noise_multiplier, {o.shifts.values.begin(), o.shifts.values.end()}, {}};
  for (const double weight : o.probabilities.values) mixture.log_weight.push_back(std::log(weight));
  DocumentedEvent event{
      fmt::format("gaussian, noise {}, moved by one of {} distances{}",
                  short_text(o.noise_multiplier), mixture.shift.size(), times(o.count)),
      {"the messages before noise, the noise, the seed it is from, and by how much units move "
       "them"},
      {},
      {}};
  try {
    event.event = privacy::with_count(privacy::known(mixture), o.count);
  } catch (const std::invalid_argument& refused) {
    reader.report(refused.what(), "");
  }
  return event;
}

struct SelectionEvent : Repeated {
  std::string_view number = "negative_binomial";
  double shape = 1, mean = 1;
};

constexpr std::array kSelection{
    option("number", &SelectionEvent::number, "the law of the number of candidates")
        .one_of("negative_binomial|poisson"),
    option("shape", &SelectionEvent::shape, "1 is geometric, 0 logarithmic")
        .above(-1)
        .only_if("number=negative_binomial"),
    required(option("mean", &SelectionEvent::mean,
                    "how many candidates are tried on average; 1 or more unless Poisson")
                 .above(0)),
    count_row<SelectionEvent>()};
constexpr const char* kCandidate = "what one candidate releases, if it is chosen";

// The releases of a candidate; what they say is added to that of the whole.
privacy::Composition read_candidate(DocumentedEvent& whole, const EventSetting& setting,
                                    ObjectReader& reader) {
  privacy::Composition once{setting.relation, {}};
  std::vector<ObjectReader> parts = reader.objects(kEvents, "an event", kCandidate);
  if (parts.empty() && !reader.has_faults()) {
    reader.report_at(kEvents, "a candidate that releases nothing cannot be chosen", "");
  }
  for (ObjectReader& one : parts) {
    const DocumentedEvent part = read_event(one, setting);
    const std::string refusal = privacy::renyi_refusal(part.event);
    if (!refusal.empty()) one.report(refusal + ", which a choice of candidates needs", "");
    whole.what += (whole.what.empty() ? "" : "; ") + part.what;
    whole.secrets.insert(whole.secrets.end(), part.secrets.begin(), part.secrets.end());
    whole.premises.insert(whole.premises.end(), part.premises.begin(), part.premises.end());
    once.events.push_back(part.event);
  }
  return once;
}

DocumentedEvent selection_event(const SelectionEvent& o, const EventSetting& setting,
                                ObjectReader& reader) {
  const bool poisson = o.number == "poisson";
  if (!poisson && o.mean < 1) {
    reader.report_at("mean", "\"mean\" must be at least 1, got " + short_text(o.mean),
                     "set \"number\" to \"poisson\" if there may be no candidate");
  }
  const privacy::Repetitions repetitions{.shape = poisson ? kNoEnd : o.shape, .mean = o.mean};
  DocumentedEvent event{"", {"how many candidates are tried, and all but the best"}, {}, {}};
  const privacy::Composition once = read_candidate(event, setting, reader);
  event.what =
      fmt::format("the best of {} candidates ({}) that each release: {}{}", short_text(o.mean),
                  poisson ? "Poisson" : fmt::format("shape {}", short_text(o.shape)), event.what,
                  times(o.count));
  event.event = privacy::KnownCurve{[=](std::span<const double> orders) {
                                      return privacy::selection_rdp(repetitions, orders,
                                                                    privacy::rdp(once, orders));
                                    },
                                    o.count};
  return event;
}

constexpr std::array kSampledKinds{
    event_kind<kAllocation, allocation_event>(
        "balls_in_bins",
        "an epoch in which every unit is in one step, at random, under Gaussian noise"),
    event_kind<kTruncated, truncated_event>(
        "truncated_poisson", "Gaussian noise on Poisson samples that are cut to a largest size"),
    event_kind<kMixture, mixture_event>(
        "gaussian_mixture", "Gaussian noise on a sum that a unit moves by a random distance"),
    event_kind<kSelection, selection_event>(
        "repeat_and_select", "the best of a secret, random number of candidates", kCandidate)};

}  // namespace

std::span<const EventKind> sampled_events() { return kSampledKinds; }

}  // namespace skald
