// EMNIST, split "Letters": 124800 + 20800 letters of 28 x 28 pixels, turned upright.
#include "reading/idx_dataset.hpp"

namespace {

struct Options : skald::IdxOptions {
  constexpr Options() {
    publish({"data:emnist-letters/emnist-letters-train-images-idx3-ubyte.gz",
             "data:emnist-letters/emnist-letters-train-labels-idx1-ubyte.gz",
             "data:emnist-letters/emnist-letters-test-images-idx3-ubyte.gz",
             "data:emnist-letters/emnist-letters-test-labels-idx1-ubyte.gz"});
    transposed = true;
    first_label = 1;
  }
};

constexpr auto options = skald::append(skald::idx_files<Options>, skald::image_options<Options>);

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::IdxDataset, Options, options>(
    {.name = "emnist_letters",
     .numerics_revision = 1,
     .summary = "EMNIST Letters: 124800 training and 20800 test images of the letters A to Z",
     .reference = "Cohen, Afshar, Tapson, van Schaik (2017), arXiv:1702.05373"});
