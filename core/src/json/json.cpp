#include "json/json.hpp"

#include <boost/json/basic_parser_impl.hpp>

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "json/diagnostic.hpp"
#include "text/number_text.hpp"

namespace skald::json {
namespace {

constexpr int kMaximumFaults = 20;
constexpr std::size_t kMostDuplicates = 100;  // that are told

// Turns byte offsets, asked for in ascending order, into lines and columns.
class PlaceCounter {
 public:
  explicit PlaceCounter(std::string_view text) : text_(text) {}

  Place place(std::size_t begin, std::size_t end) {
    while (offset_ < begin) step();
    return {line_, column_, characters(begin, end)};
  }

 private:
  void step() {
    const auto byte = static_cast<unsigned char>(text_[offset_++]);
    if (byte == '\n') {
      ++line_;
      column_ = 1;
    } else if ((byte & 0xC0) != 0x80) {
      ++column_;
    }
  }
  int characters(std::size_t begin, std::size_t end) const {
    int count = 0;
    for (std::size_t i = begin; i < end && text_[i] != '\n'; ++i)
      count += (static_cast<unsigned char>(text_[i]) & 0xC0) != 0x80 ? 1 : 0;
    return count;
  }

  std::string_view text_;
  std::size_t offset_ = 0;
  int line_ = 1;
  int column_ = 1;
};

struct OpenValue {
  JsonValue value;
  std::size_t begin = 0;
  std::string key;  // of the current member
  Place key_place;
  bool key_is_new = true;
  std::unordered_map<std::string, int> keys;  // the lines of their first members
};

// Boost.JSON reports what it has read but not where. A token is found again in the text by skipping
// the blanks, commas and colons after the previous token.
class JsonBuilder {
 public:
  static constexpr std::size_t max_array_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_object_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_string_size = static_cast<std::size_t>(-1);
  static constexpr std::size_t max_key_size = static_cast<std::size_t>(-1);

  using Error = boost::json::error_code;
  using View = boost::json::string_view;

  // `original` has as many bytes as `text` and differs from it only by corrections; places refer to
  // it.
  JsonBuilder(std::string_view text, std::string_view original) : text_(text), places_(original) {}

  bool on_document_begin(Error&) { return true; }
  bool on_document_end(Error&) { return true; }
  bool on_object_begin(Error&) { return open(JsonValue::Kind::object); }
  bool on_object_end(std::size_t, Error&) { return close(); }
  bool on_array_begin(Error&) { return open(JsonValue::Kind::array); }
  bool on_array_end(std::size_t, Error&) { return close(); }
  bool on_key_part(View part, std::size_t, Error&) { return gather(part); }
  bool on_key(View part, std::size_t, Error&) {
    gather(part);
    const auto [begin, end] = take_string();
    OpenValue& object = open_.back();
    object.key_place = places_.place(begin, end);
    object.key = std::exchange(characters_, {});
    key_read_ = true;
    const auto [first, is_new] = object.keys.try_emplace(object.key, object.key_place.line);
    object.key_is_new = is_new;
    if (!is_new) report_duplicate(object, first->second);
    return true;
  }
  bool on_string_part(View part, std::size_t, Error&) { return gather(part); }
  bool on_string(View part, std::size_t, Error&) {
    gather(part);
    const auto [begin, end] = take_string();
    JsonValue value = std::exchange(characters_, {});
    value.place = places_.place(begin, end);
    return put(std::move(value));
  }
  bool on_number_part(View, Error&) { return true; }
  bool on_int64(std::int64_t, View, Error&) { return number(); }
  bool on_uint64(std::uint64_t, View, Error&) { return number(); }
  bool on_double(double, View, Error&) { return number(); }
  bool on_bool(bool value, Error&) { return word(value, value ? 4 : 5); }
  bool on_null(Error&) { return word(JsonValue(), 4); }
  bool on_comment_part(View, Error&) { return true; }
  bool on_comment(View, Error&) { return true; }

  JsonStop stopped_at(std::size_t offset) const {
    JsonStop stop;
    stop.offset = offset;
    stop.token_begin = token_begin();
    if (open_.empty()) return stop;
    stop.open_bracket = open_.back().begin;
    stop.colon_expected = key_read_;
    stop.key_expected = open_.back().value.is(JsonValue::Kind::object) && !key_read_;
    return stop;
  }
  JsonValue take_root() { return std::move(root_); }
  std::vector<Diagnostic> take_duplicates() { return std::move(duplicates_); }

 private:
  std::size_t token_begin() const {
    return std::min(text_.find_first_not_of(" \t\r\n,:", cursor_), text_.size());
  }

  bool gather(View part) {
    characters_.append(part.data(), part.size());
    return true;
  }

  std::pair<std::size_t, std::size_t> take_string() {
    const std::size_t begin = token_begin();
    std::size_t end = begin + 1;
    while (text_[end] != '"') end += text_[end] == '\\' ? 2 : 1;
    cursor_ = end + 1;
    return {begin, cursor_};
  }

  bool number() {
    const std::size_t begin = token_begin();
    const std::size_t end =
        std::min(text_.find_first_not_of("0123456789+-.eE", begin), text_.size());
    return word(json_number(text_.substr(begin, end - begin)), end - begin);
  }

  bool word(JsonValue value, std::size_t length) {
    const std::size_t begin = token_begin();
    cursor_ = begin + length;
    value.place = places_.place(begin, cursor_);
    return put(std::move(value));
  }

  bool open(JsonValue::Kind kind) {
    const std::size_t begin = token_begin();
    cursor_ = begin + 1;
    OpenValue value;
    value.begin = begin;
    value.value.kind = kind;
    value.value.place = places_.place(begin, cursor_);
    open_.push_back(std::move(value));
    key_read_ = false;
    return true;
  }

  bool close() {
    cursor_ = token_begin() + 1;
    OpenValue closed = std::move(open_.back());
    open_.pop_back();
    const std::string_view whole = text_.substr(closed.begin, cursor_ - closed.begin);
    if (whole.find('\n') == std::string_view::npos)
      closed.value.place.length = PlaceCounter(whole).place(0, whole.size()).length;
    return put(std::move(closed.value));
  }

  bool put(JsonValue value) {
    key_read_ = false;
    if (open_.empty()) {
      root_ = std::move(value);
      return true;
    }
    OpenValue& parent = open_.back();
    if (parent.value.is(JsonValue::Kind::array)) {
      parent.value.items.push_back(std::move(value));
    } else if (parent.key_is_new) {
      parent.value.members.push_back({parent.key, parent.key_place, std::move(value)});
    }
    return true;
  }

  void report_duplicate(const OpenValue& object, int first_line) {
    if (duplicates_.size() == kMostDuplicates) return;
    duplicates_.push_back(
        {.place = object.key_place,
         .message = "\"" + object.key + "\" is given twice",
         .hint = "first on line " + std::to_string(first_line) + "; remove one of them"});
  }

  std::string_view text_;
  PlaceCounter places_;
  std::size_t cursor_ = 0;  // just after the last complete token
  std::string characters_;
  std::vector<OpenValue> open_;
  bool key_read_ = false;
  JsonValue root_;
  std::vector<Diagnostic> duplicates_;
};

struct Attempt {
  JsonValue root;
  std::vector<Diagnostic> duplicates;
  std::optional<JsonFault> fault;
};

Attempt attempt(const std::string& text, std::string_view original) {
  boost::json::parse_options options;
  options.max_depth = kJsonMaximumDepth;
  boost::json::basic_parser<JsonBuilder> parser(options, std::string_view(text), original);
  boost::json::error_code error;
  std::size_t taken = parser.write_some(false, text.data(), text.size(), error);
  JsonBuilder& builder = parser.handler();
  if (!error && text.find_first_not_of(" \t\r\n", taken) != std::string::npos) {
    taken = text.find_first_not_of(" \t\r\n", taken);
    error = boost::json::error::extra_data;
  }
  if (!error) return {builder.take_root(), builder.take_duplicates(), {}};
  JsonStop stop = builder.stopped_at(taken);
  stop.too_deep = error == boost::json::error::too_deep;
  return {{}, builder.take_duplicates(), explain_json_fault(text, stop)};
}

void mend(std::string& text, const JsonMending& mending) {
  for (std::size_t i = mending.begin; i < mending.end; ++i)
    if (text[i] != '\n' || mending.replacement != ' ') text[i] = mending.replacement;
}

Diagnostic diagnostic(std::string_view text, const JsonFault& fault) {
  return {.place = PlaceCounter(text).place(fault.begin, fault.end),
          .message = fault.message,
          .hint = fault.hint};
}

bool comes_first(const Diagnostic& a, const Diagnostic& b) {
  return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
}

}  // namespace

JsonDocument parse_json(std::string_view text, std::string_view file) {
  JsonDocument document;
  std::string mended(text.substr(0, kJsonMaximumBytes));
  if (text.size() > kJsonMaximumBytes) {
    document.diagnostics.push_back({.file = std::string(file),
                                    .message = "the document is larger than 64 MiB",
                                    .hint = "keep data in files and name them by path"});
    return document;
  }
  for (int faults = 0;; ++faults) {
    Attempt result = attempt(mended, text);
    const bool last = !result.fault || !result.fault->mending || faults == kMaximumFaults;
    if (result.fault) document.diagnostics.push_back(diagnostic(text, *result.fault));
    if (!last) {
      mend(mended, *result.fault->mending);
      continue;
    }
    document.readable = !result.fault;
    document.root = std::move(result.root);
    std::move(result.duplicates.begin(), result.duplicates.end(),
              std::back_inserter(document.diagnostics));
    break;
  }
  std::stable_sort(document.diagnostics.begin(), document.diagnostics.end(), comes_first);
  for (Diagnostic& fault : document.diagnostics) fault.file = file;
  return document;
}

namespace {

using Kind = JsonValue::Kind;

std::string_view with_article(Kind kind) {
  switch (kind) {
    case Kind::null:
      return "null";
    case Kind::boolean:
      return "true or false";
    case Kind::number:
      return "a number";
    case Kind::string:
      return "a string";
    case Kind::array:
      return "a list";
    case Kind::object:
      return "an object";
  }
  return "";
}

std::string named(std::string_view key) { return "\"" + std::string(key) + "\""; }

}  // namespace

void refuse(const Place& place, const std::string& what) {
  if (place.line == 0) throw JsonError(what);
  throw JsonError("line " + std::to_string(place.line) + ", column " +
                  std::to_string(place.column) + ": " + what);
}

JsonValue read_json(std::string_view text) {
  JsonDocument document = parse_json(text, "");
  if (document.diagnostics.empty()) return std::move(document.root);
  const Diagnostic& first = document.diagnostics.front();
  refuse(first.place, first.message);
}

const JsonValue& member_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  if (value == nullptr) refuse(object.place, named(key) + " is missing");
  return *value;
}

const JsonValue& member_at(const JsonValue& object, std::string_view key, Kind kind) {
  return of_kind(member_at(object, key), key, kind);
}

const JsonValue& of_kind(const JsonValue& value, std::string_view name, Kind kind) {
  if (value.is(kind)) return value;
  refuse(value.place,
         named(name) + " must be " + std::string(with_article(kind)) + ", got " + describe(value));
}

std::int64_t integer_of(const JsonValue& value, std::string_view name, std::int64_t least,
                        std::int64_t most) {
  const auto integer = text::to_integer(of_kind(value, name, Kind::number).text);
  if (integer && least <= *integer && *integer <= most) return *integer;
  refuse(value.place, named(name) + " must be an integer from " + std::to_string(least) + " to " +
                          std::to_string(most) + ", got " + value.text);
}

double number_of(const JsonValue& value, std::string_view name) {
  if (value.is(Kind::null)) return std::numeric_limits<double>::quiet_NaN();
  const auto number = text::to_number(of_kind(value, name, Kind::number).text);
  if (number) return *number;
  refuse(value.place, named(name) + " is beyond the range of doubles: " + value.text);
}

void require_version(const JsonValue& root, std::string_view format, std::int64_t version) {
  const auto found = integer_at<std::int64_t>(root, format);
  if (found == version) return;
  throw JsonError("it has version " + std::to_string(found) + " of this format; this Skald reads " +
                  std::to_string(version));
}

std::string text_at(const JsonValue& object, std::string_view key) {
  const JsonValue* value = object.find(key);
  return value != nullptr && value->is(Kind::string) ? value->text : "";
}

}  // namespace skald::json
