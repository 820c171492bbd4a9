#include "network/network_model.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "dense/class_scores.hpp"
#include "network/dropout.hpp"
#include "network/lanes.hpp"
#include "skald/parts/data/columns.hpp"

namespace skald::network {

template <class T>
NetworkPass<T>::NetworkPass(const Architecture& architecture)
    : architecture_(architecture), images_(architecture) {}

template <class T>
void NetworkPass<T>::set_parameters(ConstBlock theta, ConstBlock choices) {
  theta_ = theta;
  choices_ = choices.data == nullptr ? theta : choices;
  keys_.clear();
  images_.set_parameters(theta);
  while (dense_.size() < chains()) dense_.emplace_back(architecture_);
  scores_.resize(dense_.size());
  for (std::size_t chain = 0; chain < chains(); ++chain)
    dense_[chain].set_parameters(theta.data + static_cast<Index>(chain) * theta.stride);
}

template <class T>
void NetworkPass<T>::set_keys(bool training) {
  if (!training || !architecture_.has_dropout()) return keys_.clear();
  if (!keys_.empty()) return;
  for (Index chain = 0; chain < theta_.cols; ++chain) {
    keys_.push_back(mask_key(
        {choices_.data + chain * choices_.stride, static_cast<std::size_t>(choices_.rows)}));
  }
}

template <class T>
void NetworkPass<T>::forward(const Tile<T>& tile, bool training) {
  count_ = tile.count;
  rows_of_chain_ = tile.rows_of_chain();
  set_keys(training);
  if (architecture_.is_dense()) {
    dense_[0].take_rows(tile.features, count_);
    input_squares_ = tile.has_squares ? tile.squares : nullptr;
  } else {
    forward_images(tile);
  }
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const Index* rows = tile.row + static_cast<Index>(chain) * rows_of_chain_;
    scores_[chain] = dense_[chain].forward({rows, static_cast<std::size_t>(rows_of_chain_)},
                                           keys_.empty() ? MaskKey{} : keys_[chain]);
  }
}

template <class T>
void NetworkPass<T>::forward_images(const Tile<T>& tile) {
  T* inputs[row_tile];
  T** next = inputs;
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    for (Index r = 0; r < rows_of_chain_; ++r) *next++ = dense_[chain].inputs(r);
  }
  images_.forward(tile, keys_, inputs);
}

// Those of all chains' rows, side by side.
template <class T>
const T* NetworkPass<T>::input_slopes() {
  if (chains() == 1) return dense_[0].input_slopes();
  const Index inputs = architecture_.stages[architecture_.images].inputs;
  input_slopes_.resize(static_cast<std::size_t>(inputs * row_tile));
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const T* from = dense_[chain].input_slopes();
    T* to = input_slopes_.data() + static_cast<Index>(chain) * rows_of_chain_;
    for (Index i = 0; i < inputs; ++i, from += row_tile, to += row_tile)
      std::copy_n(from, rows_of_chain_, to);
  }
  return input_slopes_.data();
}

// The norms of the dense stages are known before the first group of rows passes the images'; those
// of the images' stages are known for one group at a time.
template <class T>
void NetworkPass<T>::backward(double clip, bool accumulate, Block out) {
  const bool clips = std::isfinite(clip), passes_images = images_.has_parameters();
  std::fill_n(squares_, count_, 0.0);
  std::fill_n(factors_, count_, 1.0);
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    dense_[chain].backward(passes_images);
    if (!clips) continue;
    dense_[chain].add_square_norms(input_squares_,
                                   squares_ + static_cast<Index>(chain) * rows_of_chain_);
  }
  if (clips && !passes_images) set_factors(0, count_, clip);
  const T* slopes = passes_images ? input_slopes() : nullptr;
  for (const auto& group : images_.groups()) {
    if (!passes_images) break;
    images_.backward(group, slopes);
    if (clips) {
      images_.add_square_norms(group, squares_);
      set_factors(group.first, group.count, clip);
    }
    images_.add_gradients(group, factors_, accumulate, out);
  }
  for (std::size_t chain = 0; chain < chains(); ++chain) {
    const auto j = static_cast<Index>(chain);
    dense_[chain].add_gradients(factors_ + j * rows_of_chain_, accumulate,
                                out.data + j * out.stride);
  }
}

template <class T>
void NetworkPass<T>::set_factors(Index first, Index count, double clip) {
  for (Index r = first; r < first + count; ++r) {
    const double norm = std::sqrt(squares_[r]);
    factors_[r] = norm > clip ? clip / norm : 1.0;
  }
}

template class NetworkPass<float>;
template class NetworkPass<double>;

namespace {

bool needs_images(const Layer& layer) {
  return layer.kind == Layer::Kind::convolution || layer.kind == Layer::Kind::average_pool ||
         layer.kind == Layer::Kind::maximum_pool || layer.kind == Layer::Kind::channels;
}

std::string number(double value) {
  return value == std::floor(value) && std::abs(value) < 1e15
             ? std::to_string(static_cast<long long>(value))
             : std::to_string(value);
}

Shape stated_shape(const Numbers& image, Index features) {
  std::string found;
  for (const double size : image.values) found += (found.empty() ? "" : ", ") + number(size);
  const bool whole = std::all_of(image.values.begin(), image.values.end(), [](double size) {
    return size >= 1 && size <= static_cast<double>(most_outputs) && size == std::floor(size);
  });
  if (image.values.size() != 3 || !whole) {
    throw std::invalid_argument("image is [" + found +
                                "]; expected [channels, height, width], three whole numbers from "
                                "1 on, such as [1, 28, 28]");
  }
  const double product = image.values[0] * image.values[1] * image.values[2];
  if (product != static_cast<double>(features)) {
    throw std::invalid_argument("image is [" + found + "], " + number(product) +
                                " numbers; expected the " + std::to_string(features) +
                                " features of the data's rows: correct image");
  }
  return {static_cast<Index>(image.values[0]), static_cast<Index>(image.values[1]),
          static_cast<Index>(image.values[2])};
}

Shape square_shape(Index features) {
  for (const Index channels : {1, 3}) {
    const Index cells = features / channels;
    const auto side = std::lround(std::sqrt(static_cast<double>(cells)));
    if (channels * side * side == features) return {channels, side, side};
  }
  throw std::invalid_argument("the data's rows have " + std::to_string(features) +
                              " features; expected square images of one or three channels: state "
                              "their shape, \"image\": [channels, height, width]");
}

// What the working memory of chains beside each other may hold, but for one of them.
constexpr Index most_parameters_beside = 4'000'000;

// How many chains pass side by side, so that few rows fill registers; from half a register of rows
// on, fetching parameters for every lane costs more than that saves.
template <class T>
Index chains_beside(Index rows, Index chains, Index dimension) {
  const Index widest = lanes<T>(simd::widest_instruction_set());
  if (rows == 0 || 2 * rows > widest) return 1;
  return std::min({chains, widest, row_tile / rows, most_parameters_beside / dimension + 1});
}

}  // namespace

NetworkModel::NetworkModel(std::string_view layers, const NetworkOptions& options, Layout layout)
    : GaussianPriorModel(options),
      layers_(parse_layers(layers)),
      options_(options),
      layout_(layout) {}

void NetworkModel::bind(const Table& table) {
  if (table.classes < 2) {
    throw std::invalid_argument("the target's number of classes is " +
                                std::to_string(table.classes) +
                                " (0: not a class); the network expects at least 2");
  }
  const Index features = table.features.rows;
  if (features < 1)
    throw std::invalid_argument("the table has no features; the network expects at least 1");
  Shape input{features, 1, 1};
  if (options_.image) {
    input = stated_shape(*options_.image, features);
  } else if (std::any_of(layers_.begin(), layers_.end(), needs_images)) {
    input = square_shape(features);
  }
  std::vector<Layer> layers = layers_;
  if (has_intercept(table) && layers.front().kind == Layer::Kind::dense)
    layers.front().has_bias = false;
  architecture_ = build(layers, input, table.classes);
  for (Stage& stage : architecture_.stages) stage.is_by_unit = layout_ == Layout::by_unit;
  labels_.assign(table.target.begin(), table.target.end());
  if (options_.arithmetic == "float") {
    take_rows<float>(table);
  } else {
    take_rows<double>(table);
  }
}

template <class T>
void NetworkModel::take_rows(const Table& table) {
  auto engine = std::make_unique<Engine<T>>();
  const bool is_dense = architecture_.is_dense();
  engine->rows = PaddedRows<T>(table, is_dense && architecture_.stages[1].biases > 0);
  if (keeps_squares()) engine->squares = RowSquares(table, engine->rows);
  engine_ = std::move(engine);
}

template <class Scores, class Pass>
void NetworkModel::for_each_tile(const Rows& rows, ConstBlock theta, bool training, Scores&& scores,
                                 Pass&& pass) const {
  std::visit(
      [&](const auto& engine) { for_each_tile_of(*engine, rows, theta, training, scores, pass); },
      engine_);
}

// For every tile of rows of one or some chains, calls with_scores(chain, first, rows, scores) for
// each of these, where `rows` are its rows from `first` on, and then with_pass(pass, chain, first).
template <class T, class Scores, class Pass>
void NetworkModel::for_each_tile_of(const Engine<T>& engine, const Rows& rows, ConstBlock theta,
                                    bool training, Scores&& with_scores, Pass&& with_pass) const {
  const auto make = [&] { return std::make_unique<NetworkPass<T>>(architecture_); };
  engine.passes.borrow(make, [&](NetworkPass<T>& pass) {
    Tile<T> tile;
    tile.has_squares = keeps_squares();
    std::vector<T> room = engine.rows.room_for(row_tile);
    const Index beside = has_images() ? chains_beside<T>(rows.count, theta.cols, dimension()) : 1;
    for (Index chain = 0; chain < theta.cols; chain += tile.chains) {
      tile.chains = std::min(beside, theta.cols - chain);
      pass.set_parameters(
          theta.columns(chain, tile.chains),
          rows.choices.data == nullptr ? ConstBlock{} : rows.choices.columns(chain, tile.chains));
      for (Index first = 0; first < rows.count; first += row_tile) {
        const Index count = std::min(row_tile, rows.count - first);
        tile.count = 0;
        for (Index j = chain; j < chain + tile.chains; ++j) {
          for (Index r = first; r < first + count; ++r, ++tile.count) {
            tile.row[tile.count] = rows.row(j, r);
            tile.features[tile.count] = engine.rows.row(tile.row[tile.count], room, tile.count);
            if (tile.has_squares) tile.squares[tile.count] = engine.squares[tile.row[tile.count]];
          }
        }
        pass.forward(tile, training);
        for (Index j = 0; j < tile.chains; ++j) {
          const std::span<const Index> own(tile.row + j * count, static_cast<std::size_t>(count));
          with_scores(chain + j, first, own, pass.scores(j));
        }
        with_pass(pass, chain, tile.chains, first);
      }
    }
  });
}

void NetworkModel::gradient(const Rows& rows, ConstBlock theta, Block out) const {
  clipped_gradient(rows, std::numeric_limits<double>::infinity(), theta, out);
}

void NetworkModel::clipped_gradient(const Rows& rows, double clip, ConstBlock theta,
                                    Block out) const {
  if (rows.count == 0) out.matrix().setZero();
  for_each_tile(
      rows, theta, true,
      [&](Index, Index, std::span<const Index> own, double* scores) {
        softmax_rows(scores, classes(), static_cast<Index>(own.size()));
        for (std::size_t r = 0; r < own.size(); ++r)
          scores[label(own[r]) * row_tile + static_cast<Index>(r)] -= 1;
      },
      [&](auto& pass, Index chain, Index chains, Index first) {
        pass.backward(clip, first > 0, out.columns(chain, chains));
      });
}

void NetworkModel::potential(const Rows& rows, ConstBlock theta, std::span<double> out) const {
  std::fill(out.begin(), out.end(), 0.0);
  for_each_tile(
      rows, theta, false,
      [&](Index chain, Index, std::span<const Index> own, const double* scores) {
        for (std::size_t r = 0; r < own.size(); ++r) {
          out[static_cast<std::size_t>(chain)] +=
              cross_entropy(scores, classes(), static_cast<Index>(r), label(own[r]));
        }
      },
      [](auto&, Index, Index, Index) {});
}

void NetworkModel::predict(const Rows& rows, ConstBlock theta, Block probabilities) const {
  for_each_tile(
      rows, theta, false,
      [&](Index, Index first, std::span<const Index> own, double* scores) {
        const auto count = static_cast<Index>(own.size());
        softmax_rows(scores, classes(), count);
        copy_scores(scores, count, probabilities.columns(first, count));
      },
      [](auto&, Index, Index, Index) {});
}

const void* NetworkModel::extension(const char* name) const {
  const std::string_view wanted = name;
  if (wanted == Initialisation::id) return static_cast<const Initialisation*>(this);
  if (wanted == PublicCurvature::id) return static_cast<const PublicCurvature*>(this);
  return nullptr;
}

void NetworkModel::initialise(const Random& random, Block theta) const {
  Index tensor = 0;
  for (const Stage& stage : architecture_.stages) {
    if (!stage.has_parameters()) continue;
    const auto part_of = [&](Index offset, Index count) {
      return Block{theta.data + offset, count, theta.cols, theta.stride};
    };
    if (stage.kind == Stage::Kind::group_norm) {
      part_of(stage.offset, stage.weights()).matrix().setOnes();
      part_of(stage.offset + stage.weights(), stage.biases).matrix().setZero();
      tensor += 2;
      continue;
    }
    const double scale = 1 / std::sqrt(static_cast<double>(stage.inputs));
    const auto start = [&](Index offset, Index count) {
      const Block part = part_of(offset, count);
      random.uniform({Role::start, tensor++}, 0, part);
      part.matrix().array() = scale * (2 * part.matrix().array() - 1);
    };
    start(stage.offset, stage.weights());
    if (stage.biases > 0) start(stage.offset + stage.weights(), stage.biases);
  }
}

}  // namespace skald::network
