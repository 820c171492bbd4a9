#include "options/borrowed.hpp"

#include <variant>

namespace skald::options {

Value borrowed(const OptionValue& value) {
  Value out{.set = !std::holds_alternative<std::monostate>(value)};
  if (const auto* boolean = std::get_if<bool>(&value)) out.boolean = *boolean;
  if (const auto* integer = std::get_if<std::int64_t>(&value)) out.integer = *integer;
  if (const auto* number = std::get_if<double>(&value)) out.number = *number;
  if (const auto* text = std::get_if<std::string>(&value)) out.text = text->c_str();
  if (const auto* path = std::get_if<FilePath>(&value)) out.text = path->resolved.c_str();
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    out.numbers = array->values.data();
    out.shape = array->shape.data();
    out.rank = static_cast<std::uint32_t>(array->shape.size());
  }
  return out;
}

}  // namespace skald::options
