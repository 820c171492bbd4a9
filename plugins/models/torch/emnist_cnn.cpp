// Two convolutions, one hidden layer and dropout: 1 206 590 parameters for 62 characters.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {
  double dropout = 1;
};
constexpr auto options = append(
    torch_options<Options>(),
    option("dropout", &Options::dropout,
           "factor on the dropout rates, which are 1/4 after pooling and 1/2 before the last layer")
        .at_least(0)
        .below(2));

class EmnistCnn final : public TorchModel {
 public:
  explicit EmnistCnn(const Options& o)
      : TorchModel({.kind = Architecture::Kind::emnist_cnn, .dropout = o.dropout}, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<EmnistCnn, Options, options>(
    {.name = "emnist_cnn",
     .version = "1",
     .numerics_revision = 1,
     .summary = "The convolutional network of federated EMNIST, with dropout",
     .reference =
         "Reddi et al. (2021), Adaptive federated optimization; Al-Shedivat et al. (2021)"});
