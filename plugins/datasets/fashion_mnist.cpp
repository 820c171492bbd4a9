// Fashion-MNIST: 60000 + 10000 pieces of clothing of 28 x 28 pixels.
#include "reading/idx_dataset.hpp"

namespace {

struct Options : skald::IdxOptions {
  constexpr Options() {
    publish({"data:fashion-mnist/train-images-idx3-ubyte.gz",
             "data:fashion-mnist/train-labels-idx1-ubyte.gz",
             "data:fashion-mnist/t10k-images-idx3-ubyte.gz",
             "data:fashion-mnist/t10k-labels-idx1-ubyte.gz"});
  }
};

constexpr auto options = skald::append(skald::idx_files<Options>, skald::image_options<Options>);

}  // namespace

SKALD_PLUGIN = skald::plugin<skald::IdxDataset, Options, options>(
    {.name = "fashion_mnist",
     .numerics_revision = 1,
     .summary = "Fashion-MNIST: 60000 training and 10000 test images of ten kinds of clothing",
     .reference = "Xiao, Rasul, Vollgraf (2017), arXiv:1708.07747"});
