#include "torch/torch_model.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/jit/api/module.h>
#include <torch/csrc/jit/serialization/import.h>

#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <variant>

#include "dense/padded_rows.hpp"
#include "torch/networks.hpp"

namespace skald {
namespace {

using Kind = Architecture::Kind;

at::Device chosen_device(std::string_view device) {
  const bool gpu = at::hasCUDA();
  if (device == "cuda" && !gpu)
    throw std::invalid_argument(
        "device is cuda, but this libtorch finds no GPU: set device to auto or cpu");
  return device != "cpu" && gpu ? at::Device(at::kCUDA) : at::Device(at::kCPU);
}

// The shape of a row's features for the network: channels, height, width; or as they are.
std::vector<std::int64_t> input_shape(Kind kind, Index features) {
  if (kind == Kind::lstm_next_word) return {features};
  for (const Index channels : {1, 3}) {
    const auto side = std::lround(std::sqrt(static_cast<double>(features / channels)));
    if (channels * side * side == features) return {channels, side, side};
  }
  if (kind == Kind::torchscript) return {features};
  throw std::invalid_argument("the table has " + std::to_string(features) +
                              " features; expected square images of one or three channels");
}

// Throws std::invalid_argument where a feature is not the number of a word.
void require_words(const Table& table) {
  for (Index r = 0; r < table.rows(); ++r) {
    for (const double word : table.features.column(r)) {
      if (word >= 0 && word < static_cast<double>(table.classes) && word == std::floor(word))
        continue;
      throw std::invalid_argument("row " + std::to_string(r) + " has the feature " +
                                  std::to_string(word) + "; expected numbers of words, 0 to " +
                                  std::to_string(table.classes - 1));
    }
  }
}

// A number that depends on every parameter and row: the seed of a dropout mask.
std::uint64_t mask_seed(const at::Tensor& parameters, const at::Tensor& rows) {
  std::uint64_t hash = 1469598103934665603ULL;  // Fowler, Noll and Vo
  const auto add = [&hash](const at::Tensor& t) {
    const at::Tensor host = t.to(at::kCPU).contiguous();
    const auto* bytes = static_cast<const unsigned char*>(host.data_ptr());
    for (std::size_t i = 0; i < host.nbytes(); ++i) hash = (hash ^ bytes[i]) * 1099511628211ULL;
  };
  add(parameters);
  add(rows);
  return hash;
}

}  // namespace

class TorchModel::Network {
 public:
  Network(const Architecture& architecture, const TorchOptions& options)
      : architecture_(architecture),
        pass_rows_(options.pass_rows),
        numbers_(at::TensorOptions(options.arithmetic == "double" ? at::kDouble : at::kFloat)
                     .device(chosen_device(options.device))) {
    at::set_num_threads(1);
    at::globalContext().setBenchmarkCuDNN(false);
    at::globalContext().setDeterministicCuDNN(true);
    if (architecture.kind == Kind::torchscript) load();
  }

  void bind(const Table& table) {
    if (architecture_.kind == Kind::lstm_next_word) require_words(table);
    classes_ = table.classes;
    train_ = table.train;
    const at::NoGradGuard no_gradients;
    take_inputs(table);
    labels_ = at::empty({table.rows()}, at::kLong);
    for (Index r = 0; r < table.rows(); ++r)
      labels_.data_ptr<std::int64_t>()[r] =
          static_cast<std::int64_t>(table.target[static_cast<std::size_t>(r)]);
    labels_ = labels_.to(numbers_.device());
    declare();
  }

  Index dimension() const { return flat_.size(0); }
  Index classes() const { return classes_; }
  const std::vector<ParameterTensor>& tensors() const { return pass_.declared; }
  const std::vector<double>& first_values() const { return first_values_; }

  // The parameters of one chain from now on.
  void set_parameters(const double* theta) {
    const at::NoGradGuard no_gradients;
    flat_.copy_(at::from_blob(const_cast<double*>(theta), {dimension()}, at::kDouble));
    scoring_is_ready_ = false;
  }

  void gradient(const Rows& rows, double* out) {
    gradient_.zero_();
    for_each_pass(rows, [&](const at::Tensor& index, Index) {
      if (module_) at::manual_seed(mask_seed(choosing(rows), index));
      const at::Tensor scores = forward(index, true, Pass::Statistics::own);
      at::cross_entropy_loss(scores, labels_.index_select(0, index), {}, at::Reduction::Sum)
          .backward();
    });
    at::from_blob(out, {dimension()}, at::kDouble).copy_(gradient_);
  }

  bool has_known_layers() const { return !module_; }
  bool has_batch_norm() const {
    return architecture_.kind == Kind::resnet20 && !architecture_.group_norm;
  }
  void clipped_gradient(const Rows& rows, double clip, double* out) {
    gradient_.zero_();
    for_each_pass(rows, [&](const at::Tensor& index, Index) {
      std::vector<LayerTrace> layers;
      const at::Tensor scores = forward(index, true, Pass::Statistics::own, &layers);
      const at::Tensor losses =
          at::cross_entropy_loss(scores, labels_.index_select(0, index), {}, at::Reduction::None);
      add_clipped(losses, layers, clip);
    });
    at::from_blob(out, {dimension()}, at::kDouble).copy_(gradient_);
  }

  double potential(const Rows& rows) {
    const at::NoGradGuard no_gradients;
    double sum = 0;
    for_each_pass(rows, [&](const at::Tensor& index, Index) {
      const at::Tensor scores = score(index).to(at::kDouble);
      sum += at::cross_entropy_loss(scores, labels_.index_select(0, index), {}, at::Reduction::Sum)
                 .item<double>();
    });
    return sum;
  }

  void predict(const Rows& rows, Block probabilities) {
    const at::NoGradGuard no_gradients;
    for_each_pass(rows, [&](const at::Tensor& index, Index first) {
      const at::Tensor p = at::softmax(score(index), 1, at::kDouble).to(at::kCPU).contiguous();
      for (Index r = 0; r < index.size(0); ++r)
        std::copy_n(p.data_ptr<double>() + r * classes_, classes_,
                    probabilities.data + (first + r) * probabilities.stride);
    });
  }

 private:
  void take_inputs(const Table& table) {
    constexpr double no_bound = std::numeric_limits<double>::infinity();
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    if (numbers_.dtype() == at::kDouble) {
      rows_ = PaddedRows<double>(table, false, no_bound, any);
    } else {
      rows_ = PaddedRows<float>(table, false, no_bound, any);
    }
    std::vector<std::int64_t> shape = input_shape(architecture_.kind, table.features.rows);
    shape.insert(shape.begin(), table.rows());
    inputs_ = std::visit(
        [&](const auto& rows) {
          return at::from_blob(const_cast<void*>(static_cast<const void*>(rows.row(0))),
                               {rows.count(), rows.width()}, {rows.stride(), 1},
                               numbers_.device(at::kCPU));
        },
        rows_);
    inputs_ = inputs_.view(shape).to(numbers_.device());
  }
  void load() {
    try {
      module_.emplace(torch::jit::load(std::string(architecture_.path), numbers_.device()));
    } catch (const std::exception& e) {
      throw std::invalid_argument(
          "model torchscript: " + std::string(architecture_.path) +
          " is not a TorchScript module that can be read: " + std::string(e.what()).substr(0, 300));
    }
    module_->to(c10::typeMetaToScalarType(numbers_.dtype()));
  }

  // Runs the network once, to learn its parameters, and gives them their places in the flat block.
  void declare() {
    pass_ = {};
    pass_.numbers = numbers_;
    if (module_) {
      take_module();
    } else {
      pass_.declares = true;
      forward(at::zeros({1}, labels_.options()), false, Pass::Statistics::own);
      pass_.declares = false;
    }
    std::int64_t count = 0;
    for (const ParameterTensor& tensor : pass_.declared) count += tensor.count();
    flat_ = at::zeros({count}, numbers_);
    gradient_ = at::zeros({count}, numbers_);
    take_places();
  }
  void take_module() {
    first_values_.clear();
    for (const at::Tensor& parameter : module_->parameters()) {
      pass_.declared.push_back({parameter.sizes().vec(), 0, 0});
      pass_.parameters.push_back(parameter);
      const at::Tensor values = parameter.detach().to(at::kCPU, at::kDouble).contiguous();
      first_values_.insert(first_values_.end(), values.data_ptr<double>(),
                           values.data_ptr<double>() + values.numel());
    }
  }
  void take_places() {
    std::int64_t offset = 0;
    for (std::size_t i = 0; i < pass_.declared.size(); ++i) {
      const ParameterTensor& tensor = pass_.declared[i];
      const auto part = [&](const at::Tensor& whole) {
        return whole.narrow(0, offset, tensor.count()).view(tensor.shape);
      };
      if (module_) {
        pass_.parameters[i].set_data(part(flat_));
      } else {
        pass_.parameters.push_back(part(flat_).detach());
      }
      pass_.parameters[i].requires_grad_(true);
      pass_.parameters[i].mutable_grad() = part(gradient_);
      offset += tensor.count();
    }
  }

  // The parameters of which random choices are a function.
  at::Tensor choosing(const Rows& rows) const {
    if (rows.choices.data == nullptr) return flat_;
    return at::from_blob(const_cast<double*>(rows.choices.data), {dimension()}, at::kDouble)
        .to(numbers_);
  }

  // Calls work(row numbers, rows before) for at most pass_rows_ rows at a time.
  template <class Work>
  void for_each_pass(const Rows& rows, Work&& work) {
    for (Index first = 0; first < rows.count; first += pass_rows_) {
      const Index count = std::min<Index>(pass_rows_, rows.count - first);
      at::Tensor index = at::empty({count}, at::kLong);
      for (Index r = 0; r < count; ++r) index.data_ptr<std::int64_t>()[r] = rows.row(0, first + r);
      work(index.to(numbers_.device()), first);
    }
  }

  // `traces`: see Pass::traces.
  at::Tensor forward(const at::Tensor& index, bool training, Pass::Statistics statistics,
                     std::vector<LayerTrace>* traces = nullptr) {
    const at::Tensor x = inputs_.index_select(0, index);
    pass_.training = training;
    pass_.statistics_mode = statistics;
    pass_.traces = traces;
    pass_.rewind();
    switch (architecture_.kind) {
      case Kind::resnet20:
        return resnet20(pass_, x, classes_, architecture_.group_norm);
      case Kind::resnet18_gn:
        return resnet18_gn(pass_, x, classes_);
      case Kind::lstm_next_word:
        return lstm_next_word(pass_, x, classes_, architecture_.embedding, architecture_.hidden);
      case Kind::torchscript:
        break;
    }
    module_->train(training);
    return module_->forward({x}).toTensor();
  }

  // Adds the rows' clipped gradients to those of the parameters.
  static void add_clipped(const at::Tensor& losses, const std::vector<LayerTrace>& layers,
                          double clip) {
    std::vector<at::Tensor> outputs;
    for (const LayerTrace& layer : layers)
      outputs.insert(outputs.end(), layer.outputs.begin(), layer.outputs.end());
    const std::vector<at::Tensor> slopes = torch::autograd::grad({losses.sum()}, outputs);
    const at::NoGradGuard no_gradients;
    const auto for_each_layer = [&](auto&& work) {
      std::span<const at::Tensor> left(slopes);
      for (const LayerTrace& layer : layers) {
        work(layer, left.first(layer.outputs.size()));
        left = left.subspan(layer.outputs.size());
      }
    };
    at::Tensor squares = at::zeros(losses.sizes(), losses.options().dtype(at::kDouble));
    for_each_layer([&](const LayerTrace& layer, std::span<const at::Tensor> at_outputs) {
      squares += squared_norms(layer, at_outputs);
    });
    const at::Tensor norms = squares.sqrt();
    // Where a norm is no number, neither is the factor.
    const at::Tensor factors =
        at::where(norms <= clip, at::ones_like(norms), clip / norms).to(losses.dtype());
    for_each_layer([&](const LayerTrace& layer, std::span<const at::Tensor> at_outputs) {
      add_gradients(layer, at_outputs, factors);
    });
  }

  // Scores as in predictions.
  at::Tensor score(const at::Tensor& index) {
    if (!scoring_is_ready_ && has_batch_norm()) {
      pass_.statistics.clear();
      const std::int64_t count = std::min<std::int64_t>(pass_rows_, train_);
      forward(at::arange(count, labels_.options()), false, Pass::Statistics::collect);
    }
    scoring_is_ready_ = true;
    return forward(index, false,
                   pass_.statistics.empty() ? Pass::Statistics::own : Pass::Statistics::use);
  }

  Architecture architecture_;
  std::int64_t pass_rows_;
  at::TensorOptions numbers_;
  c10::optional<torch::jit::Module> module_;
  Index classes_ = 0, train_ = 0;
  std::variant<PaddedRows<double>, PaddedRows<float>> rows_;
  at::Tensor inputs_, labels_;        // of all rows; on a CPU, inputs are borrowed from rows_
  at::Tensor flat_, gradient_;        // all parameters, and the sum of gradients in them
  Pass pass_;                         // whose tensors are parts of both
  std::vector<double> first_values_;  // of a module's parameters, as its file has them
  bool scoring_is_ready_ = false;     // the statistics are those of the parameters
};

TorchModel::TorchModel(const Architecture& architecture, const TorchOptions& options)
    : GaussianPriorModel(options),
      options_(options),
      network_(std::make_unique<Network>(architecture, options)) {}
TorchModel::~TorchModel() = default;

void TorchModel::bind(const Table& table) {
  if (table.classes < 2)
    throw std::invalid_argument("the target's number of classes is " +
                                std::to_string(table.classes) +
                                " (0: not a class); the network expects at least 2");
  network_->bind(table);
}

bool TorchModel::mixes_rows() const { return network_->has_batch_norm(); }

Index TorchModel::dimension() const { return network_->dimension(); }
Index TorchModel::classes() const { return network_->classes(); }

void TorchModel::gradient(const Rows& rows, ConstBlock theta, Block out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    network_->set_parameters(theta.data + j * theta.stride);
    network_->gradient(rows.of_chain(j), out.data + j * out.stride);
  }
}

void TorchModel::clipped_gradient(const Rows& rows, double clip, ConstBlock theta,
                                  Block out) const {
  if (!network_->has_known_layers()) return Model::clipped_gradient(rows, clip, theta, out);
  for (Index j = 0; j < theta.cols; ++j) {
    network_->set_parameters(theta.data + j * theta.stride);
    network_->clipped_gradient(rows.of_chain(j), clip, out.data + j * out.stride);
  }
}

void TorchModel::potential(const Rows& rows, ConstBlock theta, std::span<double> out) const {
  for (Index j = 0; j < theta.cols; ++j) {
    network_->set_parameters(theta.data + j * theta.stride);
    out[static_cast<std::size_t>(j)] = network_->potential(rows.of_chain(j));
  }
}

void TorchModel::predict(const Rows& rows, ConstBlock theta, Block probabilities) const {
  network_->set_parameters(theta.data);
  network_->predict(rows, probabilities);
}

const void* TorchModel::extension(const char* name) const {
  const std::string_view wanted = name;
  if (wanted == Initialisation::id) return static_cast<const Initialisation*>(this);
  if (wanted == PublicCurvature::id) return static_cast<const PublicCurvature*>(this);
  if (wanted == BatchStatistics::id) return static_cast<const BatchStatistics*>(this);
  return nullptr;
}

void TorchModel::initialise(const Random& random, Block theta) const {
  const std::vector<double>& given = network_->first_values();
  if (!given.empty()) {
    for (Index j = 0; j < theta.cols; ++j)
      std::copy(given.begin(), given.end(), theta.data + j * theta.stride);
    return;
  }
  Index offset = 0, layer = 0;
  for (const ParameterTensor& tensor : network_->tensors()) {
    const Block part{theta.data + offset, tensor.count(), theta.cols, theta.stride};
    random.uniform({Role::start, layer++}, 0, part);
    part.matrix().array() = tensor.offset + tensor.scale * (2 * part.matrix().array() - 1);
    offset += tensor.count();
  }
}

}  // namespace skald
