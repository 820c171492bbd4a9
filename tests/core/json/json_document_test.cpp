#include "json_document.hpp"

#include "test.hpp"

using skald::test::JsonSchema;

namespace {

struct Case {
  const char* schema;
  const char* accepted;
  const char* refused;
};

}  // namespace

TEST_CASE("each keyword of a JSON Schema accepts and refuses") {
  for (const Case& one : {
           Case{R"({"type": "integer"})", "1e2", "1.5"},
           Case{R"({"type": "number"})", "1.5", R"("1.5")"},
           Case{R"({"type": "boolean"})", "false", "0"},
           Case{R"({"type": "object"})", "{}", "[]"},
           Case{R"({"type": ["null", "string"]})", "null", "1"},
           Case{R"({"type": "array"})", "[]", "{}"},
           Case{R"({"enum": ["a", 1]})", "1.0", R"("b")"},
           Case{R"({"const": 2})", "2.0", "3"},
           Case{R"({"minimum": 2})", "2", "1.9"},
           Case{R"({"maximum": 2})", "2", "2.1"},
           Case{R"({"exclusiveMinimum": 2})", "2.1", "2"},
           Case{R"({"exclusiveMaximum": 2})", R"("not a number")", "2"},
           Case{R"({"properties": {"a": {"type": "null"}}})", R"({"b": 1})", R"({"a": 1})"},
           Case{R"({"properties": {"a": true}, "additionalProperties": false})", R"({"a": 1})",
                R"({"a": 1, "b": 1})"},
           Case{R"({"additionalProperties": {"type": "null"}})", R"({"a": null})", R"({"a": 1})"},
           Case{R"({"required": ["a", "b"]})", R"({"a": 1, "b": 1})", R"({"a": 1})"},
           Case{R"({"minProperties": 1})", R"({"a": 1})", "{}"},
           Case{R"({"items": {"minimum": 0}})", "[0, 1]", "[0, -1]"},
           Case{R"({"minItems": 2})", "[1, 2]", "[1]"},
           Case{R"({"maxItems": 1})", "[1]", "[1, 2]"},
           Case{R"({"uniqueItems": true})", "[1, 2, true]", "[1, 2, 1.0]"},
           Case{R"({"maxLength": 2})", "\"\u00e9\u00e9\"", R"("abc")"},
           Case{R"({"pattern": "^="})", R"("= 1")", R"("1 = 1")"},
           Case{R"({"allOf": [{"minimum": 0}, {"maximum": 1}]})", "1", "2"},
           Case{R"({"anyOf": [{"maximum": 0}, {"minimum": 1}]})", "1", "0.5"},
           Case{R"({"oneOf": [{"minimum": 0}, {"minimum": 1}]})", "0.5", "1"},
           Case{R"({"if": {"required": ["a"]}, "then": {"required": ["b"]}})", "{}", R"({"a": 1})"},
           Case{R"({"$ref": "#/definitions/x", "definitions": {"x": {"const": 1}}})", "1", "2"},
           Case{"true", "1", nullptr},
           Case{"false", nullptr, "1"},
       }) {
    INFO(one.schema);
    const JsonSchema schema(one.schema);
    if (one.accepted) CHECK(schema.accepts(boost::json::parse(one.accepted)));
    if (one.refused) CHECK_FALSE(schema.accepts(boost::json::parse(one.refused)));
  }
}

TEST_CASE("a keyword of JSON Schema that is not checked is an error") {
  CHECK_THROWS_AS(JsonSchema(R"({"multipleOf": 2})").accepts(4), std::invalid_argument);
  CHECK_THROWS_AS(JsonSchema(R"({"type": "text"})").accepts(4), std::invalid_argument);
  CHECK(JsonSchema(R"({"x-symbol": "rho", "title": "t", "description": "d"})").accepts(4));
}
