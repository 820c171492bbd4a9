// Deep networks by libtorch, as models: softmax over classes at the end, Gaussian prior, parameters
// as one flat block. A network's arithmetic is libtorch's, on one thread (the host runs experiments
// side by side), deterministic, and single precision unless asked otherwise.
//
// Dropout in modules is on in gradients only. Its mask is a function of the parameters (or of
// Rows::choices) and the rows, so that the same call gives the same bits. In gradients, batch
// normalisation uses the statistics of the rows of one pass (at most `pass_rows`); potentials and
// predictions use those of the first training rows, as many as a pass has, under the same
// parameters.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "dense/gaussian_prior.hpp"
#include "skald/extensions/batch_statistics.hpp"
#include "skald/initialisation.hpp"

namespace skald {

struct TorchOptions : GaussianPriorOptions {
  std::string_view arithmetic = "float";
  std::string_view device = "auto";
  std::int64_t pass_rows = 256;
};

// Rows of an option table. `Options` derives from TorchOptions.
template <class Options>
constexpr std::array<Option<Options>, 4> torch_options() {
  return {
      prior_precision_option<Options>(),
      inherited<Options>("arithmetic", &TorchOptions::arithmetic,
                         "floating-point type of parameters and activations inside the network")
          .one_of("float|double"),
      inherited<Options>("device", &TorchOptions::device,
                         "device of the network; auto: a GPU if there is one")
          .one_of("auto|cpu|cuda"),
      inherited<Options>("pass_rows", &TorchOptions::pass_rows, "rows per pass through the network")
          .at_least(1)};
}

// Which network, and the choices that it offers.
struct Architecture {
  enum class Kind { resnet20, resnet18_gn, lstm_next_word, torchscript };
  Kind kind = Kind::resnet20;
  bool group_norm = false;
  std::int64_t embedding = 0, hidden = 0;  // lstm_next_word
  std::string_view path = {};              // torchscript
};

class TorchModel : public GaussianPriorModel, public Initialisation, public BatchStatistics {
 public:
  TorchModel(const Architecture& architecture, const TorchOptions& options);
  ~TorchModel() override;

  void bind(const Table& table) override;
  Index dimension() const override;
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override;
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override;
  // In one pass backwards for all rows, to the slopes between layers, which tell the rows' norms
  // and the clipped sum (row_gradients.hpp). Batch normalisation is over each row alone.
  // TorchScript modules, whose layers are not known, go through the rows one by one.
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override;
  Index classes() const override;
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override;
  const void* extension(const char* name) const override;
  void initialise(const Random& random, Block theta) const override;
  bool mixes_rows() const override;

 private:
  class Network;
  TorchOptions options_;
  std::unique_ptr<Network> network_;
};

}  // namespace skald
