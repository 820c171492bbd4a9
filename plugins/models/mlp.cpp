// Multilayer perceptron: dense layers a_l = f(W_l a_{l-1} + b_l), f = max(0, z) or tanh(z), and a
// softmax over the classes at the end. A row (x, y) has U(theta) = -log p(y | x, theta), and
// U_0(theta) = prior_precision / 2 |theta|^2. theta holds, layer by layer and unit by unit, the
// weights of a unit and its intercept, which the first layer lacks where a feature of the table is
// 1 in every row. Gradients by backpropagation over tiles of rows; those of
// one row are outer products, whose norms need no gradient: |delta_l| |(a_{l-1}, 1)| (Goodfellow
// 2015, Efficient per-example gradient computations).
//
// Chains start at W_l ~ N(0, gain / inputs), b_l = 0 with gain 2 for relu and 1 for tanh and the
// last layer (He et al. 2015; LeCun et al. 1998).
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <variant>
#include <vector>

#include "dense/class_scores.hpp"
#include "dense/gaussian_prior.hpp"
#include "dense/padded_rows.hpp"
#include "dense/row_squares.hpp"
#include "skald/initialisation.hpp"
#include "skald/parts/data/intercept.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::Block;
using skald::ConstBlock;
using skald::Index;
using skald::PaddedRows;
using skald::row_tile;
using skald::Rows;
using skald::RowSquares;

struct Options : skald::GaussianPriorOptions {
  std::optional<skald::Numbers> hidden;
  std::string_view activation = "relu";
  std::string_view arithmetic = "double";
};

constexpr std::array options{
    skald::option("hidden", &Options::hidden,
                  "units of the hidden layers, from first to last; [32] if omitted"),
    skald::option("activation", &Options::activation, "activation function of the hidden units")
        .one_of("relu|tanh"),
    skald::prior_precision_option<Options>(),
    skald::option("arithmetic", &Options::arithmetic,
                  "floating-point type that stores and multiplies features and activations; all "
                  "else is double")
        .one_of("double|float")};

// One dense layer; its weights are `units` rows of width() numbers from `offset` of theta on.
struct Layer {
  Index inputs, units, offset;
  bool has_intercept;
  Index width() const { return inputs + (has_intercept ? 1 : 0); }
};

struct Network {
  std::vector<Layer> layers;
  bool relu = true;

  Index dimension() const {
    return layers.back().offset + layers.back().units * layers.back().width();
  }
  Index classes() const { return layers.back().units; }
};

std::size_t size(Index n) { return static_cast<std::size_t>(n); }

// The network at one chain's parameters, with what a tile's passes leave in each layer.
template <class T>
class Pass {
 public:
  explicit Pass(const Network& network) : network_(network) {
    for (const Layer& layer : network.layers) {
      const Index stride = skald::padded<T>(layer.width());
      states_.push_back({std::vector<T>(size(layer.units * stride)),
                         {},
                         {},
                         std::vector<T>(size(layer.units * row_tile))});
    }
    for (std::size_t l = 0; l < network.layers.size(); ++l) take_inputs(l);
    scores_.resize(size(widest() * row_tile));
  }

  void set_parameters(const double* theta) {
    for (std::size_t l = 0; l < states_.size(); ++l) {
      const Layer& layer = network_.layers[l];
      skald::pad_weights(theta + layer.offset, layer.units, layer.width(),
                         states_[l].weights.data());
    }
  }

  // The rows' scores, scores[c * row_tile + r]; valid until the next call.
  double* forward(const T* const* x, Index count) {
    count_ = count;
    std::copy_n(x, count, states_[0].rows.begin());
    for (std::size_t l = 0; l < states_.size(); ++l) {
      skald::score_rows(inputs(l), states_[l].weights.data(), network_.layers[l].units,
                        scores_.data());
      if (l + 1 < states_.size()) activate(l + 1);
    }
    return scores_.data();
  }

  // To be called after forward(), when its scores have become derivatives of the rows' losses in
  // the scores: out (+)= the rows' gradients. With `squares`, those of the rows' norms with their
  // 1, each gradient is scaled down to norm `clip` where it is longer.
  void backward(const double* squares, double clip, bool accumulate, double* out) {
    std::copy_n(scores_.begin(), network_.classes() * row_tile, states_.back().delta.begin());
    for (std::size_t l = states_.size() - 1; l > 0; --l) pass_back(l);
    if (squares != nullptr) clip_rows(squares, clip);
    for (std::size_t l = 0; l < states_.size(); ++l) {
      const Layer& layer = network_.layers[l];
      skald::add_outer_products(inputs(l), states_[l].delta.data(), layer.units, accumulate,
                                out + layer.offset);
    }
  }

 private:
  struct State {
    std::vector<T> weights;      // padded
    std::vector<T> activations;  // of the layer before: rows of inputs, 1 and zeros; not in layer 0
    std::vector<const T*> rows;  // the layer's input rows
    std::vector<T> delta;        // derivatives in the units' scores, [unit * row_tile + row]
  };

  // Input rows of layer l: the caller's in layer 0.
  void take_inputs(std::size_t l) {
    states_[l].rows.resize(size(row_tile));
    if (l == 0) return;
    const Layer& layer = network_.layers[l];
    const Index stride = skald::padded<T>(layer.width());
    states_[l].activations.assign(size(row_tile * stride), T{0});
    for (Index r = 0; r < row_tile; ++r) {
      T* row = states_[l].activations.data() + r * stride;
      row[layer.inputs] = 1;
      states_[l].rows[size(r)] = row;
    }
  }
  skald::RowTile<T> inputs(std::size_t l) const {
    return {states_[l].rows.data(), count_, network_.layers[l].width()};
  }
  Index widest() const {
    Index units = 0;
    for (const Layer& layer : network_.layers) units = std::max(units, layer.units);
    return units;
  }

  // The scores of layer l - 1 become the inputs of layer l.
  void activate(std::size_t l) {
    const Index stride = skald::padded<T>(network_.layers[l].width());
    for (Index i = 0; i < network_.layers[l].inputs; ++i) {
      for (Index r = 0; r < count_; ++r) {
        const double z = scores_[size(i * row_tile + r)];
        const double a = network_.relu ? (z < 0 ? 0 : z) : std::tanh(z);
        states_[l].activations[size(r * stride + i)] = static_cast<T>(a);
      }
    }
  }

  // delta of layer l - 1 from that of layer l: W_l' delta_l times the slopes of the units, which
  // follow from the units' outputs.
  void pass_back(std::size_t l) {
    const Layer& layer = network_.layers[l];
    const Index stride = skald::padded<T>(layer.width());
    T* delta = states_[l - 1].delta.data();
    skald::pass_back(states_[l].weights.data(), layer.units, layer.inputs, stride, count_,
                     states_[l].delta.data(), delta);
    for (Index i = 0; i < layer.inputs; ++i) {
      for (Index r = 0; r < count_; ++r) {
        const T a = states_[l].activations[size(r * stride + i)];
        delta[i * row_tile + r] *= network_.relu ? (a > 0 ? T{1} : T{0}) : T{1} - a * a;
      }
    }
  }

  void clip_rows(const double* input_squares, double clip) {
    std::array<double, row_tile> squares{};
    add_square_norms(0, input_squares, squares);
    for (std::size_t l = 1; l < states_.size(); ++l) {
      std::array<double, row_tile> activations;
      skald::square_rows(states_[l].rows.data(), count_, network_.layers[l].width(),
                         activations.data());
      add_square_norms(l, activations.data(), squares);
    }
    std::array<T, row_tile> factors;
    for (std::size_t r = 0; r < size(count_); ++r) {
      const double length = std::sqrt(squares[r]);
      factors[r] = length > clip ? static_cast<T>(clip / length) : T{1};
    }
    for (std::size_t l = 0; l < states_.size(); ++l) {
      for (Index u = 0; u < network_.layers[l].units; ++u) {
        T* delta = states_[l].delta.data() + u * row_tile;
        for (std::size_t r = 0; r < size(count_); ++r) delta[r] *= factors[r];
      }
    }
  }
  // squares[r] += the square of the norm of row r's gradient in the weights of layer l, whose
  // inputs have the squares `inputs`.
  void add_square_norms(std::size_t l, const double* inputs,
                        std::array<double, row_tile>& squares) const {
    std::array<double, row_tile> deltas{};
    for (Index u = 0; u < network_.layers[l].units; ++u) {
      const T* delta = states_[l].delta.data() + u * row_tile;
      for (std::size_t r = 0; r < size(count_); ++r)
        deltas[r] += static_cast<double>(delta[r]) * static_cast<double>(delta[r]);
    }
    for (std::size_t r = 0; r < size(count_); ++r) squares[r] += deltas[r] * inputs[r];
  }

  const Network& network_;
  std::vector<State> states_;
  std::vector<double> scores_;
  Index count_ = 0;
};

class Mlp final : public skald::GaussianPriorModel, public skald::Initialisation {
 public:
  explicit Mlp(const Options& given) : GaussianPriorModel(given), options_(given) {
    network_.relu = given.activation == "relu";
    if (given.hidden) hidden_.assign(given.hidden->values.begin(), given.hidden->values.end());
    for (const double units : hidden_) {
      if (units < 1 || units != std::floor(units)) {
        throw std::invalid_argument("model mlp: hidden holds " + std::to_string(units) +
                                    "; expected whole numbers of units, at least 1");
      }
    }
  }

  void bind(const skald::Table& table) override {
    if (table.classes < 2) {
      throw std::invalid_argument("model mlp: the target's number of classes is " +
                                  std::to_string(table.classes) +
                                  " (0: not a class); expected at least 2");
    }
    if (table.features.rows < 1)
      throw std::invalid_argument("model mlp: the table has no features; expected at least 1");
    const bool adds_intercept = !skald::has_intercept(table);
    if (options_.arithmetic == "float") {
      data_ = PaddedRows<float>(table, adds_intercept);
    } else {
      data_ = PaddedRows<double>(table, adds_intercept);
    }
    squares_ = std::visit([&](const auto& data) { return RowSquares(table, data); }, data_);
    labels_.assign(table.target.begin(), table.target.end());
    network_.layers.clear();
    Index inputs = table.features.rows;
    for (const double units : hidden_) inputs = add_layer(inputs, static_cast<Index>(units));
    add_layer(inputs, table.classes);
    if (!adds_intercept) leave_first_intercept_out();
  }

  Index dimension() const override { return network_.dimension(); }

  void gradient(const Rows& rows, ConstBlock theta, Block out) const override {
    clipped_gradient(rows, std::numeric_limits<double>::infinity(), theta, out);
  }
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override {
    if (rows.count == 0) out.matrix().setZero();
    for_each_tile(rows, theta, [&](auto& pass, const TileRows& tile, double* scores) {
      skald::softmax_rows(scores, classes(), tile.count);
      for (Index r = 0; r < tile.count; ++r) scores[label(tile.row[r]) * row_tile + r] -= 1;
      std::array<double, row_tile> squares;
      for (Index r = 0; r < tile.count; ++r) squares[size(r)] = squares_[tile.row[r]];
      pass.backward(std::isfinite(clip) ? squares.data() : nullptr, clip, tile.first > 0,
                    out.data + tile.chain * out.stride);
    });
  }

  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
    for_each_tile(rows, theta, [&](auto&, const TileRows& tile, const double* scores) {
      for (Index r = 0; r < tile.count; ++r)
        out[size(tile.chain)] += skald::cross_entropy(scores, classes(), r, label(tile.row[r]));
    });
  }

  Index classes() const override { return network_.classes(); }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    for_each_tile(rows, theta, [&](auto&, const TileRows& tile, double* scores) {
      skald::softmax_rows(scores, classes(), tile.count);
      skald::copy_scores(scores, tile.count, probabilities.columns(tile.first, tile.count));
    });
  }

  bool is_thread_safe() const override { return true; }
  const void* extension(const char* name) const override {
    if (std::string_view(name) == skald::Initialisation::id)
      return static_cast<const skald::Initialisation*>(this);
    if (std::string_view(name) == skald::PublicCurvature::id)
      return static_cast<const skald::PublicCurvature*>(this);
    return nullptr;
  }
  void initialise(const skald::Random& random, Block theta) const override {
    for (std::size_t l = 0; l < network_.layers.size(); ++l) {
      const Layer& layer = network_.layers[l];
      const bool last = l + 1 == network_.layers.size();
      const double gain = network_.relu && !last ? 2 : 1;
      Block part{theta.data + layer.offset, layer.units * layer.width(), theta.cols, theta.stride};
      random.normal({skald::Role::start, static_cast<Index>(l)}, 0, part);
      part.matrix() *= std::sqrt(gain / static_cast<double>(layer.inputs));
      if (!layer.has_intercept) continue;
      for (Index u = 0; u < layer.units; ++u)
        part.matrix().row(u * layer.width() + layer.inputs).setZero();
    }
  }

 private:
  struct TileRows {
    Index chain, first, count;
    Index row[row_tile];
  };

  Index add_layer(Index inputs, Index units) {
    const Index offset = network_.layers.empty() ? 0 : network_.dimension();
    network_.layers.push_back({inputs, units, offset, true});
    return units;
  }
  void leave_first_intercept_out() {
    network_.layers[0].has_intercept = false;
    for (std::size_t l = 1; l < network_.layers.size(); ++l)
      network_.layers[l].offset -= network_.layers[0].units;
  }
  Index label(Index row) const { return labels_[size(row)]; }

  // Calls work(pass, tile, scores) for every tile of every chain's rows.
  template <class Work>
  void for_each_tile(const Rows& rows, ConstBlock theta, Work&& work) const {
    std::visit([&](const auto& data) { for_each_tile_of(data, rows, theta, work); }, data_);
  }
  template <class T, class Work>
  void for_each_tile_of(const PaddedRows<T>& data, const Rows& rows, ConstBlock theta,
                        Work& work) const {
    Pass<T> pass(network_);
    TileRows tile{};
    const T* x[row_tile];
    std::vector<T> room = data.room_for(row_tile);
    for (tile.chain = 0; tile.chain < theta.cols; ++tile.chain) {
      pass.set_parameters(theta.data + tile.chain * theta.stride);
      for (tile.first = 0; tile.first < rows.count; tile.first += row_tile) {
        tile.count = std::min(row_tile, rows.count - tile.first);
        for (Index r = 0; r < tile.count; ++r) {
          tile.row[r] = rows.row(tile.chain, tile.first + r);
          x[r] = data.row(tile.row[r], room, r);
        }
        work(pass, tile, pass.forward(x, tile.count));
      }
    }
  }

  Options options_;
  std::vector<double> hidden_{32};
  Network network_;
  std::variant<PaddedRows<double>, PaddedRows<float>> data_;
  RowSquares squares_;
  std::vector<Index> labels_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Mlp, Options, options>(
    {.name = "mlp",
     .version = "1",
     .numerics_revision = 2,
     .summary = "Multilayer perceptron with a softmax over the classes and a Gaussian prior",
     .reference = ""});
