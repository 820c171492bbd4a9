// Checks JSON documents against JSON Schemas.
#pragma once

#include <boost/json.hpp>
#include <string>

namespace skald::test {

// A JSON Schema of draft 7 (https://json-schema.org/draft-07/json-schema-validation), ready to
// check documents. It knows the keywords that Skald's schemas have; accepts() throws
// std::invalid_argument at another one, so that none goes unchecked.
class JsonSchema {
 public:
  explicit JsonSchema(const std::string& text);
  bool accepts(const boost::json::value& document) const;

 private:
  boost::json::value root_;
};

}  // namespace skald::test
