// Networks of convolutions and dense layers as models: softmax over classes at the end, Gaussian
// prior, parameters as one flat block in libtorch's order and layout. A row (x, y) has U(theta) =
// -log p(y | x, theta), and U_0(theta) = prior_precision / 2 |theta|^2.
//
// Gradients by backpropagation. Those of single rows, where they are clipped, need no memory per
// row: of a dense layer, the norm is |slopes| |(inputs, 1)| (Goodfellow 2015, Efficient per-example
// gradient computations), and convolutions and normalisation compute the gradients of a register's
// rows side by side anyway.
//
// Chains with few rows each pass side by side: a row of any chain fills a lane of a register, with
// its chain's parameters beside it. Rows as many as lanes are not shared, since gathering them is
// less than 2 % of a pass.
//
// Dropout is on in gradients only, with a mask that is a function of the parameters and the row.
// Chains start where libtorch's layers do: uniform on +- 1 / sqrt(inputs of a unit); normalisation
// at factors 1 and shifts 0.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "dense/gaussian_prior.hpp"
#include "dense/padded_rows.hpp"
#include "network/dense_pass.hpp"
#include "network/image_pass.hpp"
#include "skald/initialisation.hpp"

namespace skald::network {

// One pass of a tile of rows through a network, forward and backward, for one chain or for some
// beside each other, whose images' stages then share registers. T is double or float.

template <class T>
class NetworkPass {
 public:
  // The architecture outlives the pass.
  explicit NetworkPass(const Architecture& architecture);

  // As many chains as the columns, which must stay until the last backward().
  // Masks of dropout are those at `choices`, if it has data, otherwise those at theta.
  void set_parameters(ConstBlock theta, ConstBlock choices);
  // Dropout is on in training only. The tile stays until the last backward().
  void forward(const Tile<T>& tile, bool training);
  // Of the rows of a chain after forward(): scores(chain)[c * row_tile + r].
  double* scores(Index chain) const { return scores_[static_cast<std::size_t>(chain)]; }
  // To be called after forward(), when its scores have become derivatives of the rows' losses in
  // the scores: each chain's column of out (+)= its rows' gradients, each scaled down to norm
  // `clip` where it is longer.
  void backward(double clip, bool accumulate, Block out);

 private:
  std::size_t chains() const { return static_cast<std::size_t>(theta_.cols); }
  void set_keys(bool training);
  void forward_images(const Tile<T>& tile);
  const T* input_slopes();
  void set_factors(Index first, Index count, double clip);

  const Architecture& architecture_;
  ImagePass<T> images_;
  std::vector<DensePass<T>> dense_;  // of the chains, or of more
  ConstBlock theta_, choices_;
  std::vector<std::uint64_t> keys_;  // of the chains' masks, or none
  std::vector<double*> scores_;
  Arena<T> input_slopes_;  // of several chains
  Index count_ = 0, rows_of_chain_ = 0;
  double squares_[row_tile] = {}, factors_[row_tile] = {};
  const double* input_squares_ = nullptr;  // of the tile, if they are known
};

template <class T>
class Spares {
 public:
  // Calls work(object) with a spare object, or with one that make() returns.
  template <class Make, class Work>
  void borrow(Make&& make, Work&& work) {
    std::unique_ptr<T> object = take();
    if (!object) object = make();
    work(*object);
    const std::lock_guard lock(mutex_);
    spares_.push_back(std::move(object));
  }

 private:
  std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (spares_.empty()) return nullptr;
    std::unique_ptr<T> object = std::move(spares_.back());
    spares_.pop_back();
    return object;
  }

  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> spares_;
};

struct NetworkOptions : GaussianPriorOptions {
  std::string_view arithmetic = "float";
  std::optional<Numbers> image;
};

// Rows of an option table. `Options` derives from NetworkOptions.
template <class Options>
constexpr Option<Options> arithmetic_option() {
  return inherited<Options>("arithmetic", &NetworkOptions::arithmetic,
                            "floating-point type of parameters and activations inside the network")
      .one_of("float|double");
}
template <class Options>
constexpr std::array<Option<Options>, 3> network_options() {
  return {inherited<Options>("image", &NetworkOptions::image,
                             "shape of a row's features: [channels, height, width]; if omitted, "
                             "square images of one or three channels, or a vector for networks "
                             "without images"),
          prior_precision_option<Options>(), arithmetic_option<Options>()};
}

// How parameters lie in theta: as in libtorch, or, of dense layers alone, the weights of each unit
// followed by its bias.
enum class Layout : std::uint8_t { torch, by_unit };

class NetworkModel : public GaussianPriorModel, public Initialisation {
 public:
  // Throws std::invalid_argument if the text declares no layers; see network/layer_text.hpp.
  NetworkModel(std::string_view layers, const NetworkOptions& options,
               Layout layout = Layout::torch);

  void bind(const Table& table) override;
  Index dimension() const override { return architecture_.dimension; }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override;
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override;
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override;
  Index classes() const override { return architecture_.classes(); }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override;
  bool is_thread_safe() const override { return true; }
  const void* extension(const char* name) const override;
  void initialise(const Random& random, Block theta) const override;

 protected:
  const Architecture& architecture() const { return architecture_; }

 private:
  // The table's rows with the working memory of passes.
  template <class T>
  struct Engine {
    PaddedRows<T> rows;
    RowSquares squares;  // if keeps_squares()
    mutable Spares<NetworkPass<T>> passes;
  };

  template <class T>
  void take_rows(const Table& table);
  template <class Scores, class Pass>
  void for_each_tile(const Rows& rows, ConstBlock theta, bool training, Scores&& with_scores,
                     Pass&& with_pass) const;
  template <class T, class Scores, class Pass>
  void for_each_tile_of(const Engine<T>& engine, const Rows& rows, ConstBlock theta, bool training,
                        Scores&& with_scores, Pass&& with_pass) const;
  // Whether there are stages on images, other than the input.
  bool has_images() const { return architecture_.images > 1; }
  // Whether the squares of rows are kept: of dense layers whose biases are not apart.
  bool keeps_squares() const {
    return architecture_.is_dense() && !architecture_.stages[1].has_bias_apart();
  }
  Index label(Index row) const { return labels_[static_cast<std::size_t>(row)]; }

  std::vector<Layer> layers_;
  NetworkOptions options_;
  Layout layout_;
  Architecture architecture_;
  std::variant<std::unique_ptr<Engine<float>>, std::unique_ptr<Engine<double>>> engine_;
  std::vector<Index> labels_;
};

}  // namespace skald::network
