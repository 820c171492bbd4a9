// A network whose layers are declared in the grid.
#include "network/network_model.hpp"
#include "skald/plugin.hpp"

namespace {

using namespace skald;
using network::NetworkModel;

struct Options : network::NetworkOptions {
  std::string_view layers;
};
constexpr auto options = append(
    std::array{option("layers", &Options::layers,
                      "layers from first to last, after commas: conv CHANNELS KERNEL [pad P] "
                      "[stride S] [nobias], avgpool or maxpool KERNEL [stride S], dense UNITS, "
                      "groupnorm GROUPS, relu, tanh, sigmoid, dropout RATE, flatten, channels "
                      "CHANNELS (of zeros beside those so far), residual(LAYERS) or "
                      "residual(LAYERS | LAYERS of its shortcut); \"conv 6 5x5, relu, maxpool 2, "
                      "dense 84, relu, dense classes\"")},
    network::network_options<Options>());

class Network final : public NetworkModel {
 public:
  explicit Network(const Options& o) : NetworkModel(o.layers, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<Network, Options, options>(
    {.name = "network",
     .numerics_revision = 2,
     .summary = "Network of convolutions and dense layers, declared in the grid",
     .reference = ""});
