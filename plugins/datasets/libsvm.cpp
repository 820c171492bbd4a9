// A table from sparse text files of LIBSVM.
#include "reading/libsvm_dataset.hpp"

namespace {

using Options = skald::LibsvmFiles;

constexpr std::array options{
    skald::option("train", &Options::train, "training file, plain or gzip").is_path(),
    skald::option("test", &Options::test, "test file").is_path(),
    skald::inherited<Options>(
        "task", &skald::LibsvmOptions::task,
        "classification: labels are classes, ordered as numbers; regression: labels are the target")
        .one_of("classification|regression"),
    skald::inherited<Options>("features", &skald::LibsvmOptions::features,
                              "number of features; the largest index in the files if omitted")
        .at_least(1),
    skald::inherited<Options>("intercept", &skald::LibsvmOptions::intercept,
                              "prepend a constant feature 1")};

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::LibsvmDataset, Options, options>(
    {.name = "libsvm",
     .version = "1",
     .numerics_revision = 1,
     .summary = "Table from sparse text files in LIBSVM's format",
     .reference = "Chang, Lin (2011), ACM TIST 2(3)"});
