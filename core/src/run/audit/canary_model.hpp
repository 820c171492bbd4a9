// A model whose rows are nothing but canaries: gradients chosen to give away as much as they can.
#pragma once

#include <atomic>
#include <cstdint>
#include <optional>
#include <vector>

#include "skald/model.hpp"

namespace skald::run {

// The gradient of a canary's rows: everywhere `size` times a unit vector, which is the coordinate's
// or, if none is given, has all coordinates alike.
struct Canary {
  double size = 0;  // with a sign; 0: blank
  std::optional<Index> coordinate = {};

  // The coordinate of `message`, a column, along the unit vector.
  double along(ConstBlock message) const;
};

// Each row's gradient is that of its canary, or zero without one: whoever attacks is assumed to
// know all other rows and to subtract what they contribute. A row's potential is linear, and so
// convex with curvature 0: no bound on curvature is violated. The prior, and everything that
// follows from the model alone, is that of `model`, which must outlive it.
class CanaryModel final : public Model {
 public:
  // `canary_of_row`: for each row of the table the number of its canary, or -1.
  CanaryModel(const Model& model, std::vector<Canary> canaries,
              std::vector<std::int32_t> canary_of_row)
      : model_(model), canaries_(std::move(canaries)), of_row_(std::move(canary_of_row)) {}

  // How often the gradient of a canary's row was asked for.
  std::int64_t asked() const { return asked_.load(); }

  void bind(const Table& table) override;  // throws std::logic_error: it is bound
  Index dimension() const override { return model_.dimension(); }
  void gradient(const Rows& rows, ConstBlock theta, Block out) const override;
  void potential(const Rows& rows, ConstBlock theta, std::span<double> out) const override;
  void clipped_gradient(const Rows& rows, double clip, ConstBlock theta, Block out) const override;
  void add_prior_gradient(double share, ConstBlock theta, Block out) const override {
    model_.add_prior_gradient(share, theta, out);
  }
  void add_prior_potential(double share, ConstBlock theta, std::span<double> out) const override {
    model_.add_prior_potential(share, theta, out);
  }
  Index classes() const override { return model_.classes(); }
  void predict(const Rows& rows, ConstBlock theta, Block probabilities) const override {
    model_.predict(rows, theta, probabilities);
  }
  // No posterior in closed form: that of the rows is not what they are here.
  const void* extension(const char* id) const override;
  bool is_thread_safe() const override { return model_.is_thread_safe(); }

 private:
  void add_clipped(const Rows& rows, double clip, Block out) const;
  void add_chain(const Rows& rows, Index chain, double clip, Block out) const;

  const Model& model_;
  std::vector<Canary> canaries_;
  std::vector<std::int32_t> of_row_;
  mutable std::atomic<std::int64_t> asked_ = 0;
};

}  // namespace skald::run
