// ResNet-20 for images of 32 x 32 pixels: 269 722 parameters for 10 classes.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {
  std::string_view norm = "batch";
};
constexpr auto options =
    append(torch_options<Options>(),
           option("norm", &Options::norm,
                  "normalisation: over the minibatch, or over two groups of channels in each row")
               .one_of("batch|group"));

class ResNet20 final : public TorchModel {
 public:
  explicit ResNet20(const Options& o)
      : TorchModel({.kind = Architecture::Kind::resnet20, .group_norm = o.norm == "group"}, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<ResNet20, Options, options>(
    {.name = "resnet20",
     .numerics_revision = 1,
     .summary = "ResNet-20 for CIFAR",
     .reference = "He et al. (2016), Deep residual learning for image recognition"});
