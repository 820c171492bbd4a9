// The dense stages of a network, for a tile of rows. T is double or float.
#pragma once

#include <span>
#include <vector>

#include "network/architecture.hpp"
#include "network/arena.hpp"
#include "network/image_pass.hpp"

namespace skald::network {

template <class T>
class DensePass {
 public:
  // The architecture outlives the pass.
  explicit DensePass(const Architecture& architecture);

  void set_parameters(const double* theta);
  // Where the inputs of row r of the first dense stage belong.
  T* inputs(Index r) { return states_.front().activations.data() + r * stride(0); }
  // Or the rows themselves, which stay until the last call: padded, each followed by 1 if the stage
  // has biases.
  void take_rows(const T* const* rows, Index count);
  // The scores of those inputs, of these rows of the table: scores[c * row_tile + r]; valid until
  // the next call. The inputs' own dropout has been done.
  double* forward(std::span<const Index> rows, MaskKey key);

  // To be called after forward(), when its scores have become derivatives of the rows' losses in
  // the scores. `all`: those in the inputs are wanted too.
  void backward(bool all);
  // slopes[i * row_tile + r]: the derivative of row r's loss in input i.
  const T* input_slopes() const { return input_slopes_.data(); }
  // squares[r] += the square of the norm of row r's gradient. `inputs`: the squares of the norms of
  // the first stage's inputs with their 1, if they are known.
  void add_square_norms(const double* inputs, double* squares) const;
  // out (+)= the sum of factors[r] times row r's gradient. To be called once after backward().
  void add_gradients(const double* factors, bool accumulate, double* out);

 private:
  struct State {
    Arena<T> weights;      // padded; each unit's are followed by its bias, or 0
    Arena<T> activations;  // the inputs of the rows, padded, each followed by 1 for the bias
    std::vector<const T*> rows;
    Arena<T> factors;  // derivatives of the inputs in the scores before, like activations
    Arena<T> slopes;   // in the units' scores, [unit * row_tile + row]
  };

  const Stage& stage(std::size_t l) const { return architecture_.stages[architecture_.images + l]; }
  Index stride(std::size_t l) const { return padded<T>(stage(l).width()); }
  Index units(std::size_t l) const { return stage(l).shape.channels; }
  void activate_rows(std::size_t l, std::span<const Index> rows, MaskKey key);
  void pass_back(std::size_t l);
  void square_inputs(std::size_t l, double* squares) const;
  void add_bias_gradients(std::size_t l, const double* factors, bool accumulate, double* out) const;

  const Architecture& architecture_;
  std::vector<State> states_;
  Arena<T> input_slopes_, mask_;
  std::vector<double> scores_;
  Index count_ = 0;
};

}  // namespace skald::network
