#include <Eigen/Dense>
#include <fstream>
#include <iterator>
#include <limits>

#include "data_files.hpp"
#include "loaded.hpp"
#include "posterior_tree.hpp"
#include "shipped_plugin.hpp"
#include "skald/named_columns.hpp"

using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

struct LoadedPosterior : Loaded {
  LoadedPosterior(const std::string& path, const std::string& posterior)
      : Loaded("posteriordb", {{"path", path}, {"posterior", posterior}}) {}

  Eigen::RowVectorXd covariate(Index k) const { return table.features.matrix().row(k); }
  VectorXd target() const {
    return Eigen::Map<const VectorXd>(table.target.data(), std::ssize(table.target));
  }
  MatrixXd array(const char* name) const {
    const NamedArray* found = find_array(table, name);
    return found == nullptr ? MatrixXd() : MatrixXd(found->values.matrix());
  }
};

std::string message_of(const std::string& path, const std::string& posterior) {
  try {
    LoadedPosterior(path, posterior);
  } catch (const std::runtime_error& e) {
    return e.what();
  }
  return "";
}

constexpr const char* kBlr =
    R"({"N": 3, "D": 2, "y": [1, 2.5, -3], "X": [[1, 2], [3, 4], [5, 6]]})";
// Two chains of four draws.
constexpr const char* kBlrDraws =
    R"([{"beta[1]": [1, 2, 3, 4], "beta[2]": [5, 6, 7, 8], "sigma": [1, 1, 1, 2]},
        {"beta[1]": [9, 10, 11, 12], "beta[2]": [13, 14, 15, 16], "sigma": [3, 3, 3, 4]}])";

}  // namespace

TEST_CASE("posteriordb: data, prior and draws as they stand in the files") {
  const PosteriorTree tree;
  tree.add_posterior("tiny", "blr");
  tree.add_data("tiny", kBlr);
  tree.add_draws("tiny-blr", kBlrDraws);
  const LoadedPosterior tiny(tree.path(), "tiny-blr");
  CHECK(tiny.table.features.matrix() == (MatrixXd(2, 3) << 1, 3, 5, 2, 4, 6).finished());
  CHECK(tiny.target() == Eigen::Vector3d(1, 2.5, -3));
  CHECK(tiny.table.train == 3);
  CHECK(tiny.table.classes == 0);
  const auto* columns = dynamic_cast<const NamedColumns*>(tiny.data.get());
  REQUIRE(columns != nullptr);
  REQUIRE(columns->features().size() == 2);
  CHECK(std::string(columns->features()[1].name) == "beta[2]");
  const double infinite = std::numeric_limits<double>::infinity();
  CHECK(tiny.array("prior") ==
        (VectorXd(9) << infinite, 0, 10, infinite, 0, 10, infinite, 0, 10).finished());
  CHECK(tiny.array("reference_chains")(0, 0) == 2);
  const MatrixXd draws = tiny.array("reference_draws").reshaped(3, 8);
  CHECK(draws.row(0) == (Eigen::RowVectorXd(8) << 1, 2, 3, 4, 9, 10, 11, 12).finished());
  CHECK(draws.col(7) == Eigen::Vector3d(12, 16, 4));
}

TEST_CASE("posteriordb: a posterior without a file of its own is DATA-MODEL, without draws") {
  const PosteriorTree tree;
  tree.add_data("tiny", kBlr);
  const LoadedPosterior tiny(tree.path(), "tiny-blr");
  CHECK(tiny.table.rows() == 3);
  CHECK(tiny.array("reference_draws").size() == 0);
}

TEST_CASE("posteriordb: covariates are those of the Stan programs") {
  const PosteriorTree tree;
  tree.add_data("kid", R"({"kid_score": [70, 80, 90, 100], "mom_hs": [0, 1, 1, 0],
                           "mom_iq": [90, 110, 100, 120], "mom_work": [1, 2, 3, 4]})");
  tree.add_data("pay", R"({"earn": [100, 1000, 10], "height": [60, 64, 68], "male": [0, 1, 1]})");
  tree.add_data("bush",
                R"({"weight": [1, 2], "diam1": [4, 6], "diam2": [2, 3], "canopy_height": [5, 7],
                            "total_height": [3, 9], "density": [1, 2], "group": [0, 1]})");
  tree.add_data("vote",
                R"({"partyid7": [1, 7], "real_ideo": [2, 3], "race_adj": [1, 2], "educ1": [3, 4],
                            "age_discrete": [3, 4], "gender": [1, 2], "income": [5, 1]})");
  using Row = Eigen::RowVector4d;
  CHECK(LoadedPosterior(tree.path(), "kid-kidscore_momhsiq").covariate(0) == Row(1, 1, 1, 1));
  CHECK(LoadedPosterior(tree.path(), "kid-kidscore_interaction").covariate(3) ==
        Row(0, 110, 100, 0));
  CHECK(LoadedPosterior(tree.path(), "kid-kidscore_interaction_c").covariate(3) ==
        Row(7.5, 2.5, -2.5, -7.5));
  CHECK(LoadedPosterior(tree.path(), "kid-kidscore_interaction_c2").covariate(3) ==
        Row(5, 5, 0, -10));
  // Sample standard deviations with divisor n - 1: sqrt(1/3) and sqrt(500/3), twice.
  const LoadedPosterior z(tree.path(), "kid-kidscore_interaction_z");
  CHECK(z.covariate(1)(1) == Approx(0.5 / (2 * std::sqrt(1.0 / 3))));
  CHECK(z.covariate(2)(0) == Approx(-15 / (2 * std::sqrt(500.0 / 3))));
  CHECK(z.covariate(3)(1) == Approx(z.covariate(1)(1) * z.covariate(2)(1)));
  CHECK(LoadedPosterior(tree.path(), "kid-kidscore_mom_work").covariate(2) == Row(0, 0, 1, 0));
  const LoadedPosterior pay(tree.path(), "pay-logearn_interaction_z");
  CHECK(pay.covariate(1) == Eigen::RowVector3d(-1, 0, 1));
  CHECK(pay.target()(1) == Approx(std::log(1000)));
  CHECK(LoadedPosterior(tree.path(), "pay-log10earn_height").target()(1) == Approx(3));
  CHECK(LoadedPosterior(tree.path(), "pay-logearn_logheight_male").covariate(1)(2) ==
        Approx(std::log(68)));
  const LoadedPosterior bush(tree.path(), "bush-logmesquite_logvash");
  CHECK(bush.covariate(1)(0) == Approx(std::log(40)));
  CHECK(bush.covariate(2)(0) == Approx(std::log(8)));
  CHECK(bush.covariate(3)(1) == Approx(std::log(2)));
  CHECK(bush.covariate(4)(1) == Approx(std::log(9)));
  const LoadedPosterior vote(tree.path(), "vote-nes");
  CHECK(vote.table.features.column(1) == (VectorXd(9) << 1, 3, 2, 0, 0, 1, 4, 2, 1).finished());
}

TEST_CASE("posteriordb: diamonds centre X, with the intercept last") {
  const PosteriorTree tree;
  tree.add_data("gems", R"({"Y": [1, 2, 3], "X": [[1, 2], [1, 3], [1, 7]]})");
  const LoadedPosterior gems(tree.path(), "gems-diamonds");
  CHECK(gems.covariate(0) == Eigen::RowVector3d(-2, -1, 3));
  CHECK(gems.covariate(1) == Eigen::RowVector3d::Ones());
  CHECK(gems.array("prior").middleRows(3, 6) == (VectorXd(6) << 3, 8, 10, 3, 0, 10).finished());
}

TEST_CASE("posteriordb: what is wrong with the files is said") {
  const PosteriorTree tree;
  tree.add_posterior("tiny", "blr");
  tree.add_posterior("tiny", "arma11");
  tree.add_data("tiny", kBlr);
  tree.add_data("ragged", R"({"y": [1, 2], "X": [[1, 2], [3]]})");
  tree.add_data("short", R"({"y": [1, 2, 3], "X": [[1, 2], [3, 4]]})");
  tree.add_data("text", R"({"y": [1, "2"], "X": [[1], [3]]})");
  tree.add_data("broken", "{");
  tree.add_draws("tiny-blr", R"([{"beta[1]": [1, 2], "sigma": [1, 2]}])");
  tree.add_plain("data/unzipped.json.zip", "{}");
  CHECK_THAT(message_of(tree.path(), "none-blr"),
             Catch::Contains("no such posterior; there are tiny-arma11 tiny-blr"));
  CHECK_THAT(message_of(tree.path(), "tiny-arma11"),
             Catch::Contains("not a supported linear regression"));
  CHECK_THAT(message_of(tree.path(), "tiny-nes"), Catch::Contains("of model nes is missing"));
  CHECK_THAT(message_of(tree.path(), "ragged-blr"), Catch::Contains("\"X\" is not rectangular"));
  CHECK_THAT(message_of(tree.path(), "short-blr"), Catch::Contains("do not fit together"));
  CHECK_THAT(message_of(tree.path(), "text-blr"), Catch::Contains("something other than numbers"));
  CHECK_THAT(message_of(tree.path(), "broken-blr"), Catch::Contains("is not JSON"));
  CHECK_THAT(message_of(tree.path(), "tiny-blr"),
             Catch::Contains("are not of the model's 3 parameters"));
  CHECK_THAT(message_of(tree.path(), "unzipped-blr"), Catch::Contains("expected a zip archive"));
}

TEST_CASE("posteriordb: a small archive that stands for a very large file is refused") {
  const PosteriorTree tree;
  tree.add_posterior("tiny", "blr");
  std::string blank(300'000'000, ' ');
  tree.add_data("tiny", blank.append(kBlr));
  CHECK_THAT(message_of(tree.path(), "tiny-blr"),
             Catch::Contains("bytes; expected at most 268435456 of"));
}

TEST_CASE("posteriordb: a file that is not what its archive sums up is refused") {
  const PosteriorTree tree;
  tree.add_posterior("tiny", "blr");
  tree.add_data("tiny", kBlr);
  const std::string file = tree.path() + "/data/tiny.json.zip";
  std::fstream archive(file, std::ios::in | std::ios::out | std::ios::binary);
  const std::string bytes = content(file);
  const std::size_t entry = bytes.rfind("PK\x01\x02");
  REQUIRE(entry != std::string::npos);
  constexpr std::size_t sum = 16;  // its place in an entry of the archive's list
  archive.seekp(static_cast<std::streamoff>(entry + sum));
  archive.put(static_cast<char>(~bytes[entry + sum]));
  archive.close();
  CHECK_THAT(message_of(tree.path(), "tiny-blr"), Catch::Contains("is damaged"));
}

// With flat priors the posterior mean is the least-squares estimate, except for the effect of
// sigma's prior. The mean of 10 000 draws is within 0.06 standard deviations, except with a
// probability of 2e-9.
TEST_CASE("posteriordb: least squares meets the means of the reference draws") {
  const auto folder = real_file("posteriordb");
  if (!folder) return;
  std::size_t found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(*folder + "/posteriors")) {
    const std::string name = entry.path().stem().string();
    if (message_of(*folder, name).find("not a supported linear regression") != std::string::npos)
      continue;
    ++found;
    if (name == "diamonds-diamonds") continue;  // its priors matter
    const LoadedPosterior loaded(*folder, name);
    const MatrixXd x = loaded.table.features.matrix().transpose();
    const Index p = x.cols();
    const MatrixXd draws = loaded.array("reference_draws").reshaped(p + 1, 10000);
    const VectorXd fit = x.colPivHouseholderQr().solve(loaded.target());
    for (Index k = 0; k < p; ++k) {
      const double mean = draws.row(k).mean();
      const double deviation = std::sqrt((draws.row(k).array() - mean).square().mean());
      CAPTURE(name, k);
      CHECK(std::abs(mean - fit(k)) < 0.06 * deviation);
    }
  }
  CHECK(found == 22);
}

namespace {

const ShippedPlugin shipped_posteriordb =
    ShippedPlugin(Kind::dataset, "posteriordb").conforms_on_files([](const TemporaryFolder&) {
      static const PosteriorTree tree;  // read after this function
      tree.add_data("tiny", kBlr);
      return std::vector<Setting>{{"path", tree.path()}, {"posterior", "tiny-blr"}};
    });

}  // namespace
