// The members of a JSON object, read as option rows declare them, with faults that say where and
// what to do.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "json/json.hpp"
#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "skald/options.hpp"
#include "skald/plugin.hpp"

namespace skald::grid {

// A row whose value must be given, wherever its condition (Option::only_if()) holds.
template <class Options>
constexpr Option<Options> required(Option<Options> row) {
  row.info.has_default = false;
  return row;
}

// One reading of a document, or of a part of it.
struct Reading {
  double noise = 1;  // multiplies every option of the role noise, where a document has any
  int noises = 0;    // how many of these were found
  std::vector<json::Diagnostic> faults = {};

  void append_to(std::vector<json::Diagnostic>& diagnostics) const {
    diagnostics.insert(diagnostics.end(), faults.begin(), faults.end());
  }
};

class ObjectReader {
 public:
  // `value` must be an object, called `what` in faults ("an event").
  ObjectReader(const json::JsonValue& value, std::string path, std::string what, Reading& reading);

  bool is_object() const { return value_.is(json::JsonValue::Kind::object); }
  const json::JsonValue* find(std::string_view key) const { return value_.find(key); }

  // Returns the value of each option, in table order, or nothing after a report: of members that
  // are missing, wrong or without effect, and of members other than the options and `others`.
  std::optional<std::vector<options::OptionValue>> values(
      std::span<const OptionInfo> table, const std::vector<std::string_view>& others = {});

  // Reports members other than these. The remedy is why(member), the reason why there is none of
  // that name, unless it is empty; or else a name that is near; or else `otherwise`.
  using Reason = std::function<std::string(std::string_view)>;
  void refuse_others(const std::vector<std::string_view>& known, const Reason& why = {},
                     const std::string& otherwise = "");

  // Returns the value of one option: nothing after a report, its default where it is left out.
  std::optional<options::OptionValue> value(const OptionInfo& option);

  // Returns the items of a list that are objects, each called `what`; a member that is missing, or
  // no such list, is reported. `doc`: what the list is, for the remedy.
  std::vector<ObjectReader> objects(std::string_view key, const std::string& what,
                                    const std::string& doc);

  // Returns the items of a list of names; what is none, or an empty list, is reported with the
  // remedy.
  std::vector<const json::JsonValue*> names(std::string_view key, const std::string& remedy);

  // Returns whether the member's value is at most that; reports it with the remedy if not.
  bool is_at_most(std::string_view key, std::int64_t value, std::int64_t most,
                  const std::string& remedy);

  // The first member whose value is one of these words, if there is one.
  std::optional<std::string> member_with(std::span<const std::string> words) const;
  void report(const std::string& message, const std::string& remedy);
  // At that member, or at the object where it is left out.
  void report_at(std::string_view key, const std::string& message, const std::string& remedy);

  std::string path_of(std::string_view key) const { return path_ + "/" + std::string(key); }
  json::Place place() const { return value_.place; }
  bool has_faults() const { return !reading_.faults.empty(); }  // the whole document

 private:
  void report_missing(std::string_view key, const std::string& remedy);
  void check_conditions(std::span<const OptionInfo> table,
                        const std::vector<options::OptionValue>& values);

  const json::JsonValue& value_;
  std::string path_, what_;
  Reading& reading_;
};

// The Options struct that a table fills.
template <class Options>
Options filled_by(const Option<Options>& row);
template <const auto& table>
using OptionsOf = decltype(filled_by(table[0]));

// Reads an object as its table says and calls use(options); returns its value, or `otherwise` after
// a report. The texts and arrays of the options live as long as that call.
template <const auto& table, class Use, class Result>
Result with_options(ObjectReader& reader, const std::vector<std::string_view>& others,
                    Result otherwise, Use use) {
  const auto values = reader.values(detail::option_infos_v<table>, others);
  if (!values) return otherwise;
  std::vector<Value> lent;
  for (const options::OptionValue& value : *values) lent.push_back(options::borrowed(value));
  return use(read_options<OptionsOf<table>, table>(lent.data()));
}

}  // namespace skald::grid
