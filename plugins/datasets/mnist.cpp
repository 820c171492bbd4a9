// MNIST: 60000 + 10000 digits of 28 x 28 pixels.
#include "reading/idx_dataset.hpp"

namespace {

struct Options : skald::IdxOptions {
  constexpr Options() {
    publish({"data:mnist/train-images-idx3-ubyte.gz", "data:mnist/train-labels-idx1-ubyte.gz",
             "data:mnist/t10k-images-idx3-ubyte.gz", "data:mnist/t10k-labels-idx1-ubyte.gz"});
  }
};

constexpr auto options = skald::append(skald::idx_files<Options>, skald::image_options<Options>);

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::IdxDataset, Options, options>(
    {.name = "mnist",
     .numerics_revision = 1,
     .summary = "MNIST: 60000 training and 10000 test images of handwritten digits",
     .reference = "LeCun, Bottou, Bengio, Haffner, Proc. IEEE 86(11), 1998"});
