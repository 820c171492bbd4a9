// Draws in two coordinates and their Gaussian law, as lines and numbers of a chart.
#pragma once

#include <vector>

#include "report/chart/chart.hpp"

namespace skald::report {

// Two coordinates of the draws of a parameter vector, in the order in which they were kept.
struct PlaneDraws {
  std::vector<double> x, y;
};

// The law that draws are to follow: mean and covariance, which is positive definite.
struct PlaneLaw {
  double mean_x = 0, mean_y = 0;
  double xx = 1, xy = 0, yy = 1;

  bool operator==(const PlaneLaw&) const = default;
};

// Returns the squared Mahalanobis distance of a point from the mean.
double squared_distance(const PlaneLaw& law, double x, double y);
// Returns the density at a point.
double density_at(const PlaneLaw& law, double x, double y);

// Returns the squared distance within which the law holds a probability of `share`, in (0, 1):
// -2 log(1 - share), of chi-square with two degrees of freedom.
double squared_reach(double share);
// Returns a closed line of constant density within which the law holds that probability: 121
// points, of which the last is the first again.
std::vector<ChartPoint> line_around(const PlaneLaw& law, double share);

}  // namespace skald::report
