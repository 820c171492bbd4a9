#include "grid/cell.hpp"

#include "grid/canonical.hpp"
#include "grid/json.hpp"

namespace skald {

std::vector<NamedValue>& Cell::options(Section section) {
  if (section == Section::run) return run;
  return plugins[static_cast<std::size_t>(section)].options;
}

const std::vector<NamedValue>& Cell::options(Section section) const {
  if (section == Section::run) return run;
  return plugins[static_cast<std::size_t>(section)].options;
}

const OptionValue* Cell::find(Section section, std::string_view option) const {
  for (const auto& [name, value] : options(section))
    if (name == option) return &value;
  return nullptr;
}

std::optional<double> as_number(const OptionValue& value) {
  if (const auto* integer = std::get_if<std::int64_t>(&value)) return static_cast<double>(*integer);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return std::nullopt;
}

std::string display(const OptionValue& value) {
  if (const auto* text = std::get_if<std::string>(&value)) return *text;
  if (const auto* path = std::get_if<FilePath>(&value)) return path->written;
  if (const auto* expression = std::get_if<Expression>(&value)) return expression->text;
  return write_json(to_json(value));
}

}  // namespace skald
