#include "json_document.hpp"

#include <valijson/adapters/boost_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validator.hpp>

namespace skald::test {

struct JsonSchema::Parsed {
  boost::json::value json;
  valijson::Schema schema;
};

JsonSchema::JsonSchema(const std::string& text) : parsed_(std::make_unique<Parsed>()) {
  parsed_->json = boost::json::parse(text);
  valijson::SchemaParser().populateSchema(valijson::adapters::BoostJsonAdapter(parsed_->json),
                                          parsed_->schema);
}

JsonSchema::~JsonSchema() = default;

bool JsonSchema::accepts(const boost::json::value& document) const {
  valijson::Validator validator;
  return validator.validate(parsed_->schema, valijson::adapters::BoostJsonAdapter(document),
                            nullptr);
}

}  // namespace skald::test
