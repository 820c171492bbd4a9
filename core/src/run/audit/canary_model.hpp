// A model whose rows are nothing but canaries: gradients chosen to give away as much as they can.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "skald/model.hpp"

namespace skald::run {

// A length far beyond every clip, and small enough that its square is a number.
inline constexpr double kFarBeyondClips = 1e9;

// The gradient of a canary's rows: everywhere `size` times a unit vector, which is `direction`, or
// the coordinate's, or, if neither is given, has all coordinates alike.
struct Canary {
  double size = 0;  // with a sign; 0: blank
  std::optional<Index> coordinate = {};
  std::shared_ptr<const Eigen::VectorXd> direction = {};
  double gain = 1;  // what clipping to norm 1 makes of a longer gradient: 1, if it is right

  // The coordinate of `message`, a column, along the unit vector.
  double along(ConstBlock message) const;
};

// The canary with the direction of a row's gradient under the model at `theta`, and with the length
// that the model's own clipping leaves it: what the row, `rows`[place], adds to the sum over
// `rows`, clipped to half the norm of its gradient. Nothing if that gradient is zero or not finite.
std::optional<Canary> own_canary(const Model& model, const std::vector<std::int32_t>& rows,
                                 std::size_t place, ConstBlock theta);

// Each row's gradient is that of its canary, or zero without one: whoever attacks is assumed to
// know all other rows and to subtract what they contribute. A row's potential is linear, and so
// convex with curvature 0: no bound on curvature is violated. Rows that push away from zero along
// the first canary's direction, as hard as clipping allows, are not convex. The prior, and
// everything that follows from the model alone, is that of `model`, which must outlive it.
class CanaryModel final : public Model {
 public:
  static constexpr std::int32_t pushes = -2;

  // `canary_of_row`: for each row of the table the number of its canary, or -1, or `pushes`.
  CanaryModel(const Model& model, std::vector<Canary> canaries,
              std::vector<std::int32_t> canary_of_row)
      : model_(model),
        canaries_(std::move(canaries)),
        of_row_(std::move(canary_of_row)),
        pushing_(any_pushes()) {}

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
  // No posterior in closed form and no steps of its own: those of the rows are not what they are
  // here.
  const void* extension(const char* id) const override;
  bool is_thread_safe() const override { return model_.is_thread_safe(); }

 private:
  void add_clipped(const Rows& rows, double clip, ConstBlock theta, Block out) const;
  void add_chain(const Rows& rows, Index chain, double clip, ConstBlock theta, Block out) const;
  bool any_pushes() const;

  const Model& model_;
  std::vector<Canary> canaries_;
  std::vector<std::int32_t> of_row_;
  bool pushing_;  // gradients depend on theta
  mutable std::atomic<std::int64_t> asked_ = 0;
};

}  // namespace skald::run
