// Two convolutions, one hidden layer and dropout: 1 206 590 parameters for 62 characters.
#include <string>

#include "network/network_model.hpp"
#include "skald/plugin.hpp"
#include "text/number_text.hpp"

namespace {

using namespace skald;
using network::NetworkModel;

struct Options : network::NetworkOptions {
  double dropout = 1;
};
constexpr auto options = append(
    network::network_options<Options>(),
    option("dropout", &Options::dropout,
           "factor on the dropout rates, which are 1/4 after pooling and 1/2 before the last layer")
        .at_least(0)
        .below(2));

std::string layers_with(double dropout) {
  return "conv 32 3x3, relu, conv 64 3x3, relu, maxpool 2, dropout " +
         text::number_text(0.25 * dropout) + ", dense 128, relu, dropout " +
         text::number_text(0.5 * dropout) + ", dense classes";
}

class EmnistCnn final : public NetworkModel {
 public:
  explicit EmnistCnn(const Options& o) : NetworkModel(layers_with(o.dropout), o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<EmnistCnn, Options, options>(
    {.name = "emnist_cnn",
     .numerics_revision = 2,
     .summary = "The convolutional network of federated EMNIST, with dropout",
     .reference =
         "Reddi et al. (2021), Adaptive federated optimization; Al-Shedivat et al. (2021)"});
