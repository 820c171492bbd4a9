// Multilayer perceptron: the network of dense layers a_l = f(W_l a_{l-1} + b_l), f = max(0, z) or
// tanh(z), with a softmax over the classes at the end. theta holds, layer by layer and unit by
// unit, the weights of a unit and its intercept, which the first layer lacks where a feature of the
// table is 1 in every row.
//
// Chains start at W_l ~ N(0, gain / inputs), b_l = 0 with gain 2 for relu and 1 for tanh and the
// last layer (He et al. 2015; LeCun et al. 1998).
#include <array>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>

#include "network/network_model.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::Index;
using skald::network::Stage;

struct Options : skald::network::NetworkOptions {
  constexpr Options() { arithmetic = "double"; }
  std::optional<skald::Numbers> hidden;
  std::string_view activation = "relu";
};

constexpr std::array options{
    skald::option("hidden", &Options::hidden,
                  "units of the hidden layers, from first to last; [32] if omitted"),
    skald::option("activation", &Options::activation, "activation function of the hidden units")
        .one_of("relu|tanh"),
    skald::prior_precision_option<Options>(), skald::network::arithmetic_option<Options>()};

std::string layers_of(const Options& given) {
  constexpr double most_units = 100'000;
  std::string layers;
  const auto add = [&](double units) {
    layers += "dense " + std::to_string(static_cast<Index>(units)) + ", " +
              std::string(given.activation) + ", ";
  };
  if (!given.hidden) add(32);
  for (const double units : given.hidden.value_or(skald::Numbers{}).values) {
    if (!(units >= 1 && units <= most_units) || units != std::floor(units)) {
      throw std::invalid_argument("model mlp: hidden holds " + std::to_string(units) +
                                  "; expected whole numbers of units, from 1 to 100000");
    }
    add(units);
  }
  return layers + "dense classes";
}

class Mlp final : public skald::network::NetworkModel {
 public:
  explicit Mlp(const Options& given)
      : NetworkModel(layers_of(given), given, skald::network::Layout::by_unit) {}

  void initialise(const skald::Random& random, Block theta) const override {
    const auto& stages = architecture().stages;
    for (std::size_t l = 1; l < stages.size(); ++l) {
      const Stage& layer = stages[l];
      const double gain = layer.activation == skald::network::Activation::relu ? 2 : 1;
      const Block part{theta.data + layer.offset, layer.parameters(), theta.cols, theta.stride};
      random.normal({skald::Role::start, static_cast<Index>(l - 1)}, 0, part);
      part.matrix() *= std::sqrt(gain / static_cast<double>(layer.inputs));
      for (Index u = 0; u < layer.biases; ++u) theta.matrix().row(layer.bias_of(u)).setZero();
    }
  }
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Mlp, Options, options>(
    {.name = "mlp",
     .numerics_revision = 2,
     .summary = "Multilayer perceptron with a softmax over the classes and a Gaussian prior",
     .reference = ""});
