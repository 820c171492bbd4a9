// A table from sparse text files of LIBSVM.
#include "reading/libsvm_dataset.hpp"

namespace {

using Options = skald::LibsvmFiles;

constexpr std::array options{
    skald::option("train", &Options::train, "file of the training rows, gzip or raw").is_path(),
    skald::option("test", &Options::test, "file of the test rows").is_path(),
    skald::inherited<Options>("task", &skald::LibsvmOptions::task,
                              "classification: labels are numbered in the order of numbers; "
                              "regression: they are the target")
        .one_of("classification|regression"),
    skald::inherited<Options>("features", &skald::LibsvmOptions::features,
                              "number of features (left out: the largest index of the files)")
        .at_least(1),
    skald::inherited<Options>("intercept", &skald::LibsvmOptions::intercept,
                              "put a feature that is 1 before the others")};

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::LibsvmDataset, Options, options>(
    {.name = "libsvm",
     .version = "1",
     .numerics_revision = 1,
     .summary = "A table from sparse text files of LIBSVM.",
     .reference = "Chang, Lin (2011), ACM TIST 2(3)"});
