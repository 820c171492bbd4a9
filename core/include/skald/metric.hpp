// A metric: a number that is computed from the observables of a run whenever the run is recorded.
#pragma once

#include <array>
#include <string_view>

#include "skald/metric_info.hpp"
#include "skald/observables.hpp"
#include "skald/plugin.hpp"

namespace skald {

// Collects sentences that a reader of a value should know.
class Notes {
 public:
  virtual ~Notes() = default;
  virtual void add(std::string_view sentence) = 0;
};

// A function of observables and options alone: two calls with equal observables give equal values,
// whatever happened between them. A metric keeps no state between calls, so a checkpoint has
// nothing of it to save.
class Metric {
 public:
  virtual ~Metric() = default;
  // Returns the value, or NaN if there is none (for example with too few draws), which is stored as
  // NULL. An exception ends the run as failed.
  virtual double value(const Observables& observed) const = 0;
  // Adds notes; called at the end of the run.
  virtual void notes(const Observables& /*observed*/, Notes& /*notes*/) const {}
};

namespace detail {

template <double (*formula)(const Observables&)>
class FormulaMetric final : public Metric {
 public:
  double value(const Observables& observed) const override { return formula(observed); }
};

template <class M>
void* create_default(const PluginDescriptor&, const Value*) {
  return static_cast<Metric*>(new M);
}

constexpr PluginDescriptor without_options(Info info, MetricInfo about) {
  return {.size = sizeof(PluginDescriptor),
          .abi_tag = SKALD_ABI_TAG,
          .interface_version = kInterfaceVersion,
          .kind = Kind::metric,
          .info = info,
          .build_info = SKALD_BUILD_INFO,
          .options = nullptr,
          .option_count = 0,
          .create = nullptr,
          .destroy = nullptr,
          .metric = about};
}

template <const auto& family, std::size_t i>
constexpr PluginDescriptor member();
template <const auto& family, std::size_t i>
inline constexpr PluginDescriptor member_v = member<family, i>();

template <const auto& family, std::size_t i>
constexpr PluginDescriptor member() {
  PluginDescriptor result = family.members[i];
  result.library = family.library;
  if constexpr (i + 1 < family.members.size()) result.next = &member_v<family, i + 1>;
  return result;
}

}  // namespace detail

// The descriptor of a metric class, constructible from its Options struct; `info.summary` is the
// metric's definition in one sentence, with the formula.
template <class M, class Options, const auto& table>
constexpr PluginDescriptor metric(Info info, MetricInfo about) {
  PluginDescriptor result = plugin<M, Options, table>(info);
  result.metric = about;
  return result;
}

// The descriptor of a metric class without options.
template <class M>
constexpr PluginDescriptor metric(Info info, MetricInfo about) {
  PluginDescriptor result = detail::without_options(info, about);
  result.create = &detail::create_default<M>;
  result.destroy = &detail::destroy<M>;
  return result;
}

// The descriptor of a metric that is one function.
template <double (*formula)(const Observables&)>
constexpr PluginDescriptor metric(Info info, MetricInfo about) {
  return metric<detail::FormulaMetric<formula>>(info, about);
}

// Metrics that share a library, LIBRARY.so:
//   constexpr skald::Family family{"predictions", std::array{skald::metric<accuracy>(...), ...}};
//   SKALD_PLUGIN = skald::plugin_family<family>();
template <std::size_t count>
struct Family {
  const char* library;
  std::array<PluginDescriptor, count> members;
};
template <std::size_t count>
Family(const char*, std::array<PluginDescriptor, count>) -> Family<count>;

template <const auto& family>
constexpr PluginDescriptor plugin_family() {
  return detail::member<family, 0>();
}

}  // namespace skald
