// Any TorchScript module whose forward() takes rows and gives scores of the classes.
#include "skald/plugin.hpp"
#include "torch/torch_model.hpp"

namespace {

using namespace skald;

struct Options : TorchOptions {
  std::string_view path;
};
constexpr auto options =
    append(torch_options<Options>(),
           option("path", &Options::path,
                  "file of the module, whose parameters are the chains' start; it receives square "
                  "images as channels x height x width, other rows as vectors")
               .is_path());

class TorchScript final : public TorchModel {
 public:
  explicit TorchScript(const Options& o)
      : TorchModel({.kind = Architecture::Kind::torchscript, .path = o.path}, o) {}
};

}  // namespace

SKALD_PLUGIN = plugin<TorchScript, Options, options>(
    {.name = "torchscript",
     .numerics_revision = 1,
     .summary = "A TorchScript module, with a softmax over its scores",
     .reference = ""});
