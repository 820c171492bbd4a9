// ResNet-18 for small images, with group normalisation in place of batch normalisation.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {};
constexpr auto options = torch_options<Options>();

class ResNet18 final : public TorchModel {
 public:
  explicit ResNet18(const Options& o) : TorchModel({.kind = Architecture::Kind::resnet18_gn}, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<ResNet18, Options, options>(
    {.name = "resnet18_gn",
     .numerics_revision = 1,
     .summary = "ResNet-18 with group normalisation, for CIFAR",
     .reference =
         "Hsieh et al. (2020), The non-IID data quagmire of decentralized machine learning"});
