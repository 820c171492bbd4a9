#include "grid/plugin_values.hpp"

#include <stdexcept>
#include <string>

#include "grid/option_tables.hpp"

namespace skald {
namespace {

const OptionValue& find_value(const PluginChoice& choice, std::string_view option) {
  for (const auto& [name, value] : choice.options)
    if (name == option) return value;
  throw std::invalid_argument(choice.plugin + ": the cell has no value for the option \"" +
                              std::string(option) + "\"; it was made with other plugins");
}

// Whether the value was filled in; false if its type is not the option's.
bool fill(Value& out, OptionType type, const OptionValue& value) {
  const auto is = [&](OptionType wanted) { return type == wanted; };
  if (const auto* boolean = std::get_if<bool>(&value)) {
    out.boolean = *boolean;
    return is(OptionType::boolean);
  }
  if (const auto* integer = std::get_if<std::int64_t>(&value)) {
    out.integer = *integer;
    return is(OptionType::integer);
  }
  if (const auto* number = std::get_if<double>(&value)) {
    out.number = *number;
    return is(OptionType::number);
  }
  if (const auto* text = std::get_if<std::string>(&value)) {
    out.text = text->c_str();
    return is(OptionType::text);
  }
  if (const auto* path = std::get_if<FilePath>(&value)) {
    out.text = path->resolved.c_str();
    return is(OptionType::path);
  }
  if (const auto* array = std::get_if<NumberArray>(&value)) {
    out.numbers = array->values.data();
    out.shape = array->shape.data();
    out.rank = static_cast<std::uint32_t>(array->shape.size());
    return is(OptionType::numbers);
  }
  return false;
}

}  // namespace

std::vector<Value> plugin_values(const PluginChoice& choice, const PluginDescriptor& plugin) {
  std::vector<Value> values;
  for (const OptionInfo& option : options_of(plugin)) {
    const OptionValue& value = find_value(choice, option.name);
    Value& out = values.emplace_back();
    if (std::holds_alternative<std::monostate>(value)) continue;
    out.set = true;
    if (!fill(out, option.type, value))
      throw std::invalid_argument(choice.plugin + ": \"" + option.name + "\" is " + display(value) +
                                  ", which is not of the option's type");
  }
  return values;
}

}  // namespace skald
