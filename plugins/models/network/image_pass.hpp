// The stages of a network that work on images, for a tile of rows. Rows go through them in groups,
// a row per lane of a register. T is double or float.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "dense/row_products.hpp"
#include "network/architecture.hpp"
#include "network/arena.hpp"
#include "network/pooling.hpp"

namespace skald::network {

// The key of a chain's masks of dropout; none where it is off.
using MaskKey = std::optional<std::uint64_t>;

// The rows of one call, at most row_tile: their features and their numbers in the table. Each of
// `chains` chains has as many; those of a chain are beside each other.
template <class T>
struct Tile {
  const T* features[row_tile];
  double squares[row_tile];  // of the norms of the features with the 1 of a bias, if has_squares
  Index row[row_tile];
  Index count = 0, chains = 1;
  bool has_squares = false;

  Index rows_of_chain() const { return count / chains; }
};

inline Pooling pooling_of(const Stage& stage) {
  return stage.kind == Stage::Kind::average_pool ? Pooling::average : Pooling::maximum;
}

// image_pass.cpp has the way forward, image_gradients.cpp the way back.
template <class T>
class ImagePass {
 public:
  // The architecture outlives the pass.
  explicit ImagePass(const Architecture& architecture);

  // One column per chain, which must stay until the last backward(); tiles have as many chains.
  void set_parameters(ConstBlock theta);
  // rows[r][i] = output i of row r, in the order channel, y, x. keys: of the chains.
  void forward(const Tile<T>& tile, std::span<const std::uint64_t> keys, T* const* rows);

  bool has_parameters() const { return first_ < states_.size(); }

  // After forward(), for each group of rows in turn:
  struct Group {
    Index first, count;
    simd::InstructionSet set;
    Index lanes;
  };
  const std::vector<Group>& groups() const { return groups_; }
  // Computes the gradients of the group's rows; slopes[i * row_tile + r] is the derivative of row
  // r's loss in output i.
  void backward(const Group& group, const T* slopes);
  // squares[r] += the square of the norm of row r's gradient, for the rows of that group.
  void add_square_norms(const Group& group, double* squares) const;
  // A chain's column of out (+)= the sum of factors[r] times row r's gradient, for its rows in that
  // group, in order; only its first rows may do without the +.
  void add_gradients(const Group& group, const double* factors, bool accumulate, Block out) const;

 private:
  struct State {
    Frame values_frame, slopes_frame;
    bool has_slopes = false;  // whether it or a stage before it has parameters
    bool adds[2] = {};        // whether later stages have given slopes to its source, its shortcut
    Arena<T> parameters;      // weights, then biases; if own_, a cell of each, of one group
    Arena<T> values;          // of all groups, one after the other
    Arena<T> masks;           // the same, of their dropout
    Arena<T> dropped;         // and what remains of them
    Arena<T> statistics;      // of group normalisation, likewise
    Arena<T> slopes;          // of one group
  };

  const Stage& stage(std::size_t s) const { return architecture_.stages[s]; }
  std::size_t last() const { return architecture_.images - 1; }
  T* values(std::size_t s, const Group& group);
  // What the stage passes on: its values, or what dropout leaves of them.
  T* outputs(std::size_t s, const Group& group);
  T* statistics(std::size_t s, const Group& group);
  bool drops(std::size_t s) const { return !keys_.empty() && stage(s).dropout > 0; }
  void lay_out(std::size_t s);
  void order_slopes();
  void divide(Index rows);
  void take_parameters(const Group& group);
  void reserve();
  void take_inputs(const Tile<T>& tile, const Group& group);
  void forward_stage(std::size_t s, const Group& group);
  void apply(std::size_t s, const Group& group, const T* x, T* y);
  void drop(std::size_t s, const Tile<T>& tile, const Group& group);
  void give_outputs(const Group& group, T* const* rows);
  void take_slopes(const Group& group, const T* slopes);
  void backward_outputs(std::size_t s, const Group& group);
  void backward_stage(std::size_t s, const Group& group);
  void apply_back(std::size_t s, const Group& group, T* dx);
  void give_slopes(std::size_t to, const Frame& frame, const T* slopes, bool adds,
                   const Group& group);

  const Architecture& architecture_;
  std::vector<State> states_;  // of the input and the stages of images
  std::vector<Group> groups_;
  Index dimension_ = 0;    // parameters of these stages, the first ones of theta
  std::size_t first_ = 0;  // the first stage with parameters
  ConstBlock theta_;
  bool own_ = false;                     // whether the rows of a group have parameters of their own
  Index rows_of_chain_ = 0;              // of the last forward()
  const Group* taken_ = nullptr;         // the group whose parameters have been taken
  std::span<const std::uint64_t> keys_;  // of the last forward()
  Arena<T> gradients_;                   // [parameter][lane] of the last group
  Arena<T> share_;                       // slopes of one group that a stage adds to others'
  Arena<T> mask_;                        // of one row and stage
};

}  // namespace skald::network
