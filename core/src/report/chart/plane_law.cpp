#include "report/chart/plane_law.hpp"

#include <cmath>
#include <numbers>

namespace skald::report {
namespace {

double determinant(const PlaneLaw& law) { return law.xx * law.yy - law.xy * law.xy; }

}  // namespace

double squared_distance(const PlaneLaw& law, double x, double y) {
  const double u = x - law.mean_x, v = y - law.mean_y;
  return (law.yy * u * u - 2 * law.xy * u * v + law.xx * v * v) / determinant(law);
}

double density_at(const PlaneLaw& law, double x, double y) {
  return std::exp(-0.5 * squared_distance(law, x, y)) /
         (2 * std::numbers::pi * std::sqrt(determinant(law)));
}

double squared_reach(double share) { return -2 * std::log1p(-share); }

std::vector<ChartPoint> line_around(const PlaneLaw& law, double share) {
  constexpr int steps = 120;
  const double radius = std::sqrt(squared_reach(share));
  const double a = std::sqrt(law.xx), b = law.xy / a, c = std::sqrt(law.yy - b * b);  // Cholesky
  std::vector<ChartPoint> line;
  line.reserve(steps + 1);
  for (int step = 0; step <= steps; ++step) {
    const double angle = 2 * std::numbers::pi * step / steps;
    const double u = radius * std::cos(angle), v = radius * std::sin(angle);
    ChartPoint& point = line.emplace_back();
    point.x = law.mean_x + a * u;
    point.y = law.mean_y + b * u + c * v;
  }
  return line;
}

}  // namespace skald::report
