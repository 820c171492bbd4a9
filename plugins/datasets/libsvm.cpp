// A table from sparse text files of LIBSVM.
#include "reading/libsvm.hpp"

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
                              "prepend a constant feature 1"),
    skald::inherited<Options>("index_base", &skald::LibsvmOptions::index_base,
                              "index of the first feature; auto: 0 if that index occurs, else 1")
        .one_of("auto|0|1"),
    skald::inherited<Options>("test_fraction", &skald::LibsvmOptions::test_fraction,
                              "fraction of rows held out for testing, drawn by seed")
        .only_if("!test")
        .at_least(0)
        .below(1)};

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::LibsvmDataset, Options, options>(
    {.name = "libsvm",
     .numerics_revision = 2,
     .summary = "Table from sparse text files in LIBSVM's format; queries (qid) are clients",
     .reference = "Chang, Lin (2011), ACM TIST 2(3)"});
