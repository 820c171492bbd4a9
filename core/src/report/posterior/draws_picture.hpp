// Pictures of kept draws by which chains are judged.
#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "report/chart/gnuplot_picture.hpp"

namespace skald::report {

// trace: the draws of each chain in their order. rank: histograms of ranks, see draws_picture.hpp.
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

// Rank plots: Vehtari, Gelman, Simpson, Carpenter and Bürkner (2021), section 4.4. If all chains
// have the same law, the ranks of each chain's draws among those of all chains are uniform.

// Returns how many draws of each chain (row) have their rank among all draws in each of `bins` bins
// of equal width (column). Equal draws share the mean of their ranks. `draws` is draws x chains and
// finite.
Eigen::MatrixXi rank_counts(const Eigen::MatrixXd& draws, int bins);

// Returns the standard deviation of such a count if the draws were independent: hypergeometric.
double independent_count_sd(Eigen::Index draws_per_chain, Eigen::Index chains, int bins);

}  // namespace skald::report
