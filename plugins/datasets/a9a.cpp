// Adult in LIBSVM's encoding: 123 binary features.
#include "reading/libsvm.hpp"

namespace {

constexpr const char* kTrain = "data:adult/a9a";
constexpr const char* kTest = "data:adult/a9a.t";

struct Options {
  std::string_view train = kTrain;
  std::string_view test = kTest;
  bool intercept = true;
};

constexpr std::array options{
    skald::option("train", &Options::train, "training file a9a").is_path(),
    skald::option("test", &Options::test, "test file a9a.t").is_path(),
    skald::option("intercept", &Options::intercept, "prepend a constant feature 1")};

class A9a final : public skald::LibsvmDataset {
 public:
  explicit A9a(const Options& given) : LibsvmDataset(files_of(given)) {}

 private:
  static skald::LibsvmFiles files_of(const Options& given) {
    skald::LibsvmFiles files;
    files.train = given.train;
    files.test = given.test;
    files.features = 123;
    files.intercept = given.intercept;
    files.published = {kTrain, kTest};
    return files;
  }
};

}  // namespace

SKALD_PLUGIN = skald::plugin<A9a, Options, options>(
    {.name = "a9a",
     .numerics_revision = 1,
     .summary =
         "Adult in LIBSVM's encoding: 32561 training and 16281 test rows of 123 binary features",
     .reference = "Platt (1998); Chang, Lin (2011), ACM TIST 2(3)"});
