// A linear regression of posteriordb with its reference draws, from the files as they are
// published. The table is that of the Stan program: covariates and response with the program's
// transformations, the priors as array "prior" and the draws as array "reference_draws" (see
// models/posteriordb.cpp).
#include <cmath>
#include <stdexcept>
#include <utility>

#include "posterior_files.hpp"
#include "regressions.hpp"
#include "skald/dataset.hpp"
#include "skald/named_columns.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;

struct Options {
  std::string_view path;
  std::string_view posterior;
};

constexpr std::array options{
    option("path", &Options::path, "folder of the database, with data, draws and posteriors in it")
        .is_path(),
    option("posterior", &Options::posterior,
           "name of the posterior, DATA-MODEL, such as kidiq-kidscore_momhs; its model must be a "
           "linear regression")};

constexpr std::array transformed{
    PrivateInput{.name = inputs::standardisation,
                 .why = "some of its Stan programs centre covariates at their means over the rows",
                 .remedy = "choose another data set"}};

class Posteriordb final : public Dataset, public NamedColumns {
 public:
  explicit Posteriordb(const Options& given) : path_(given.path), name_(given.posterior) {}

  Table load(const Random&) override {
    const PosteriorFiles files = read_posterior(path_, name_);
    regression_ = regression_of(files);
    take_priors();
    if (files.reference) take_draws(*files.reference);
    Table table;
    table.features = view(std::as_const(regression_.covariates));
    table.target = {regression_.response.data(),
                    static_cast<std::size_t>(regression_.response.size())};
    table.train = regression_.covariates.cols();
    table.arrays = arrays_;
    table.private_inputs = transformed;
    name_columns();
    return table;
  }
  std::span<const Column> features() const override { return columns_; }

 private:
  // By their coefficients in the database; those of the noise come after them.
  void name_columns() {
    columns_.clear();
    for (Index k = 0; k < regression_.covariates.rows(); ++k)
      columns_.push_back({.name = regression_.parameters[static_cast<std::size_t>(k)].c_str()});
  }
  void take_priors() {
    prior_.resize(3 * std::ssize(regression_.priors), 1);
    for (Index k = 0; k < std::ssize(regression_.priors); ++k) {
      const Prior& prior = regression_.priors[static_cast<std::size_t>(k)];
      prior_.middleRows(3 * k, 3) << prior.df, prior.location, prior.scale;
    }
    arrays_.push_back({"prior", view(std::as_const(prior_))});
  }
  void take_draws(const DrawsOfPosterior& reference) {
    if (reference.parameters != regression_.parameters) {
      throw std::runtime_error(name_ + ": the reference draws are not of the model's " +
                               std::to_string(regression_.parameters.size()) + " parameters, " +
                               regression_.parameters.front() + " to sigma");
    }
    chains_ = Eigen::MatrixXd::Constant(1, 1, static_cast<double>(reference.chains));
    draws_ = reference.draws.reshaped();
    arrays_.push_back({"reference_chains", view(std::as_const(chains_))});
    arrays_.push_back({"reference_draws", view(std::as_const(draws_))});
  }

  std::string path_, name_;
  Regression regression_;
  Eigen::MatrixXd prior_, chains_, draws_;
  std::vector<NamedArray> arrays_;
  std::vector<Column> columns_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Posteriordb, Options, options>(
    {.name = "posteriordb",
     .numerics_revision = 1,
     .summary = "Linear regression from posteriordb, with its reference draws",
     .reference = "Magnusson et al. (2024), posteriordb, arXiv:2407.04967"});
