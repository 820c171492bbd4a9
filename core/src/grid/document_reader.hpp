// What all readers of parts of a grid document ask of its values, and how they report faults.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "grid/document.hpp"
#include "json/json.hpp"

namespace skald::grid {

// JSON pointers of a member, and of an item of a list.
std::string below(const std::string& path, std::string_view key);
std::string below(const std::string& path, std::size_t index);

// `path` is the JSON pointer of the value.
class DocumentReader {
 public:
  // Faults are appended to `diagnostics`, which must outlive this, without the file name.
  explicit DocumentReader(std::vector<json::Diagnostic>& diagnostics) : diagnostics_(diagnostics) {}

  void report(json::Place place, std::string path, std::string message, std::string hint = {});
  // Whether it is; reports it if not. `what` begins the sentence.
  bool is_object(const json::JsonValue& value, const std::string& path, const std::string& what);
  bool is_list(const json::JsonValue& value, const std::string& path, const std::string& what);
  // Returns `minimum` if the value is no integer of at least that.
  std::int64_t integer(const json::JsonValue& value, const std::string& path,
                       const std::string& name, std::int64_t minimum);
  OptionKey option_key(const json::JsonMember& member, const std::string& path);
  Conditions conditions(const json::JsonValue& object, const std::string& path,
                        const std::string& what);

  std::vector<json::Diagnostic>& diagnostics_;
};

// Reads the list of a document's axes, with zips and random axes as alternatives of one axis.
std::vector<AxisEntry> read_axes(const json::JsonValue& list, const std::string& path,
                                 std::vector<json::Diagnostic>& diagnostics);

}  // namespace skald::grid
