// Any four files of the MNIST format.
#include "reading/idx_dataset.hpp"

namespace {

using Options = skald::IdxOptions;

constexpr auto options = skald::append(
    skald::append(skald::idx_files<Options>,
                  skald::option("transposed", &Options::transposed,
                                "read images stored column by column, as in EMNIST"),
                  skald::option("first_label", &Options::first_label, "label of the first class")
                      .at_least(0)
                      .at_most(255)),
    skald::image_options<Options>);

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::IdxDataset, Options, options>(
    {.name = "idx",
     .numerics_revision = 1,
     .summary = "Images and labels from four files in MNIST's IDX format",
     .reference = "LeCun, Cortes, Burges, The MNIST database of handwritten digits"});
