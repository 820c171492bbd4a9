#include <cmath>
#include <utility>

#include "json/json.hpp"
#include "text/number_text.hpp"
#include "text/utf8.hpp"

namespace skald::json {
namespace {

void write_string(std::string& out, std::string_view characters) {
  constexpr std::string_view digits = "0123456789abcdef";
  out += '"';
  for (const char c : text::valid_utf8(characters)) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c == '\t') {
      out += "\\t";
    } else if (byte < 0x20) {
      out += "\\u00";
      out += digits[byte >> 4];
      out += digits[byte & 15];
    } else {
      out += c;
    }
  }
  out += '"';
}

// Writes the line breaks and blanks between the parts of a value; nothing for text on one line.
class Layout {
 public:
  explicit Layout(bool indented) : indented_(indented) {}

  void line(std::string& out, int depth) const {
    if (indented_) out += "\n" + std::string(static_cast<std::size_t>(2 * depth), ' ');
  }
  std::string_view colon() const { return indented_ ? ": " : ":"; }

 private:
  bool indented_;
};

void write(std::string& out, const JsonValue& value, const Layout& layout, int depth);

void write(std::string& out, const JsonMember& member, const Layout& layout, int depth) {
  write_string(out, member.key);
  out += layout.colon();
  write(out, member.value, layout, depth);
}

template <class Part>
void write_parts(std::string& out, std::string_view brackets, const std::vector<Part>& parts,
                 const Layout& layout, int depth) {
  out += brackets[0];
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) out += ',';
    layout.line(out, depth + 1);
    write(out, parts[i], layout, depth + 1);
  }
  if (!parts.empty()) layout.line(out, depth);
  out += brackets[1];
}

void write(std::string& out, const JsonValue& value, const Layout& layout, int depth) {
  switch (value.kind) {
    case JsonValue::Kind::null:
      out += "null";
      return;
    case JsonValue::Kind::boolean:
      out += value.boolean ? "true" : "false";
      return;
    case JsonValue::Kind::number:
      out += value.text;
      return;
    case JsonValue::Kind::string:
      write_string(out, value.text);
      return;
    case JsonValue::Kind::array:
      write_parts(out, "[]", value.items, layout, depth);
      return;
    case JsonValue::Kind::object:
      write_parts(out, "{}", value.members, layout, depth);
      return;
  }
}

}  // namespace

const JsonValue* JsonValue::find(std::string_view key) const {
  for (const JsonMember& member : members)
    if (member.key == key) return &member.value;
  return nullptr;
}

JsonValue::JsonValue(double value) {
  if (std::isfinite(value)) *this = json_number(text::number_text(value));
}

JsonValue json_number(std::string_view literal) {
  JsonValue json;
  json.kind = JsonValue::Kind::number;
  json.text = literal;
  return json;
}

JsonValue json_array(std::vector<JsonValue> items) {
  JsonValue json;
  json.kind = JsonValue::Kind::array;
  json.items = std::move(items);
  return json;
}

JsonValue json_object(std::initializer_list<std::pair<std::string_view, JsonValue>> members) {
  JsonValue json;
  json.kind = JsonValue::Kind::object;
  for (const auto& [key, value] : members) add(json, key, value);
  return json;
}

void add(JsonValue& object, std::string_view key, JsonValue value) {
  object.members.push_back({std::string(key), {}, std::move(value)});
}

std::string describe(const JsonValue& value) {
  switch (value.kind) {
    case JsonValue::Kind::null:
      return "null";
    case JsonValue::Kind::boolean:
      return value.boolean ? "true" : "false";
    case JsonValue::Kind::number:
      return value.text;
    case JsonValue::Kind::string:
      return "\"" + value.text + "\"";
    case JsonValue::Kind::array:
      return "a list";
    case JsonValue::Kind::object:
      return "an object";
  }
  return {};
}

std::string write_json(const JsonValue& value) {
  std::string out;
  write(out, value, Layout(false), 0);
  return out;
}

std::string write_json_indented(const JsonValue& value) {
  std::string out;
  write(out, value, Layout(true), 0);
  return out;
}

}  // namespace skald::json
