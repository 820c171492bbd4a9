// Tests that the kit's checks of models, partitions, data sets and mechanisms find flaws.
#include "checked_plugins.hpp"
#include "conformance/plugin_checks.hpp"
#include "random/philox_random.hpp"
#include "skald/extensions/batch_statistics.hpp"
#include "skald/label_prediction.hpp"
#include "skald/named_columns.hpp"
#include "test.hpp"

using namespace skald::conformance;

namespace {

using Names = std::vector<std::string>;

enum class Flaw {
  none,
  potential,
  prior_share,
  mean,
  block,
  clipping,
  first_rows,
  thread,
  unseeded
};

// Another small number in every call.
double undecided() {
  static double calls = 0;
  return 1e-12 * ++calls;
}

// Rows x with the potential |theta - x|^2 / 2, prior |theta|^2 / 2.
class Distances : public Model {
 public:
  explicit Distances(Flaw flaw) : flaw_(flaw) {}

  void bind(const Table& table) override {
    features_ = table.features;
    thread_ = std::this_thread::get_id();
  }
  bool is_thread_safe() const override { return true; }
  Index dimension() const override { return features_.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        out.column(j) += theta.column(j) - features_.column(rows.row(j, r));
      }
      if (flaw_ == Flaw::mean) out.column(j) /= static_cast<double>(rows.count);
      if (flaw_ == Flaw::unseeded) out.column(j).array() += undecided();
      if (flaw_ == Flaw::thread && std::this_thread::get_id() != thread_) out.column(j).setZero();
      if (flaw_ == Flaw::block) out.column(j).array() += 1e-12 * static_cast<double>(theta.cols);
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double sum = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const Index row = flaw_ == Flaw::first_rows ? rows.first + r : rows.row(j, r);
        sum += (theta.column(j) - features_.column(row)).squaredNorm();
      }
      if (flaw_ == Flaw::mean) sum /= static_cast<double>(rows.count);
      out[static_cast<std::size_t>(j)] = sum / (flaw_ == Flaw::potential ? 1 : 2);
    }
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    if (flaw_ != Flaw::clipping) return Model::clipped_gradient(rows, clip, theta, out);
    gradient(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j) *= std::min(1.0, clip / out.column(j).norm());
    }
  }
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    out.matrix() += (flaw_ == Flaw::prior_share ? 1 : share) * theta.matrix();
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] +=
          (flaw_ == Flaw::prior_share ? 1 : share) * theta.column(j).squaredNorm() / 2;
    }
  }

 private:
  Flaw flaw_;
  ConstBlock features_;
  std::thread::id thread_;
};

// One label, whose probability is `scale` times a number that differs between the rows of the table
// or, if `counts_rows`, between the positions of the rows that are asked for.
class Tags final : public Distances, public LabelPrediction {
 public:
  Tags(double scale, bool counts_rows)
      : Distances(Flaw::none), scale_(scale), counts_rows_(counts_rows) {}
  const void* extension(const char* name) const override {
    if (std::string_view(name) == LabelPrediction::id)
      return static_cast<const LabelPrediction*>(this);
    return nullptr;
  }
  Index labels() const override { return 1; }
  void predict_labels(const Rows& rows, ConstBlock, Block probabilities) const override {
    for (Index r = 0; r < rows.count; ++r) {
      const Index number = counts_rows_ ? r : rows.row(0, r);
      probabilities.matrix()(0, r) = scale_ / (1 + static_cast<double>(number));
    }
  }

 private:
  double scale_;
  bool counts_rows_;
};

Names failures_of_tags(double scale, bool counts_rows) {
  return failures(check_model([=] { return std::make_shared<Tags>(scale, counts_rows); }));
}

Names failures_of(Flaw flaw) {
  return failures(check_model([=] { return std::make_shared<Distances>(flaw); }));
}

// Noise of `scale` times what it states; the same in every iteration if `frozen`, from one of
// the sampler's streams if `strays`, and of a seed of its own if `unseeded`.
class Noise final : public Mechanism {
 public:
  Noise(double scale, bool frozen, bool strays = false, bool unseeded = false)
      : scale_(scale), frozen_(frozen), strays_(strays), unseeded_(unseeded) {}
  void prepare(const Accountant& accountant) override {
    multiplier_ = accountant.multiplier(NoiseLaw::Kind::gaussian, 1, {}, Accountant::everyone);
  }
  NoiseLaw law(Index) const override { return {NoiseLaw::Kind::gaussian, multiplier_}; }
  std::optional<Claim> claim() const override { return {}; }
  void privatize(const Random& random, Stream stream, std::int64_t iteration,
                 const Sensitivity& sensitivity, Block message) const override {
    if (strays_) stream.role = Role::noise;
    random.add_normal(stream, frozen_ ? 0 : iteration, scale_ * multiplier_ * sensitivity.l2(),
                      message);
    if (unseeded_) message.matrix().array() += undecided();
  }

 private:
  double scale_, multiplier_ = 0;
  bool frozen_, strays_, unseeded_;
};

Names failures_of_noise(double scale, bool frozen) {
  return failures(check_mechanism([=] { return std::make_shared<Noise>(scale, frozen); }));
}

// Deals row r to client r mod N; the last client gets none if `empties`.
class Cards final : public Partition {
 public:
  explicit Cards(bool empties) : empties_(empties) {}
  Index assign(const Table&, const Random&, std::span<std::int32_t> client) const override {
    for (std::size_t r = 0; r < client.size(); ++r) client[r] = static_cast<std::int32_t>(r % 4);
    return empties_ ? 5 : 4;
  }

 private:
  bool empties_;
};

// A data set with a class out of range if `overflows`.
class Coins final : public Dataset {
 public:
  explicit Coins(bool overflows) : target_{0, 1, overflows ? 2.0 : 1.0} {}
  Table load(const Random& random) override {
    random.normal({Role::dataset}, 0, view(features_));
    Table table;
    table.features = view(std::as_const(features_));
    table.target = target_;
    table.classes = 2;
    table.train = 2;
    return table;
  }

 private:
  Eigen::MatrixXd features_ = Eigen::MatrixXd(2, 3);
  std::vector<double> target_;
};

// Names two columns of one feature, or gives it no scale.
class Named final : public Dataset, public NamedColumns {
 public:
  explicit Named(std::vector<Column> columns) : columns_(std::move(columns)) {}
  Table load(const Random&) override {
    Table table;
    table.features = view(std::as_const(features_));
    table.train = 2;
    return table;
  }
  std::span<const Column> features() const override { return columns_; }

 private:
  std::vector<Column> columns_;
  Eigen::MatrixXd features_ = Eigen::MatrixXd::Constant(1, 2, 3);
};

Names failures_of_columns(const std::vector<Column>& columns) {
  return failures(check_dataset([&] { return std::make_shared<Named>(columns); }));
}

// A Poisson regression: U = sum exp(x' theta) - y x' theta, for counts y alone. `sign` is that of
// its gradient.
class PoissonRegression final : public Model {
 public:
  explicit PoissonRegression(double sign) : sign_(sign) {}
  void bind(const Table& table) override {
    if (table.classes > 0 || table.target.empty()) throw std::invalid_argument("no counts");
    for (const double y : table.target) {
      if (y < 0 || y != std::floor(y)) throw std::invalid_argument("no counts");
    }
    table_ = table;
  }
  Index dimension() const override { return table_.features.rows; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out.column(j).setZero();
      for (Index r = 0; r < rows.count; ++r) {
        const auto x = table_.features.column(rows.row(j, r));
        out.column(j) += sign_ * (std::exp(x.dot(theta.column(j))) - y(rows.row(j, r))) * x;
      }
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      double& sum = out[static_cast<std::size_t>(j)] = 0;
      for (Index r = 0; r < rows.count; ++r) {
        const double eta = table_.features.column(rows.row(j, r)).dot(theta.column(j));
        sum += std::exp(eta) - y(rows.row(j, r)) * eta;
      }
    }
  }

 private:
  double y(Index row) const { return table_.target[static_cast<std::size_t>(row)]; }
  double sign_;
  Table table_;
};

std::shared_ptr<Model> poisson(double sign) { return std::make_shared<PoissonRegression>(sign); }

// Accepts no table, or one with the array "images".
class Picky final : public Model {
 public:
  void bind(const Table& table) override {
    if (find_array(table, "images") == nullptr) throw std::invalid_argument("no images");
  }
  Index dimension() const override { return 1; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    out.matrix() = static_cast<double>(rows.count) * theta.matrix();
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] =
          static_cast<double>(rows.count) * theta.column(j).squaredNorm() / 2;
    }
  }
};

}  // namespace

namespace {

// Half a distance, and beside every coordinate of the kit's first point a kink, nearer than the
// step of its differences: above the odd coordinates, below the even ones.
class Kinked final : public Distances {
 public:
  explicit Kinked(double slope) : Distances(Flaw::none), slope_(slope) {}

  void bind(const Table& table) override {
    Distances::bind(table);
    kinks_.resize(dimension(), 4);
    random::PhiloxRandom(3, 0).normal({Role::start}, 0, view(kinks_));
    kinks_ *= 0.5;
    for (Index i = 0; i < kinks_.rows(); ++i) kinks_.row(i).array() += i % 2 == 0 ? -4e-6 : 4e-6;
  }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    Distances::gradient(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      const Eigen::ArrayXd above = theta.column(j) - kinks_.col(0);
      out.column(j).array() += slope_ * static_cast<double>(rows.count) * above.sign();
    }
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    Distances::potential(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j) {
      out[static_cast<std::size_t>(j)] +=
          static_cast<double>(rows.count) * (theta.column(j) - kinks_.col(0)).lpNorm<1>();
    }
  }

 private:
  double slope_;
  Eigen::MatrixXd kinks_;
};

// Rows that pull harder the more there are, which the model states or does not.
class Together final : public Distances, public BatchStatistics {
 public:
  explicit Together(bool is_stated) : Distances(Flaw::none), is_stated_(is_stated) {}

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    Distances::gradient(rows, theta, out);
    out.matrix().array() += square(rows);
  }
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    Distances::potential(rows, theta, out);
    for (Index j = 0; j < theta.cols; ++j)
      out[static_cast<std::size_t>(j)] += square(rows) * theta.column(j).sum();
  }
  const void* extension(const char* name) const override {
    if (std::string_view(name) == BatchStatistics::id)
      return static_cast<const BatchStatistics*>(this);
    return nullptr;
  }
  bool mixes_rows() const override { return is_stated_; }

 private:
  static double square(const Rows& rows) { return static_cast<double>(rows.count * rows.count); }

  bool is_stated_;
};

}  // namespace

TEST_CASE("a gradient need be no sum over rows if the model says so") {
  const auto failures_of = [](bool is_stated) {
    return failures(check_model([=] { return std::make_shared<Together>(is_stated); }));
  };
  CHECK(failures_of(true).empty());
  CHECK(failures_of(false) == Names{"sums over rows"});
}

TEST_CASE("kinks within the step of differences are no flaws, and hide none") {
  const auto failures_of = [](double slope) {
    return failures(check_model([slope] { return std::make_shared<Kinked>(slope); }));
  };
  CHECK(failures_of(1).empty());
  for (const double slope : {-1.0, 0.0, 1.01})
    CHECK(failures_of(slope) == Names{"gradient of the potential"});
}

TEST_CASE("a model of counts is examined") {
  CHECK(failures(check_model([] { return poisson(1); })).empty());
  CHECK(failures(check_model([] { return poisson(-1); })) == Names{"gradient of the potential"});
}

TEST_CASE("a model that no table suits has not passed, until its author gives one that does") {
  const auto picky = [] { return std::make_shared<Picky>(); };
  const auto findings = check_model(picky);
  REQUIRE(findings.size() == 1);
  CHECK(findings[0].verdict == Verdict::not_checked);
  CHECK_THAT(findings[0].found, Catch::Contains("--dataset") && Catch::Contains("no images"));
  const Eigen::MatrixXd rows = Eigen::MatrixXd::Random(2, 500);
  const std::vector<NamedArray> arrays{{"images", view(rows)}};
  Table table;
  table.features = view(rows);
  table.train = 400;
  CHECK(failures(check_model(picky, NamedTable{"mine", table})) == Names{"model"});
  table.arrays = arrays;
  const auto examined = check_model(picky, NamedTable{"mine", table});
  CHECK(examined.size() > 5);
  CHECK(failures(examined).empty());
}

TEST_CASE("a fault on any table is found, and says on which") {
  const auto findings = check_model([] { return poisson(-1); });
  CHECK_THAT(report(findings), Catch::Contains("(on the table \"counts\")"));
}

TEST_CASE("columns that do not fit the table are found") {
  CHECK(failures_of_columns({{.name = "x"}}).empty());
  CHECK(failures_of_columns({{.name = "x"}, {.name = "y"}}) == Names{"table"});
  CHECK(failures_of_columns({{.name = "x", .scale = 0}}) == Names{"table"});
  CHECK(failures_of_columns({{.name = "x", .is_constant = true}}) == Names{"table"});
}

TEST_CASE("mistakes in models are found by name") {
  CHECK(failures_of(Flaw::none).empty());
  CHECK(failures_of(Flaw::unseeded) == Names{"same seed twice, same bits"});
  CHECK(failures_of(Flaw::thread) == Names{"threads at once"});
  CHECK(failures_of(Flaw::potential) == Names{"gradient of the potential"});
  CHECK_THAT(failures_of(Flaw::prior_share),
             Catch::VectorContains(std::string("shares of the prior")));
  CHECK(failures_of(Flaw::mean) == Names{"sums over rows"});
  CHECK(failures_of(Flaw::block) == Names{"columns are independent of their block"});
  CHECK(failures_of(Flaw::clipping) == Names{"clipped gradients"});
  CHECK(failures_of(Flaw::first_rows) == Names{"rows given as a list"});
}

TEST_CASE("probabilities of labels beyond one, or of other rows, are found") {
  CHECK(failures_of_tags(1, false).empty());
  CHECK(failures_of_tags(1.5, false) == Names{"probabilities"});
  CHECK(failures_of_tags(1, true) == Names{"probabilities"});
}

TEST_CASE("noise of another scale, or that does not change, is found") {
  CHECK(failures_of_noise(1, false).empty());
  CHECK(failures_of_noise(0.95, false) == Names{"law of the noise"});
  CHECK(failures_of_noise(1, true) == Names{"independent noise"});
  CHECK(failures(check_mechanism([] { return std::make_shared<Noise>(1, false, false, true); })) ==
        Names{"same seed twice, same bits"});
  // A role that belongs to samplers.
  CHECK_THROWS_WITH(check_mechanism([] { return std::make_shared<Noise>(1, false, true); }),
                    Catch::Contains("belongs to samplers"));
}

TEST_CASE("an empty client and a class beyond the last are found") {
  CHECK(failures(check_partition([] { return std::make_shared<Cards>(false); })).empty());
  CHECK(failures(check_partition([] { return std::make_shared<Cards>(true); })) ==
        Names{"every row once"});
  CHECK(failures(check_dataset([] { return std::make_shared<Coins>(false); })).empty());
  CHECK(failures(check_dataset([] { return std::make_shared<Coins>(true); })) == Names{"table"});
}
