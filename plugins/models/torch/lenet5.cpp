// LeNet-5 with maximum pooling and relu: 44 426 parameters on images of 28 x 28 pixels.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {};
constexpr auto options = torch_options<Options>();

class LeNet5 final : public TorchModel {
 public:
  explicit LeNet5(const Options& o) : TorchModel({.kind = Architecture::Kind::lenet5}, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<LeNet5, Options, options>(
    {.name = "lenet5",
     .version = "1",
     .numerics_revision = 1,
     .summary = "LeNet-5, a small convolutional network for digits",
     .reference = "LeCun et al. (1998), Gradient-based learning applied to document recognition"});
