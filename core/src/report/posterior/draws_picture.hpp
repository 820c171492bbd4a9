// Pictures of kept draws by which chains are judged.
#pragma once

#include <Eigen/Core>
#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart/gnuplot_picture.hpp"

namespace skald::report {

// trace: the draws of each chain in their order. rank: histograms of ranks, see rank_counts.hpp.
// pairs: the draws of two coefficients at a time, their histograms and correlations.
enum class DrawsPlot { trace, rank, pairs };

// Parses "trace", "rank" or "pairs"; throws std::invalid_argument for any other word.
DrawsPlot draws_plot(std::string_view name);

// How many coefficients a picture shows if they are not chosen, and at most.
std::size_t usual_coefficients(DrawsPlot plot);
std::size_t most_coefficients(DrawsPlot plot);

struct CoefficientDrawsOf {
  std::string name;
  Eigen::MatrixXd draws;  // draws x chains, the same shape for all coefficients
};

// Returns a complete script for gnuplot 5.4 that contains the data and writes the picture to
// standard output. Draws that are not finite must not be given. Text is never interpreted as
// commands.
std::string draws_script(DrawsPlot plot, const std::string& title,
                         const std::vector<CoefficientDrawsOf>& coefficients, PictureFormat format);

}  // namespace skald::report
