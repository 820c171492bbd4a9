// The plugin boundary: one shared library exports one constant descriptor named `skald_plugin`.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "skald/metric_info.hpp"
#include "skald/options.hpp"

namespace skald {

enum class Kind : std::uint32_t { dataset, partition, model, sampler, privacy, metric };

class Dataset;
class Partition;
class Model;
class Sampler;
class Mechanism;
class Metric;

// How a plugin describes itself to people and to the results database. The strings have static
// storage.
struct Info {
  const char* name;           // lower case, as in the literature; equals the file name
  const char* version = "1";  // of the code, for people
  // Increase whenever the same options and seed give other numbers. Part of a run's identity.
  std::uint32_t numerics_revision;
  const char* summary;    // one sentence
  const char* reference;  // paper and algorithm, or ""
  // Of a sampler that uses Context::parallel(): what works side by side ("the clients of a round").
  // Null: its runs have one thread.
  const char* side_by_side = nullptr;
  // Of a sampler: whether its rounds follow Context::clients. Runs of others have no such section.
  bool keeps_time = false;
  // Of a sampler that releases nothing that an eps could be of, whatever its options: why, and what
  // to take instead. Null: releases() decides.
  const char* no_eps = nullptr;
};

// A number that formulas of a grid may use beside a sampler's options, such as the spectral gap of
// its graph.
struct FormulaConstant {
  const char* name = nullptr;  // as of an option; null: the sampler offers none
  const char* meaning = nullptr;
  // Takes values as `create` does, without those that are formulas. What it reads must be given
  // otherwise: the host asks again once all formulas have values. Throws std::exception.
  double (*value)(const Value* values, Index clients) = nullptr;
};

// Plain data, constant-initialised. `size` and `abi_tag` will always be the first fields; a host
// reads nothing else until both have the expected values.
struct PluginDescriptor {
  std::uint32_t size;   // sizeof(PluginDescriptor)
  const char* abi_tag;  // must equal the host's SKALD_ABI_TAG
  std::uint32_t interface_version;
  Kind kind;
  Info info;
  const char* build_info;  // compiler flags that change numbers or speed: recorded only
  const OptionInfo* options;
  std::uint32_t option_count;
  // Takes values in table order, validated against the table. Throws std::exception if options
  // contradict each other. Returns the interface class of `kind`, owned by the plugin's library.
  // `self` is this descriptor, by which one function can serve several.
  void* (*create)(const PluginDescriptor& self, const Value* values);
  void (*destroy)(void*) noexcept;
  MetricInfo metric = {};  // of a metric
  // Several metrics may share a library: its file's name without suffix (null: `info.name`), and
  // the next of these metrics (null: there is none).
  const char* library = nullptr;
  const PluginDescriptor* next = nullptr;
  FormulaConstant constant = {};  // of a sampler
};

// Raised whenever a class that crosses the boundary changes.
inline constexpr std::uint32_t kInterfaceVersion = 19;

#define SKALD_STRINGIFY_(x) #x
#define SKALD_STRINGIFY(x) SKALD_STRINGIFY_(x)
#if defined(__clang__)
#define SKALD_COMPILER "clang-" SKALD_STRINGIFY(__clang_major__)
#else
#define SKALD_COMPILER "gcc-" SKALD_STRINGIFY(__GNUC__)
#endif
#if defined(__SANITIZE_ADDRESS__)
#define SKALD_SANITIZER " asan"
#elif defined(__SANITIZE_THREAD__)
#define SKALD_SANITIZER " tsan"
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SKALD_SANITIZER " asan"
#elif __has_feature(thread_sanitizer)
#define SKALD_SANITIZER " tsan"
#else
#define SKALD_SANITIZER ""
#endif
#else
#define SKALD_SANITIZER ""
#endif
// Compiler, standard library ABI and sanitizer, which must be equal on both sides of the boundary.
#define SKALD_ABI_TAG \
  "skald-1 " SKALD_COMPILER " cxx11abi-" SKALD_STRINGIFY(_GLIBCXX_USE_CXX11_ABI) SKALD_SANITIZER

#if defined(__AVX512F__)
#define SKALD_BUILD_ISA "avx512"
#elif defined(__AVX2__)
#define SKALD_BUILD_ISA "avx2"
#else
#define SKALD_BUILD_ISA "baseline"
#endif
#if defined(NDEBUG)
#define SKALD_BUILD_NDEBUG " ndebug"
#else
#define SKALD_BUILD_NDEBUG ""
#endif
#define SKALD_BUILD_INFO                                                                \
  "eigen-" SKALD_STRINGIFY(EIGEN_WORLD_VERSION) "." SKALD_STRINGIFY(                    \
      EIGEN_MAJOR_VERSION) "." SKALD_STRINGIFY(EIGEN_MINOR_VERSION) " " SKALD_BUILD_ISA \
      SKALD_BUILD_NDEBUG

namespace detail {

// The interface class that Plugin derives from, and its kind.
template <class Plugin>
struct KindOf {
  template <class Interface>
  static constexpr bool is = std::is_convertible_v<Plugin*, Interface*>;
  static constexpr Kind value = is<Dataset>     ? Kind::dataset
                                : is<Partition> ? Kind::partition
                                : is<Model>     ? Kind::model
                                : is<Sampler>   ? Kind::sampler
                                : is<Metric>    ? Kind::metric
                                                : Kind::privacy;
  template <Kind kind, class Of, class Else>
  using If = std::conditional_t<value == kind, Of, Else>;
  using Interface = If<
      Kind::dataset, Dataset,
      If<Kind::partition, Partition,
         If<Kind::model, Model, If<Kind::sampler, Sampler, If<Kind::metric, Metric, Mechanism>>>>>;
  static_assert(is<Interface>,
                "a plugin derives from Dataset, Partition, Model, Sampler, Mechanism or Metric");
};

template <const auto& table>
constexpr auto option_infos() {
  std::array<OptionInfo, table.size()> infos{};
  for (std::size_t i = 0; i < table.size(); ++i) infos[i] = table[i].info;
  return infos;
}
template <const auto& table>
inline constexpr auto option_infos_v = option_infos<table>();

// Fills the member of row i from its value; does nothing if the value is not set.
template <const auto& table, std::size_t i, class Options>
void read(const Value& value, Options& out) {
  constexpr auto member = std::get<table[i].member.index()>(table[i].member);
  if (value.set) assign(value, out.*member);
}

}  // namespace detail

// Returns the Options struct of validated values, in table order.
template <class Options, const auto& table>
Options read_options(const Value* values) {
  Options options;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    (detail::read<table, i>(values[i], options), ...);
  }
  (std::make_index_sequence<table.size()>{});
  return options;
}

namespace detail {

template <class Plugin, class Options, const auto& table>
void* create(const PluginDescriptor&, const Value* values) {
  return static_cast<typename KindOf<Plugin>::Interface*>(
      new Plugin(read_options<Options, table>(values)));
}

template <class Plugin>
void destroy(void* object) noexcept {
  delete static_cast<Plugin*>(static_cast<typename KindOf<Plugin>::Interface*>(object));
}

}  // namespace detail

// The descriptor of a plugin class: `Plugin` is constructible from its Options struct, `table` is
// the constant array of its option(...) rows (static storage).
template <class Plugin, class Options, const auto& table>
constexpr PluginDescriptor plugin(Info info) {
  return {.size = sizeof(PluginDescriptor),
          .abi_tag = SKALD_ABI_TAG,
          .interface_version = kInterfaceVersion,
          .kind = detail::KindOf<Plugin>::value,
          .info = info,
          .build_info = SKALD_BUILD_INFO,
          .options = detail::option_infos_v<table>.data(),
          .option_count = static_cast<std::uint32_t>(table.size()),
          .create = &detail::create<Plugin, Options, table>,
          .destroy = &detail::destroy<Plugin>};
}

}  // namespace skald

// Exports the library's one symbol: SKALD_PLUGIN = skald::plugin<Fald, Options, options>({...});
#define SKALD_PLUGIN \
  extern "C"         \
      __attribute__((visibility("default"))) constinit const skald::PluginDescriptor skald_plugin
