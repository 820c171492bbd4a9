// A linear regression of posteriordb with its reference draws, from the files as they are
// published. The table is that of the Stan program: covariates and response with the program's
// transformations, the priors as array "prior" and the draws as array "reference_draws" (see
// models/posteriordb.cpp).
#include <Eigen/Core>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "posterior_files.hpp"
#include "skald/dataset.hpp"
#include "skald/named_columns.hpp"
#include "skald/plugin.hpp"

namespace skald {

// The linear regressions of posteriordb: response, covariates and priors of its Stan programs.

// Student's t with `df` degrees of freedom: Cauchy for 1, normal for infinitely many, flat where
// the scale is infinite. For a positive parameter it is the half above 0.
struct Prior {
  double df = std::numeric_limits<double>::infinity();
  double location = 0;
  double scale = std::numeric_limits<double>::infinity();
};

// y_r ~ N(x_r' beta, sigma^2).
struct Regression {
  Eigen::MatrixXd covariates;           // p x n: x_r in column r
  Eigen::VectorXd response;             // n
  std::vector<Prior> priors;            // of beta_1..beta_p and of sigma
  std::vector<std::string> parameters;  // their names in the database
};

// Throws std::runtime_error where the model is not a linear regression that is known here, or where
// an array of the data is missing or has the wrong size.
Regression regression_of(const PosteriorFiles& files);

namespace {

using Eigen::ArrayXd;
using Eigen::Index;

// The arrays of one data file.
class Data {
 public:
  explicit Data(const PosteriorFiles& files) : files_(files) {}

  ArrayXd operator[](const char* name) const { return matrix(name, 1).col(0).array(); }
  const Eigen::MatrixXd& matrix(const char* name, Index least_columns) const {
    const auto found = files_.data.find(name);
    if (found == files_.data.end()) refuse(name, "is missing");
    if (found->second.rows() < 2 || found->second.cols() < least_columns) {
      refuse(name, "has " + std::to_string(found->second.rows()) + " rows and " +
                       std::to_string(found->second.cols()) + " columns; expected at least 2 and " +
                       std::to_string(least_columns));
    }
    return found->second;
  }

 private:
  [[noreturn]] void refuse(const char* name, const std::string& what) const {
    throw std::runtime_error(files_.data_file + ": the array \"" + name + "\" of model " +
                             files_.model + " " + what);
  }

  const PosteriorFiles& files_;
};

using Columns = std::vector<ArrayXd>;

ArrayXd centred(const ArrayXd& x) { return x - x.mean(); }
double deviation(const ArrayXd& x) {
  return std::sqrt(centred(x).square().sum() / static_cast<double>(x.size() - 1));
}
ArrayXd equal(const ArrayXd& x, double level) { return (x == level).cast<double>(); }

// Covariates after the constant: two of them and their product.
Columns with_product(const ArrayXd& a, const ArrayXd& b) { return {a, b, a * b}; }

ArrayXd volume(const Data& d) { return d["diam1"] * d["diam2"] * d["canopy_height"]; }

ArrayXd kid_score(const Data& d) { return d["kid_score"]; }
ArrayXd earn(const Data& d) { return d["earn"]; }
ArrayXd log_earn(const Data& d) { return d["earn"].log(); }
ArrayXd log_weight(const Data& d) { return d["weight"].log(); }

constexpr Prior flat{};
constexpr Prior cauchy{1, 0, 2.5};

// A regression on a constant and further covariates, all with flat priors; sigma has its own.
struct Family {
  const char* model;
  ArrayXd (*response)(const Data&);
  Columns (*covariates)(const Data&);
  Prior sigma;
};

constexpr Family families[] = {
    {"kidscore_momhs", kid_score, [](const Data& d) -> Columns { return {d["mom_hs"]}; }, cauchy},
    {"kidscore_momiq", kid_score, [](const Data& d) -> Columns { return {d["mom_iq"]}; }, cauchy},
    {"kidscore_momhsiq", kid_score,
     [](const Data& d) -> Columns {
       return {d["mom_hs"], d["mom_iq"]};
     },
     cauchy},
    {"kidscore_interaction", kid_score,
     [](const Data& d) { return with_product(d["mom_hs"], d["mom_iq"]); }, cauchy},
    {"kidscore_interaction_c", kid_score,
     [](const Data& d) { return with_product(centred(d["mom_hs"]), centred(d["mom_iq"])); }, flat},
    {"kidscore_interaction_c2", kid_score,
     [](const Data& d) { return with_product(d["mom_hs"] - 0.5, d["mom_iq"] - 100); }, flat},
    {"kidscore_interaction_z", kid_score,
     [](const Data& d) {
       return with_product(centred(d["mom_hs"]) / (2 * deviation(d["mom_hs"])),
                           centred(d["mom_iq"]) / (2 * deviation(d["mom_iq"])));
     },
     flat},
    {"kidscore_mom_work", kid_score,
     [](const Data& d) -> Columns {
       const ArrayXd work = d["mom_work"];
       return {equal(work, 2), equal(work, 3), equal(work, 4)};
     },
     flat},
    {"earn_height", earn, [](const Data& d) -> Columns { return {d["height"]}; }, flat},
    {"log10earn_height", [](const Data& d) -> ArrayXd { return d["earn"].log10(); },
     [](const Data& d) -> Columns { return {d["height"]}; }, flat},
    {"logearn_height", log_earn, [](const Data& d) -> Columns { return {d["height"]}; }, flat},
    {"logearn_height_male", log_earn,
     [](const Data& d) -> Columns {
       return {d["height"], d["male"]};
     },
     flat},
    {"logearn_interaction", log_earn,
     [](const Data& d) { return with_product(d["height"], d["male"]); }, flat},
    {"logearn_interaction_z", log_earn,
     [](const Data& d) {
       return with_product(centred(d["height"]) / deviation(d["height"]), d["male"]);
     },
     flat},
    {"logearn_logheight_male", log_earn,
     [](const Data& d) -> Columns {
       return {d["height"].log(), d["male"]};
     },
     flat},
    {"mesquite", [](const Data& d) { return d["weight"]; },
     [](const Data& d) -> Columns {
       return {d["diam1"],        d["diam2"],   d["canopy_height"],
               d["total_height"], d["density"], d["group"]};
     },
     flat},
    {"logmesquite_logvash", log_weight,
     [](const Data& d) -> Columns {
       return {volume(d).log(), (d["diam1"] * d["diam2"]).log(), (d["diam1"] / d["diam2"]).log(),
               d["total_height"].log(), d["group"]};
     },
     flat},
    {"logmesquite_logvolume", log_weight,
     [](const Data& d) -> Columns { return {volume(d).log()}; }, flat},
    {"nes", [](const Data& d) { return d["partyid7"]; },
     [](const Data& d) -> Columns {
       const ArrayXd age = d["age_discrete"];
       return {d["real_ideo"], d["race_adj"], equal(age, 2), equal(age, 3),
               equal(age, 4),  d["educ1"],    d["gender"],   d["income"]};
     },
     flat},
};

void name_coefficients(const char* stem, Index count, std::vector<std::string>& names) {
  for (Index k = 1; k <= count; ++k)
    names.push_back(std::string(stem).append("[").append(std::to_string(k)).append("]"));
}

Regression of_family(const Family& family, const Data& data) {
  const Columns columns = family.covariates(data);
  Regression r;
  r.response = family.response(data).matrix();
  r.covariates.setOnes(std::ssize(columns) + 1, r.response.size());
  for (Index k = 1; k < r.covariates.rows(); ++k) {
    r.covariates.row(k) = columns[static_cast<std::size_t>(k - 1)].matrix().transpose();
  }
  r.priors.assign(columns.size() + 1, flat);
  r.priors.push_back(family.sigma);
  name_coefficients("beta", r.covariates.rows(), r.parameters);
  r.parameters.emplace_back("sigma");
  return r;
}

// sblri, sblrc: no constant, everything N(0, 10^2).
Regression bayesian_regression(const Data& data) {
  constexpr Prior normal{std::numeric_limits<double>::infinity(), 0, 10};
  Regression r;
  r.covariates = data.matrix("X", 1).transpose();
  r.response = data["y"].matrix();
  r.priors.assign(static_cast<std::size_t>(r.covariates.rows()) + 1, normal);
  name_coefficients("beta", r.covariates.rows(), r.parameters);
  r.parameters.emplace_back("sigma");
  return r;
}

// The first column of X is the constant, which comes last here; the others are centred.
Regression diamonds(const Data& data) {
  const Eigen::MatrixXd& x = data.matrix("X", 2);
  const Index p = x.cols();
  Regression r;
  r.response = data["Y"].matrix();
  r.covariates.setOnes(p, x.rows());
  for (Index k = 1; k < p; ++k) {
    r.covariates.row(k - 1) = centred(x.col(k).array()).matrix().transpose();
  }
  r.priors.assign(static_cast<std::size_t>(p - 1),
                  Prior{std::numeric_limits<double>::infinity(), 0, 1});
  r.priors.push_back({3, 8, 10});
  r.priors.push_back({3, 0, 10});
  name_coefficients("b", p - 1, r.parameters);
  r.parameters.insert(r.parameters.end(), {"Intercept", "sigma"});
  return r;
}

std::string known_models() {
  std::string list;
  for (const Family& family : families) list += std::string(family.model) + " ";
  return list + "blr diamonds";
}

Regression read_regression(const PosteriorFiles& files) {
  const Data data(files);
  if (files.model == "blr") return bayesian_regression(data);
  if (files.model == "diamonds") return diamonds(data);
  for (const Family& family : families) {
    if (files.model == family.model) return of_family(family, data);
  }
  throw std::runtime_error(
      "model " + files.model +
      " of posteriordb is not a supported linear regression; expected one of " + known_models());
}

}  // namespace

Regression regression_of(const PosteriorFiles& files) {
  Regression regression = read_regression(files);
  if (!regression.covariates.allFinite() || !regression.response.allFinite() ||
      regression.covariates.cols() != regression.response.size()) {
    throw std::runtime_error(files.data_file + ": the arrays of model " + files.model +
                             " do not fit together, or a logarithm of one is not finite");
  }
  return regression;
}

}  // namespace skald

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
