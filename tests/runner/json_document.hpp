// Checks JSON documents against JSON Schemas.
#pragma once

#include <boost/json.hpp>
#include <memory>
#include <string>

namespace skald::test {

// A JSON Schema, ready to check documents.
class JsonSchema {
 public:
  explicit JsonSchema(const std::string& text);
  ~JsonSchema();
  bool accepts(const boost::json::value& document) const;

 private:
  struct Parsed;
  std::unique_ptr<Parsed> parsed_;
};

}  // namespace skald::test
