#include "json_document.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <regex>
#include <stdexcept>
#include <string_view>

namespace skald::test {

namespace {

namespace json = boost::json;

// What a keyword is asked about: its operand, the schema that it stands in, the whole document of
// schemas, to which references point, and the value that is checked.
struct Question {
  const json::value& operand;
  const json::object& schema;
  const json::value& root;
  const json::value& value;
};

bool accepts(const json::value& schema, const json::value& root, const json::value& value);

bool accepts(const Question& q, const json::value& schema) {
  return accepts(schema, q.root, q.value);
}

bool same(const json::value& a, const json::value& b) {
  return a.is_number() && b.is_number() ? a.to_number<double>() == b.to_number<double>() : a == b;
}

bool has_type(const json::value& value, std::string_view type) {
  if (type == "integer") {
    return value.is_number() && std::floor(value.to_number<double>()) == value.to_number<double>();
  }
  if (type == "number") return value.is_number();
  if (type == "string") return value.is_string();
  if (type == "boolean") return value.is_bool();
  if (type == "object") return value.is_object();
  if (type == "array") return value.is_array();
  if (type == "null") return value.is_null();
  throw std::invalid_argument("no type of JSON Schema: " + std::string(type));
}

bool check_type(const Question& q) {
  if (q.operand.is_string()) return has_type(q.value, q.operand.as_string());
  return std::ranges::any_of(q.operand.as_array(),
                             [&](const auto& one) { return has_type(q.value, one.as_string()); });
}

bool check_enum(const Question& q) {
  return std::ranges::any_of(q.operand.as_array(),
                             [&](const auto& one) { return same(one, q.value); });
}

template <typename Compare>
bool check_bound(const Question& q) {
  return !q.value.is_number() ||
         Compare()(q.value.to_number<double>(), q.operand.to_number<double>());
}

auto accepting(const Question& q) {
  return [&](const json::value& schema) { return accepts(q, schema); };
}

bool check_properties(const Question& q) {
  if (!q.value.is_object()) return true;
  return std::ranges::all_of(q.operand.as_object(), [&](const auto& property) {
    const json::value* member = q.value.as_object().if_contains(property.key());
    return !member || accepts(property.value(), q.root, *member);
  });
}

bool matches(std::string_view text, std::string_view pattern) {
  return std::regex_search(std::string(text), std::regex(std::string(pattern)));
}

bool check_pattern_properties(const Question& q) {
  if (!q.value.is_object()) return true;
  return std::ranges::all_of(q.operand.as_object(), [&](const auto& property) {
    return std::ranges::all_of(q.value.as_object(), [&](const auto& member) {
      return !matches(member.key(), property.key()) ||
             accepts(property.value(), q.root, member.value());
    });
  });
}

bool check_additional_properties(const Question& q) {
  if (!q.value.is_object()) return true;
  const json::value* named = q.schema.if_contains("properties");
  const json::value* patterns = q.schema.if_contains("patternProperties");
  return std::ranges::all_of(q.value.as_object(), [&](const auto& member) {
    if (named && named->as_object().contains(member.key())) return true;
    if (patterns && std::ranges::any_of(patterns->as_object(), [&](const auto& property) {
          return matches(member.key(), property.key());
        })) {
      return true;
    }
    return accepts(q.operand, q.root, member.value());
  });
}

bool check_required(const Question& q) {
  return !q.value.is_object() || std::ranges::all_of(q.operand.as_array(), [&](const auto& name) {
    return q.value.as_object().contains(name.as_string());
  });
}

bool check_items(const Question& q) {
  return !q.value.is_array() || std::ranges::all_of(q.value.as_array(), [&](const auto& item) {
    return accepts(q.operand, q.root, item);
  });
}

bool check_unique_items(const Question& q) {
  if (!q.value.is_array() || !q.operand.as_bool()) return true;
  const json::array& items = q.value.as_array();
  for (auto one = items.begin(); one != items.end(); ++one) {
    if (std::any_of(one + 1, items.end(), [&](const auto& other) { return same(*one, other); })) {
      return false;
    }
  }
  return true;
}

std::int64_t code_points(std::string_view text) {
  return std::ranges::count_if(text, [](unsigned char c) { return (c & 0xC0) != 0x80; });
}

bool check_pattern(const Question& q) {
  return !q.value.is_string() || matches(q.value.as_string(), q.operand.as_string());
}

bool check_then(const Question& q) {
  const json::value* condition = q.schema.if_contains("if");
  return !condition || !accepts(q, *condition) || accepts(q, q.operand);
}

bool no_check(const Question&) { return true; }

using Check = bool (*)(const Question&);
const std::map<std::string_view, Check> kChecks = {
    {"type", check_type},
    {"enum", check_enum},
    {"const", [](const Question& q) { return same(q.operand, q.value); }},
    {"minimum", check_bound<std::greater_equal<>>},
    {"maximum", check_bound<std::less_equal<>>},
    {"exclusiveMinimum", check_bound<std::greater<>>},
    {"exclusiveMaximum", check_bound<std::less<>>},
    {"properties", check_properties},
    {"patternProperties", check_pattern_properties},
    {"additionalProperties", check_additional_properties},
    {"required", check_required},
    {"minProperties",
     [](const Question& q) {
       return !q.value.is_object() ||
              std::ssize(q.value.as_object()) >= q.operand.to_number<std::int64_t>();
     }},
    {"items", check_items},
    {"minItems",
     [](const Question& q) {
       return !q.value.is_array() ||
              std::ssize(q.value.as_array()) >= q.operand.to_number<std::int64_t>();
     }},
    {"maxItems",
     [](const Question& q) {
       return !q.value.is_array() ||
              std::ssize(q.value.as_array()) <= q.operand.to_number<std::int64_t>();
     }},
    {"uniqueItems", check_unique_items},
    {"maxLength",
     [](const Question& q) {
       return !q.value.is_string() ||
              code_points(q.value.as_string()) <= q.operand.to_number<std::int64_t>();
     }},
    {"pattern", check_pattern},
    {"allOf",
     [](const Question& q) { return std::ranges::all_of(q.operand.as_array(), accepting(q)); }},
    {"anyOf",
     [](const Question& q) { return std::ranges::any_of(q.operand.as_array(), accepting(q)); }},
    {"oneOf",
     [](const Question& q) {
       return std::ranges::count_if(q.operand.as_array(), accepting(q)) == 1;
     }},
    {"then", check_then},
    {"if", no_check},  // by "then"
    {"$schema", no_check},
    {"title", no_check},
    {"description", no_check},
    {"default", no_check},
    {"definitions", no_check}};

bool keeps(const Question& q, std::string_view keyword) {
  if (keyword.starts_with("x-")) return true;
  const auto check = kChecks.find(keyword);
  if (check == kChecks.end()) {
    throw std::invalid_argument("json_document.cpp does not check the keyword \"" +
                                std::string(keyword) + "\"");
  }
  return check->second(q);
}

bool accepts(const json::value& schema, const json::value& root, const json::value& value) {
  if (const bool* everything = schema.if_bool()) return *everything;
  const json::object& rules = schema.as_object();
  if (const json::value* reference = rules.if_contains("$ref")) {  // alone: draft 7 ignores others
    return accepts(root.at_pointer(reference->as_string().subview(1)), root, value);
  }
  return std::ranges::all_of(rules, [&](const auto& rule) {
    return keeps({rule.value(), rules, root, value}, rule.key());
  });
}

}  // namespace

JsonSchema::JsonSchema(const std::string& text) : root_(json::parse(text)) {}

bool JsonSchema::accepts(const json::value& document) const {
  return test::accepts(root_, root_, document);
}

}  // namespace skald::test
