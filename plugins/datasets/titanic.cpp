// The 2201 people aboard the Titanic by class, sex, age and survival (British Board of Trade 1912;
// Dawson, The "Unusual Episode" Data Revisited, Journal of Statistics Education 3(3), 1995).
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include "skald/dataset.hpp"
#include "skald/named_columns.hpp"
#include "skald/parts/data/columns.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Index;

struct Options {
  std::string_view coding = "numeric";
  std::string_view scaling = "coding";
  std::int64_t train = 1760;
};

constexpr std::array options{
    skald::option("coding", &Options::coding,
                  "numeric: intercept, class (1 to 3, crew 4), male and adult, scaled; dummy: "
                  "intercept and indicators of 2nd class, 3rd class, crew, female and adult")
        .one_of("numeric|dummy"),
    skald::option("scaling", &Options::scaling,
                  "scaling of numeric covariates. coding: each range is mapped to [-1, 1], by "
                  "constants known from the coding alone; rows: mean 0 and variance 1 over the "
                  "training rows, which is a private input")
        .one_of("coding|rows"),
    skald::option("train", &Options::train, "number of training rows; the rest are for testing")
        .at_least(1)
        .at_most(2201)};

constexpr std::array standardised{skald::PrivateInput{
    .name = skald::inputs::standardisation,
    .why = "covariates are standardised by means and variances of the training rows",
    .remedy = "set scaling of the data set to coding"}};

struct Group {
  int travel_class;  // 1 to 3; 4: crew
  bool male, adult;
  int died, survived;
};

constexpr std::array aboard{
    Group{1, true, false, 0, 5},    Group{1, false, false, 0, 1},  Group{2, true, false, 0, 11},
    Group{2, false, false, 0, 13},  Group{3, true, false, 35, 13}, Group{3, false, false, 17, 14},
    Group{1, true, true, 118, 57},  Group{1, false, true, 4, 140}, Group{2, true, true, 154, 14},
    Group{2, false, true, 13, 80},  Group{3, true, true, 387, 75}, Group{3, false, true, 89, 76},
    Group{4, true, true, 670, 192}, Group{4, false, true, 3, 20}};

constexpr int people() {
  int sum = 0;
  for (const Group& group : aboard) sum += group.died + group.survived;
  return sum;
}
static_assert(people() == 2201);

struct Person {
  const Group* group;
  bool survived;
};

constexpr std::array indicators{skald::Column{.name = "intercept", .is_constant = true},
                                skald::Column{.name = "class=2nd"},
                                skald::Column{.name = "class=3rd"},
                                skald::Column{.name = "class=crew"},
                                skald::Column{.name = "female"},
                                skald::Column{.name = "adult"}};
constexpr std::array numbers{skald::Column{.name = "intercept", .is_constant = true},
                             skald::Column{.name = "class", .center = 2.5, .scale = 1.5},
                             skald::Column{.name = "male", .center = 0.5, .scale = 0.5},
                             skald::Column{.name = "adult", .center = 0.5, .scale = 0.5}};
constexpr std::array<const char*, 2> class_names{"died", "survived"};

class Titanic final : public skald::Dataset, public skald::NamedColumns {
 public:
  explicit Titanic(const Options& given) : given_(given) {}

  // Rows in random order (role split), the first of them for training. Target: 1 survived, 0 died.
  skald::Table load(const skald::Random& random) override {
    std::vector<Person> persons;
    for (const Group& group : aboard) {
      persons.insert(persons.end(), static_cast<std::size_t>(group.died), {&group, false});
      persons.insert(persons.end(), static_cast<std::size_t>(group.survived), {&group, true});
    }
    skald::shuffle(random, {skald::Role::split}, 0, 0, persons);
    target_.clear();
    for (const Person& person : persons) target_.push_back(person.survived ? 1 : 0);
    if (given_.coding == "dummy") {
      code_indicators(persons);
    } else {
      code_numbers(persons);
    }
    skald::Table table;
    table.features = skald::view(std::as_const(features_));
    table.target = target_;
    table.classes = 2;
    table.train = given_.train;
    if (given_.coding == "numeric" && given_.scaling == "rows") table.private_inputs = standardised;
    return table;
  }
  std::span<const skald::Column> features() const override { return columns_; }
  std::span<const char* const> classes() const override { return class_names; }

 private:
  void code_indicators(const std::vector<Person>& persons) {
    columns_.assign(indicators.begin(), indicators.end());
    features_.resize(6, people());
    for (Index r = 0; r < people(); ++r) {
      const Group& group = *persons[static_cast<std::size_t>(r)].group;
      features_.col(r) << 1, group.travel_class == 2, group.travel_class == 3,
          group.travel_class == 4, !group.male, group.adult;
    }
  }

  void code_numbers(const std::vector<Person>& persons) {
    columns_.assign(numbers.begin(), numbers.end());
    features_.resize(4, people());
    for (Index r = 0; r < people(); ++r) {
      const Group& group = *persons[static_cast<std::size_t>(r)].group;
      features_.col(r) << 1, group.travel_class, group.male, group.adult;
    }
    given_.scaling == "rows" ? standardise() : scale_by_coding();
  }

  // Maps classes 1 to 4 and indicators to [-1, 1].
  void scale_by_coding() {
    for (Index k = 1; k < 4; ++k) {
      const skald::Column& column = columns_[static_cast<std::size_t>(k)];
      features_.row(k) = (features_.row(k).array() - column.center) / column.scale;
    }
  }

  void standardise() {
    for (Index k = 1; k < 4; ++k) {
      const auto by = skald::standardise_row(features_, k, given_.train);
      if (!by) {
        throw std::invalid_argument(
            "dataset titanic: a covariate is constant over the training rows (train = " +
            std::to_string(given_.train) +
            ") and cannot be standardised: raise train, or set scaling to coding");
      }
      skald::Column& column = columns_[static_cast<std::size_t>(k)];
      column.center = by->center;
      column.scale = by->scale;
    }
  }

  Options given_;
  Eigen::MatrixXd features_;
  std::vector<skald::Column> columns_;
  std::vector<double> target_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Titanic, Options, options>(
    {.name = "titanic",
     .version = "2",
     .numerics_revision = 2,
     .summary = "Survival of the 2201 people aboard the Titanic by class, sex and age (built in)",
     .reference = "Dawson (1995), Journal of Statistics Education 3(3)"});
