#include "record/coefficients.hpp"

#include <cmath>
#include <stdexcept>

namespace skald::record {
namespace {

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("the meaning of coefficients: " + what);
}

void require_scale(const ScaledColumn& column) {
  const bool is_sound =
      std::isfinite(column.center) && std::isfinite(column.scale) && column.scale > 0;
  if (is_sound) return;
  refuse("column \"" + column.name + "\" has center " + std::to_string(column.center) +
         " and scale " + std::to_string(column.scale) +
         "; expected finite numbers and a positive scale");
}

void require_place(const char* what, std::int64_t place, std::size_t count) {
  if (place >= 0 && place < static_cast<std::int64_t>(count)) return;
  refuse(std::string(what) + " " + std::to_string(place) + " of " + std::to_string(count));
}

}  // namespace

void require_sound(const Coefficients& coefficients) {
  for (const ScaledColumn& column : coefficients.features) require_scale(column);
  require_scale(coefficients.target);
  for (const CoefficientMeaning& meaning : coefficients.meanings) {
    if (meaning.part > LinearCoefficients::Part::other) refuse("an unknown part");
    require_place("output", meaning.output, coefficients.outputs.size());
    if (meaning.part == LinearCoefficients::Part::weight)
      require_place("feature", meaning.feature, coefficients.features.size());
  }
}

}  // namespace skald::record
