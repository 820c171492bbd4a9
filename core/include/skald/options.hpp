// Options of a plugin, declared once: name, type, default, range, symbol and documentation in a
// constant table from which the host derives the JSON Schema, the help text, the validation of a
// grid and the stored parameters, and from which the plugin's own Options struct is filled.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "skald/block.hpp"

namespace skald {

enum class OptionType : std::uint32_t {
  boolean,
  integer,
  number,   // a double; a grid may also write "inf"
  text,     // any string; `choices` may restrict it
  path,     // a file or folder; the host resolves it against the grid's folder
  numbers,  // an array of numbers, nested arrays for more than one axis
};

// An array of numbers with its shape, slowest axis first (JSON nesting order). Borrowed: as with
// every text of an Options struct, the host keeps it alive as long as the object made from it.
struct Numbers {
  std::span<const double> values;
  std::span<const std::int64_t> shape;

  bool empty() const { return values.empty(); }
};

// What an option is to the host, which knows options by this, not by their names; only the axes K,
// p_c, rho, eps and delta are words that both share. An option of another plugin kind than is said
// here may not have the role.
enum class OptionRole : std::uint32_t {
  none,
  step,           // of a sampler: the step size h on the global potential
  learning_rate,  // of a sampler: the step size on the mean loss
  passes,         // of a sampler: how many passes over a client's rows are a round, in place of K
  clients,        // of a data set or partition: the number of clients
  dimension,      // of a data set: the number of features or parameters
  noise,          // of a mechanism: how much noise it adds, as a budget or a multiplier
  adversary,      // of a mechanism: whom its guarantee holds off
};

// One option's value as it crosses the plugin boundary. The host owns what the pointers point to,
// and keeps it alive as long as the object that was created from it.
struct Value {
  bool set = false;  // false: left out, or null
  bool boolean = false;
  std::int64_t integer = 0;
  double number = 0;
  const char* text = nullptr;
  const double* numbers = nullptr;
  const std::int64_t* shape = nullptr;
  std::uint32_t rank = 0;
};

// What the host knows about one option. Plain data; every pointer has static storage.
struct OptionInfo {
  const char* name;
  const char* symbol;  // the literature's symbol, or ""
  const char* doc;     // one sentence, with the unit if there is one
  OptionType type;
  bool optional;  // may be left out (null) and then has no value
  bool has_default;
  bool default_boolean;
  std::int64_t default_integer;
  double default_number;
  const char* default_text;
  double minimum;  // -inf: none
  double maximum;  // +inf: none
  bool minimum_excluded;
  bool maximum_excluded;
  const char* choices;    // "a|b|c", or "": anything
  const char* automatic;  // the formula that a grid's "auto" stands for, over the cell's options
                          // and the constants of its problem; "": there is none
  const char* only_if;    // when the option counts; "": always. See Option::only_if()
  const char* stable_to;  // of a step: a formula over the problem's constants; "": none is known
  OptionRole role = OptionRole::none;
};

namespace detail {

inline void assign(const Value& v, bool& out) { out = v.boolean; }
inline void assign(const Value& v, std::int64_t& out) { out = v.integer; }
inline void assign(const Value& v, double& out) { out = v.number; }
inline void assign(const Value& v, std::string_view& out) { out = v.text; }
inline void assign(const Value& v, Numbers& out) {
  std::size_t count = 1;
  for (std::uint32_t axis = 0; axis < v.rank; ++axis)
    count *= static_cast<std::size_t>(v.shape[axis]);
  out = {.values = {v.numbers, count}, .shape = {v.shape, v.rank}};
}
template <class T>
void assign(const Value& v, std::optional<T>& out) {
  assign(v, out.emplace());
}

template <class T>
struct OptionTraits;
template <>
struct OptionTraits<bool> {
  static constexpr OptionType type = OptionType::boolean;
};
template <>
struct OptionTraits<std::int64_t> {
  static constexpr OptionType type = OptionType::integer;
};
template <>
struct OptionTraits<double> {
  static constexpr OptionType type = OptionType::number;
};
template <>
struct OptionTraits<std::string_view> {
  static constexpr OptionType type = OptionType::text;
};
template <>
struct OptionTraits<Numbers> {
  static constexpr OptionType type = OptionType::numbers;
};

template <class T>
struct Unwrap {
  using type = T;
};
template <class T>
struct Unwrap<std::optional<T>> {
  using type = T;
};

}  // namespace detail

// One row of an option table: the record for the host, and the member that it fills.
template <class Options>
struct Option {
  template <class T>
  using Member = T Options::*;

  OptionInfo info;
  std::variant<Member<bool>, Member<std::int64_t>, Member<double>, Member<std::string_view>,
               Member<Numbers>, Member<std::optional<bool>>, Member<std::optional<std::int64_t>>,
               Member<std::optional<double>>, Member<std::optional<std::string_view>>,
               Member<std::optional<Numbers>>>
      member;

  constexpr Option at_least(double bound) const { return with_minimum(bound, false); }
  constexpr Option above(double bound) const { return with_minimum(bound, true); }
  constexpr Option at_most(double bound) const { return with_maximum(bound, false); }
  constexpr Option below(double bound) const { return with_maximum(bound, true); }
  // The symbol that the literature uses, for `skald describe`.
  constexpr Option symbol(const char* text) const {
    Option o = *this;
    o.info.symbol = text;
    return o;
  }
  // Allowed words of a text option, as "a|b|c".
  constexpr Option one_of(const char* words) const {
    Option o = *this;
    o.info.choices = words;
    return o;
  }
  // What "auto" stands for in a grid: a formula as a grid would write it, without its "=".
  constexpr Option automatic(const char* formula) const {
    Option o = *this;
    o.info.automatic = formula;
    return o;
  }
  // The option has an effect only where all of these conditions on other options of the table hold:
  // "lr_schedule=inverse|exponential" (it is one of these words, or true or false; null: it is left
  // out), "batch" (it is given), "!epochs" (it is left out), joined by "&". A grid that gives it
  // another value than its default elsewhere is refused.
  constexpr Option only_if(const char* conditions) const {
    Option o = *this;
    o.info.only_if = conditions;
    return o;
  }
  // A step, or a learning rate, beyond whose value of this formula over the problem's constants
  // ("2 / L") gradient steps on a quadratic potential grow without bound. Longer ones are told
  // where the model states bounds of its curvature.
  constexpr Option stable_to(const char* formula) const {
    Option o = *this;
    o.info.stable_to = formula;
    return o;
  }
  constexpr Option role(OptionRole role) const {
    Option o = *this;
    o.info.role = role;
    return o;
  }
  // A text option that names a file or folder.
  constexpr Option is_path() const {
    Option o = *this;
    o.info.type = OptionType::path;
    return o;
  }

 private:
  constexpr Option with_minimum(double bound, bool excluded) const {
    Option o = *this;
    o.info.minimum = bound;
    o.info.minimum_excluded = excluded;
    return o;
  }
  constexpr Option with_maximum(double bound, bool excluded) const {
    Option o = *this;
    o.info.maximum = bound;
    o.info.maximum_excluded = excluded;
    return o;
  }
};

// Declares an option bound to a member of type bool, std::int64_t, double, std::string_view,
// Numbers or a std::optional of one of them. A std::optional may be left out (null). Every other
// boolean, integer or number, and every text whose initialiser is not empty, defaults to its
// initialiser. All others are required.
template <class Options, class T>
constexpr Option<Options> option(const char* name, T Options::*member, const char* doc) {
  using Scalar = typename detail::Unwrap<T>::type;
  constexpr bool plain = std::is_arithmetic_v<T>;
  OptionInfo info{.name = name,
                  .symbol = "",
                  .doc = doc,
                  .type = detail::OptionTraits<Scalar>::type,
                  .optional = !std::is_same_v<T, Scalar>,
                  .has_default = plain,
                  .default_boolean = false,
                  .default_integer = 0,
                  .default_number = 0,
                  .default_text = "",
                  .minimum = -std::numeric_limits<double>::infinity(),
                  .maximum = std::numeric_limits<double>::infinity(),
                  .minimum_excluded = false,
                  .maximum_excluded = false,
                  .choices = "",
                  .automatic = "",
                  .only_if = "",
                  .stable_to = ""};
  if constexpr (plain) {
    const T value = Options{}.*member;
    if constexpr (std::is_same_v<T, bool>) info.default_boolean = value;
    if constexpr (std::is_same_v<T, std::int64_t>) info.default_integer = value;
    if constexpr (std::is_same_v<T, double>) info.default_number = value;
  }
  if constexpr (std::is_same_v<T, std::string_view>) {
    const std::string_view value = Options{}.*member;
    info.has_default = !value.empty();
    info.default_text = value.empty() ? "" : value.data();  // a literal: ends with a zero
  }
  return {info, member};
}

// The table, followed by further rows.
template <class Options, std::size_t count, class... More>
constexpr std::array<Option<Options>, count + sizeof...(More)> append(
    const std::array<Option<Options>, count>& rows, const More&... more) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) {
    return std::array<Option<Options>, count + sizeof...(More)>{rows[i]..., more...};
  }
  (std::make_index_sequence<count>{});
}

// The table, followed by the rows of another.
template <class Options, std::size_t count, std::size_t more>
constexpr std::array<Option<Options>, count + more> append(
    const std::array<Option<Options>, count>& rows,
    const std::array<Option<Options>, more>& others) {
  return [&]<std::size_t... i>(std::index_sequence<i...>) { return append(rows, others[i]...); }
  (std::make_index_sequence<more>{});
}

// As option(), for a member of a base of Options: rows that several plugins share.
template <class Options, class Base, class T>
constexpr Option<Options> inherited(const char* name, T Base::*member, const char* doc) {
  return option<Options>(name, static_cast<T Options::*>(member), doc);
}

}  // namespace skald
