// Reads grids with the plugins of fake_plugins.hpp, and helpers to inspect them.
#pragma once

#include "fake_plugins.hpp"
#include "grid/grid.hpp"
#include "test.hpp"

namespace fake {

using namespace skald::grid;

inline Grid grid_of(const std::string& text) {
  auto result = read_grid(text, fake::context());
  if (!result) {
    for (const json::Diagnostic& fault : result.reason()) UNSCOPED_INFO(json::render(fault, text));
    FAIL("the grid was refused");
  }
  return *std::move(result);
}

inline std::vector<json::Diagnostic> faults_of(const std::string& text) {
  auto result = read_grid(text, fake::context());
  REQUIRE_FALSE(result);
  return std::move(result).reason();
}

inline json::Diagnostic only_fault(const std::string& text) {
  auto faults = faults_of(text);
  for (const json::Diagnostic& fault : faults) UNSCOPED_INFO(json::render(fault, text));
  REQUIRE(faults.size() == 1);
  return faults.front();
}

inline options::OptionValue sampler_option(const Cell& cell, std::string_view name) {
  const options::OptionValue* value = cell.find(options::Section::sampler, name);
  REQUIRE(value != nullptr);
  return *value;
}

inline std::vector<double> column(const Grid& grid, std::string_view name,
                                  options::Section section = options::Section::sampler) {
  std::vector<double> values;
  for (const Cell& cell : grid.cells)
    values.push_back(options::as_number(*cell.find(section, name)).value());
  return values;
}

inline options::OptionValue axis(const Cell& cell, std::string_view name) {
  for (const AxisValue& value : cell.axes)
    if (value.name == name) return value.value;
  FAIL("no axis " << name);
  return {};
}

}  // namespace fake
