// What messages keep, from the definitions of compressors, with everything that they can draw.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "skald/parts/federated/compression/compressor.hpp"

namespace skald {

// Draws from finitely many possibilities, of which each pass over the same code takes others:
//
//   do { ... choices.choose({0.3, 0.7}) ... } while (choices.next());
class Choices {
 public:
  // The place of one of the possibilities, which have these probabilities.
  std::size_t choose(const std::vector<double>& probabilities) {
    if (at_ == taken_.size()) taken_.push_back({0, probabilities.size()});
    const std::size_t choice = taken_[at_++].choice;
    probability_ *= probabilities[choice];
    return choice;
  }
  // Of all that was chosen in this pass.
  double probability() const { return probability_; }
  // Begins the next pass; false if there is none.
  bool next() {
    at_ = 0;
    probability_ = 1;
    while (!taken_.empty() && ++taken_.back().choice == taken_.back().of) taken_.pop_back();
    return !taken_.empty();
  }

 private:
  struct Taken {
    std::size_t choice, of;
  };
  std::vector<Taken> taken_;
  std::size_t at_ = 0;
  double probability_ = 1;
};

// Written from the formulas of the papers (compressor.hpp, compressed_messages.hpp), not by what
// clients run.
class StatedCompression {
 public:
  using Kept = Eigen::VectorXd;  // e_c, or g_c

  explicit StatedCompression(const CompressorOptions& options)
      : kind_(options.compressor),
        levels_(static_cast<double>(options.levels)),
        keep_(options.keep),
        feeds_back_(options.error_feedback),
        differences_(options.differences) {}

  bool is_identity() const {
    return kind_ == "none" || (kind_ == "qsgd" && levels_ == 0) ||
           (kind_ == "sparsifier" && keep_ == 1);
  }
  // Of one vector, with probabilities.
  Eigen::VectorXd compressed(Eigen::VectorXd x, Choices& choices) const {
    if (is_identity()) return x;
    if (kind_ == "qsgd") return quantised(std::move(x), choices);
    if (kind_ == "sparsifier") return thinned(std::move(x), choices);
    if (kind_ == "sign") {
      const double mean = x.cwiseAbs().mean();
      return x.unaryExpr([mean](double value) { return value < 0 ? -mean : mean; });
    }
    return kind_ == "top_k" ? largest(x) : any(x, choices);
  }
  // What of a client's move arrives; `kept` is what is remembered of earlier ones.
  Eigen::VectorXd sent(const Eigen::VectorXd& move, Kept& kept, Choices& choices) const {
    if (feeds_back_) {
      Eigen::VectorXd message = compressed(move + kept, choices);
      kept += move - message;
      return message;
    }
    if (!differences_) return compressed(move, choices);
    kept += compressed(move - kept, choices);
    return kept;
  }
  // DIANA's 1 / (1 + omega), of compressors without bias; 1 of others.
  double share(Eigen::Index dimension) const {
    const auto d = static_cast<double>(dimension);
    if (is_identity() || selects()) return 1;
    if (kind_ == "qsgd") return 1 / (1 + std::min(d / (levels_ * levels_), std::sqrt(d) / levels_));
    if (kind_ == "sparsifier") return keep_;
    return kind_ == "random_k" ? static_cast<double>(count(dimension)) / d : 1;
  }

 private:
  bool selects() const { return feeds_back_ || differences_; }
  Eigen::Index count(Eigen::Index d) const {
    return std::max<Eigen::Index>(std::llround(keep_ * static_cast<double>(d)), 1);
  }
  Eigen::VectorXd quantised(Eigen::VectorXd x, Choices& choices) const {
    const double level = x.norm() / levels_;
    for (Eigen::Index i = 0; i < x.size() && level > 0; ++i) {
      const double r = std::abs(x(i)) / level, whole = std::floor(r);
      const auto more = static_cast<double>(choices.choose({1 - (r - whole), r - whole}));
      x(i) = (x(i) < 0 ? -1 : 1) * level * (whole + more);
    }
    return x;
  }
  Eigen::VectorXd thinned(Eigen::VectorXd x, Choices& choices) const {
    for (double& value : x)
      value = choices.choose({1 - keep_, keep_}) == 0 ? 0 : selects() ? value : value / keep_;
    return x;
  }
  Eigen::VectorXd largest(const Eigen::VectorXd& x) const {
    std::vector<Eigen::Index> order(static_cast<std::size_t>(x.size()));
    std::iota(order.begin(), order.end(), Eigen::Index{0});
    std::stable_sort(order.begin(), order.end(), [&](Eigen::Index a, Eigen::Index b) {
      return std::abs(x(a)) > std::abs(x(b));
    });
    Eigen::VectorXd kept = Eigen::VectorXd::Zero(x.size());
    for (Eigen::Index i = 0; i < count(x.size()); ++i) {
      const Eigen::Index at = order[static_cast<std::size_t>(i)];
      kept(at) = x(at);
    }
    return kept;
  }
  // Each coordinate in turn, with the probability that is left for it.
  Eigen::VectorXd any(Eigen::VectorXd x, Choices& choices) const {
    const Eigen::Index d = x.size();
    const double factor = selects() ? 1 : static_cast<double>(d) / static_cast<double>(count(d));
    for (Eigen::Index i = 0, more = count(d); i < d; ++i) {
      const double p = static_cast<double>(more) / static_cast<double>(d - i);
      const bool is_kept = p >= 1 || (p > 0 && choices.choose({1 - p, p}) == 1);
      x(i) *= is_kept ? factor : 0;
      more -= is_kept ? 1 : 0;
    }
    return x;
  }

  std::string kind_;
  double levels_, keep_;
  bool feeds_back_, differences_;
};

}  // namespace skald
