// LeNet-5 with maximum pooling and relu: 44 426 parameters on images of 28 x 28 pixels.
#include "network/network_model.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;
using network::NetworkModel;

struct Options : network::NetworkOptions {};
constexpr auto options = network::network_options<Options>();

class LeNet5 final : public NetworkModel {
 public:
  explicit LeNet5(const Options& o)
      : NetworkModel(
            "conv 6 5x5, relu, maxpool 2, conv 16 5x5, relu, maxpool 2, dense 120, relu, "
            "dense 84, relu, dense classes",
            o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<LeNet5, Options, options>(
    {.name = "lenet5",
     .numerics_revision = 2,
     .summary = "LeNet-5, a small convolutional network for digits",
     .reference = "LeCun et al. (1998), Gradient-based learning applied to document recognition"});
