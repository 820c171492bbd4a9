#include "report/posterior/draws_picture.hpp"

#include "ar1.hpp"
#include "test.hpp"

namespace draws_picture_test {

using namespace skald::report;
using Eigen::Index;

TEST_CASE("ranks are counted as by hand") {
  MatrixXd draws(4, 2);
  draws << 1, 8, 2, 7, 3, 6, 4, 5;
  const Eigen::MatrixXi counts = rank_counts(draws, 4);
  CHECK(counts.row(0) == Eigen::RowVector4i(2, 2, 0, 0));
  CHECK(counts.row(1) == Eigen::RowVector4i(0, 0, 2, 2));
  // Equal draws share a rank, in the middle.
  CHECK(rank_counts(MatrixXd::Constant(3, 2, 1.5), 3).col(1) == Eigen::Vector2i(3, 3));
}

TEST_CASE("counts of ranks are those of a search through all draws") {
  const MatrixXd draws = ar1(0.3, 57, 3, 5);
  const int bins = 7;
  Eigen::MatrixXi expected = Eigen::MatrixXi::Zero(3, bins);
  for (Index c = 0; c < 3; ++c) {
    for (Index i = 0; i < 57; ++i) {
      const auto below = (draws.array() < draws(i, c)).count();
      ++expected(c, static_cast<int>(below * bins / draws.size()));
    }
  }
  const Eigen::MatrixXi counts = rank_counts(draws, bins);
  CHECK(counts.rowwise().sum() == Eigen::Vector3i::Constant(57));
  // (below + 1/2) / S lies in the bin of below / S, except where the bin ends between them.
  CHECK((counts - expected).cwiseAbs().sum() <= 2 * bins);
}

TEST_CASE("the spread of counts is that of independent draws") {
  const int bins = 5, times = 400;
  double squares = 0;
  for (int seed = 0; seed < times; ++seed) {
    const Eigen::MatrixXi counts =
        rank_counts(ar1(0, 50, 4, static_cast<unsigned>(seed) + 1), bins);
    squares += std::pow(counts(1, 2) - 10, 2);
  }
  const double variance = std::pow(independent_count_sd(50, 4, bins), 2);
  // The sd of a squared deviation of a nearly normal count is sqrt(2) variances; 4 sds.
  CHECK(std::abs(squares / times - variance) < 4 * std::sqrt(2.0 / times) * variance);
}

TEST_CASE("scripts hold the draws, escape names, and are the same each time") {
  const std::vector<CoefficientDrawsOf> all{{"it's `age`", ar1(0.5, 40, 2, 1)},
                                            {"height", ar1(0.5, 40, 2, 2)}};
  for (const char* name : {"trace", "rank", "pairs"}) {
    INFO(name);
    const DrawsPlot plot = draws_plot(name);
    const std::string script = draws_script(plot, "title", all, PictureFormat::svg);
    CHECK(script == draws_script(plot, "title", all, PictureFormat::svg));
    CHECK_THAT(script, Catch::Contains("('it' . \"'\" . 's `age`')") &&
                           Catch::Contains("'height'") && Catch::Contains("set terminal svg"));
  }
  CHECK_THROWS_WITH(draws_plot("traces"), Catch::Contains("expected trace, rank or pairs"));
}

TEST_CASE("of pairs, each coefficient has a histogram, and each two have their draws") {
  const std::vector<CoefficientDrawsOf> all{
      {"a", ar1(0.5, 40, 2, 1)}, {"b", ar1(0.5, 40, 2, 2)}, {"c", ar1(0.5, 40, 2, 3)}};
  const std::string script = draws_script(draws_plot("pairs"), "", all, PictureFormat::svg);
  for (const char* block : {"$h0 using", "$h1 using", "$h2 using", "$s1x0 ", "$s2x0 ", "$s2x1 "}) {
    CAPTURE(block);
    CHECK_THAT(script, Catch::Contains(block));
  }
}

TEST_CASE("a picture has room for the labels of its axes") {
  const MatrixXd draws = ar1(0.5, 40, 2, 1);
  const auto width_for = [&](double origin) {
    const std::string script = draws_script(
        DrawsPlot::trace, "", {{"age", (draws.array() + origin).matrix()}}, PictureFormat::svg);
    const std::string size = " size ";
    return std::stod(script.substr(script.find(size) + size.size()));
  };
  // Labels "-1230" are three letters longer than "-2", of 7.54 points each.
  CHECK(width_for(-1230) - width_for(0) >= 22);
}

}  // namespace draws_picture_test
