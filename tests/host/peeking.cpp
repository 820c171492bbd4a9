// A sampler that releases one noised zero per iteration, and in its set-up reads what its option
// names.
#include <array>
#include <vector>

#include "skald/plugin.hpp"
#include "skald/sampler.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view at = "nothing";
  std::string_view relation = "replace_one";
};

constexpr std::array options{
    option("at", &Options::at, "what its set-up looks at")
        .one_of("nothing|gradients|potential|curvature|prior|posterior|declared|warns"),
    option("relation", &Options::relation, "of its releases").one_of("replace_one|add_remove")};

class Peeking final : public Sampler {
 public:
  explicit Peeking(const Options& o) : at_(o.at), add_remove_(o.relation == "add_remove") {}

  void start(Context& context, Block theta) override {
    theta_ = theta.matrix();
    Problem& problem = context.problem;
    if (at_ == "gradients") problem.gradient(0, theta, view(theta_));
    if (at_ == "potential") {
      std::vector<double> values(static_cast<std::size_t>(theta.cols));
      problem.potential(0, theta, values);
    }
    const auto* curvature =
        static_cast<const CurvatureBounds*>(problem.model_extension(CurvatureBounds::id));
    if (at_ == "curvature") theta_ /= curvature->bounds(problem.rows(0), 1).L;
    if (at_ == "prior") theta_ /= curvature->bounds(Rows::range(0, 0), 1).L;
    if (at_ == "posterior") {
      const auto* posterior =
          static_cast<const GaussianPosterior*>(problem.model_extension(GaussianPosterior::id));
      Eigen::MatrixXd A(theta.rows, theta.rows), mu(theta.rows, 1);
      posterior->quadratic(problem.rows(0), 1, view(A), view(mu));
      theta_.col(0) = mu;
    }
  }
  void advance(Context& context, Index iterations, Block theta) override {
    Eigen::MatrixXd gradient = theta_;
    for (Index k = 0; k < iterations; ++k) {
      context.problem.gradient(0, view(theta_), view(gradient));  // covered by its releases
    }
    theta.matrix() = theta_;
  }
  void releases(const Problem& problem, Index iterations, ReleasePlan& plan) const override {
    for (Index c = 0; c < problem.clients(); ++c) {
      plan.add({.client = c,
                .relation = add_remove_ ? Relation::add_remove : Relation::replace_one,
                .count = iterations});
    }
    if (at_ == "declared") {
      plan.reads({.name = "horoscope", .why = "the stars know", .remedy = "do not ask them"});
    }
    if (at_ == "warns") plan.warns({.why = "theorem 1 takes the stars to be honest"});
  }

 private:
  std::string_view at_;
  bool add_remove_;
  Eigen::MatrixXd theta_;
};

}  // namespace

SKALD_PLUGIN = plugin<Peeking, Options, options>({.name = "peeking",
                                                  .numerics_revision = 1,
                                                  .summary = "Looks before it samples",
                                                  .reference = ""});
