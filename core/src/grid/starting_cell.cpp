#include "grid/starting_cell.hpp"

namespace skald::grid {

Cell starting_cell(const Cell& cell) {
  Cell start = cell;
  start.start.reset();
  start.metrics = {};
  start.axes.clear();
  start.reference.reset();
  start.choice(Kind::sampler) = cell.start->sampler;
  start.evaluated = cell.start->evaluated;
  for (auto& [name, value] : start.options(options::Section::run)) {
    for (const auto& [length, given] : cell.start->run) {
      if (name == length) value = given;
    }
  }
  return start;
}

}  // namespace skald::grid
