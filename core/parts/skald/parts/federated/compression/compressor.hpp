// Compression of vectors that clients upload, by name, and the exact size of the messages in bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "skald/ledger.hpp"
#include "skald/options.hpp"
#include "skald/parts/federated/compression/quantiser.hpp"
#include "skald/parts/federated/optimiser_options.hpp"
#include "skald/random.hpp"

namespace skald {

struct CompressorOptions {
  std::string_view compressor = "qsgd";  // none, qsgd, sparsifier, top_k, random_k, sign
  std::int64_t levels = 10;              // qsgd
  double keep = 0.5;                     // sparsifier: probability; top_k, random_k: share
  std::string_view coding = "fixed";     // qsgd: fixed or elias
  bool error_feedback = false;
  bool contractive = false;  // sparsifier, random_k: select, and do not scale what they keep
  bool differences = false;  // compressed are differences from earlier messages (EF21)
};

// Option values, and the rows that samplers have besides it. `Options` declares the members;
// `where_quantised` is the condition that the compressor is qsgd.
inline constexpr const char* kCompressors = "none|qsgd|sparsifier|top_k|random_k|sign";
template <class Options, class Base>
constexpr std::array<Option<Options>, 2> coding_options(std::string_view Base::*coding,
                                                        std::optional<bool> Base::*feedback,
                                                        const char* where_quantised) {
  return {inherited<Options>("coding", coding,
                             "code of the levels. fixed: as many bits for each; elias: "
                             "Elias' recursive code, shorter for small levels, of gaps and levels "
                             "if s^2 + sqrt(d) s <= d / 2, otherwise of all levels")
              .only_if(where_quantised)
              .one_of("fixed|elias"),
          inherited<Options>("error_feedback", feedback,
                             "sparsifier, top_k, random_k, sign: whether clients add to a message "
                             "what compression has left out of earlier ones; false if omitted")};
}

// One of
//  - none: the identity;
//  - qsgd, sparsifier: quantiser.hpp; unbiased;
//  - top_k: the k coordinates of largest modulus (of equal ones, the first), the others 0;
//  - random_k: k coordinates, every set equally likely, times d / k, the others 0; unbiased;
//  - sign: (|x|_1 / d) sign(x), with sign(0) = 1 (EF-signSGD, Karimireddy et al., 2019).
// With error feedback, of differences, or as contractive ones, sparsifier and random_k do not
// multiply what they keep, so that errors shrink. k is keep d, rounded, but at least 1. A
// coordinate that is not finite counts as the largest. Which coordinates sparsifier and random_k
// keep, a public seed tells, and only their values are sent.
class Compressor {
 public:
  // The memory of one call after another.
  struct Memory {
    std::vector<std::int32_t> order;
    std::vector<double> lengths;
  };

  explicit Compressor(const CompressorOptions& options)
      : kind_(kind_of(options)),
        quantiser_(kind_ == Kind::qsgd ? options.levels : 0),
        sparsifier_(options.keep, selects(options)),
        keep_(options.keep),
        levels_(static_cast<double>(options.levels)),
        elias_(options.coding == "elias"),
        selects_(selects(options)) {}

  bool is_identity() const {
    return kind_ == Kind::none || (kind_ == Kind::sparsifier && keep_ == 1);
  }
  bool is_unbiased() const {
    return kind_ != Kind::top_k && kind_ != Kind::sign && (!selects_ || !can_select());
  }
  // Whether every message is shorter than what it stands for, E |C(x) - x|^2 < |x|^2, which error
  // feedback needs.
  bool shortens_errors() const {
    return kind_ == Kind::top_k || kind_ == Kind::sign || (selects_ && can_select());
  }
  bool is_random() const { return kind_ != Kind::top_k && kind_ != Kind::sign && !is_identity(); }
  // omega_q with E |C(x) - x|^2 <= omega_q |x|^2; of unbiased compressors.
  double relative_variance(Index d) const {
    if (kind_ == Kind::sparsifier) return sparsifier_.relative_variance();
    if (kind_ == Kind::random_k) {
      return static_cast<double>(d) / static_cast<double>(kept(d)) - 1;
    }
    return quantiser_.relative_variance(d);
  }
  // Mean and variance of what each coordinate is multiplied by, if these factors are independent of
  // each other and of the vector.
  struct Factors {
    double mean, variance;
  };
  std::optional<Factors> factors() const {
    if (is_identity()) return Factors{1, 0};
    if (kind_ != Kind::sparsifier) return std::nullopt;
    return Factors{sparsifier_.mean(), sparsifier_.variance()};
  }
  // omega with E C(x)_i^2 = (1 + omega) x_i^2 for every x and i, where there is one.
  std::optional<double> coordinate_variance(Index d) const {
    if (is_identity()) return 0;
    const bool masks = kind_ == Kind::sparsifier || kind_ == Kind::random_k;
    return masks && is_unbiased() ? std::optional(relative_variance(d)) : std::nullopt;
  }
  // How many coordinates top_k and random_k keep.
  Index kept(Index d) const {
    const auto k = static_cast<Index>(std::llround(keep_ * static_cast<double>(d)));
    return std::clamp<Index>(k, 1, d);
  }
  // Bits of every message, if all are equally long.
  std::optional<double> bits(Index d) const {
    switch (kind_) {
      case Kind::none:
        return vector_bits(d);
      case Kind::qsgd:
        return elias_ ? std::nullopt : std::optional(quantiser_.bits(d));
      case Kind::sparsifier:
        return keep_ == 1 ? std::optional(vector_bits(d)) : std::nullopt;
      case Kind::sign:
        return 32 + static_cast<double>(d);
      case Kind::top_k:
        return position_bits(d) + vector_bits(kept(d));
      case Kind::random_k:
        break;
    }
    return vector_bits(kept(d));
  }

  // Compresses one vector in place; returns the bits of the message. `uniforms` are d draws in
  // [0, 1); none are read unless is_random().
  double compress(const double* uniforms, Index d, double* x, Memory& memory) const {
    if (is_identity()) return *bits(d);
    switch (kind_) {
      case Kind::none:
        break;
      case Kind::qsgd: {
        double length = 0;
        Quantiser::lengths({x, d, 1, d}, &length);
        return quantise(uniforms, d, length, x);
      }
      case Kind::sparsifier:
        return Sparsifier::bits(sparsifier_.compress(uniforms, d, x));
      case Kind::sign:
        keep_signs(d, x);
        break;
      case Kind::top_k:
        choose_largest(d, x, memory.order);
        break;
      case Kind::random_k:
        choose_any(uniforms, d, x, memory.order);
        break;
    }
    return *bits(d);
  }
  // The same of all columns, except those that are sent whole; returns the bits of all.
  double compress(const ConstBlock& uniforms, std::span<const std::uint8_t> is_whole,
                  const Block& x, Memory& memory) const {
    if (kind_ == Kind::qsgd) {
      memory.lengths.resize(static_cast<std::size_t>(x.cols));
      Quantiser::lengths(x, memory.lengths.data());
    }
    double bits = 0;
    for (Index j = 0; j < x.cols; ++j) {
      const auto chain = static_cast<std::size_t>(j);
      const double* const u = uniforms.data + j * uniforms.stride;
      double* const column = x.data + j * x.stride;
      if (is_whole[chain]) {
        bits += vector_bits(x.rows);
      } else if (kind_ == Kind::qsgd) {
        bits += quantise(u, x.rows, memory.lengths[chain], column);
      } else {
        bits += compress(u, x.rows, column, memory);
      }
    }
    return bits;
  }

 private:
  enum class Kind { none, qsgd, sparsifier, top_k, random_k, sign };

  static Kind kind_of(const CompressorOptions& options) {
    if (options.compressor == "qsgd") return options.levels == 0 ? Kind::none : Kind::qsgd;
    if (options.compressor == "sparsifier") return Kind::sparsifier;
    if (options.compressor == "top_k") return Kind::top_k;
    if (options.compressor == "random_k") return Kind::random_k;
    return options.compressor == "sign" ? Kind::sign : Kind::none;
  }
  static bool selects(const CompressorOptions& options) {
    return options.error_feedback || options.differences || options.contractive;
  }
  bool can_select() const { return kind_ == Kind::random_k || kind_ == Kind::sparsifier; }
  // Which k of d coordinates: their numbers, or a bit for each, whichever is shorter.
  double position_bits(Index d) const {
    if (kept(d) == d) return 0;
    const auto width = static_cast<Index>(std::bit_width(static_cast<std::uint64_t>(d - 1)));
    return static_cast<double>(std::min(d, kept(d) * width));
  }
  double quantise(const double* uniforms, Index d, double length, double* x) const {
    quantiser_.compress(uniforms, d, length, x);
    if (!elias_) return quantiser_.bits(d);
    const double n = static_cast<double>(d), support = levels_ * (levels_ + std::sqrt(n));
    return qsgd_code_length(x, d, length / levels_, support <= n / 2);
  }
  static void keep_signs(Index d, double* x) {
    double sum = 0;
    for (Index i = 0; i < d; ++i) sum += std::abs(x[i]);
    const double mean = sum / static_cast<double>(d);
    for (Index i = 0; i < d; ++i) x[i] = x[i] < 0 ? -mean : mean;
  }
  void choose_largest(Index d, double* x, std::vector<std::int32_t>& order) const {
    const Index k = kept(d);
    if (k == d) return;
    const auto size = [x](std::int32_t i) {
      return std::isfinite(x[i]) ? std::abs(x[i]) : std::numeric_limits<double>::infinity();
    };
    number(d, order);
    std::nth_element(order.begin(), order.begin() + k, order.end(),
                     [&](std::int32_t a, std::int32_t b) {
                       return size(a) != size(b) ? size(a) > size(b) : a < b;
                     });
    for (auto i = order.begin() + k; i != order.end(); ++i) x[*i] = 0;
  }
  // The first draws of Fisher and Yates' shuffle are kept.
  void choose_any(const double* uniforms, Index d, double* x,
                  std::vector<std::int32_t>& order) const {
    const Index k = kept(d);
    number(d, order);
    const double factor = selects_ ? 1 : static_cast<double>(d) / static_cast<double>(k);
    for (Index i = 0; i < k; ++i) {
      const auto step = static_cast<Index>(uniforms[i] * static_cast<double>(d - i));
      std::swap(order[static_cast<std::size_t>(i)],
                order[static_cast<std::size_t>(i + std::min(step, d - i - 1))]);
      x[order[static_cast<std::size_t>(i)]] *= factor;
    }
    for (auto i = order.begin() + k; i != order.end(); ++i) x[*i] = 0;
  }
  static void number(Index d, std::vector<std::int32_t>& order) {
    order.resize(static_cast<std::size_t>(d));
    std::iota(order.begin(), order.end(), 0);
  }

  Kind kind_;
  Quantiser quantiser_;
  Sparsifier sparsifier_;
  double keep_, levels_;
  bool elias_, selects_;
};

// The options of optimisers that compress what clients upload.
struct CompressedOptions : OptimiserOptions {
  std::int64_t levels = 10;
  std::optional<std::string_view> compressor;
  std::optional<double> keep;  // left out: 0.5
  std::string_view coding = "fixed";
  std::optional<bool> error_feedback;  // left out: false
  std::optional<bool> differences;     // left out: false

  CompressorOptions compression(std::string_view if_omitted) const {
    return {compressor.value_or(if_omitted), levels, keep.value_or(0.5),         coding,
            error_feedback.value_or(false),  false,  differences.value_or(false)};
  }
};

// The condition that the compressor is qsgd, for methods that have another one if none is given,
// and for those that have this one.
inline constexpr const char* kIfQuantised = "compressor=qsgd";
inline constexpr const char* kUnlessChosen = "compressor=qsgd|null";

template <class Options>
constexpr Option<Options> levels_option(const char* where = kUnlessChosen) {
  return inherited<Options>("levels", &CompressedOptions::levels,
                            "quantisation levels; 0: no quantisation")
      .only_if(where)
      .symbol("s")
      .at_least(0);
}
template <class Options>
constexpr std::array<Option<Options>, 5> compressor_options(
    const char* where = kUnlessChosen,
    const char* help =
        "compression of uploads. qsgd (if omitted): quantisation to `levels` "
        "levels; none; sparsifier: each coordinate is kept with probability "
        "`keep`; top_k, random_k: the largest, or any, `keep` d coordinates; "
        "sign: the signs, times the mean modulus") {
  return append(
      std::array<Option<Options>, 2>{
          inherited<Options>("compressor", &CompressedOptions::compressor, help)
              .one_of(kCompressors),
          inherited<Options>("keep", &CompressedOptions::keep,
                             "sparsifier: probability of keeping a coordinate; top_k, random_k: "
                             "share of the coordinates to keep; 0.5 if omitted")
              .only_if("compressor=sparsifier|top_k|random_k")
              .above(0)
              .at_most(1)},
      append(coding_options<Options>(&CompressedOptions::coding, &CompressedOptions::error_feedback,
                                     where),
             inherited<Options>("differences", &CompressedOptions::differences,
                                "sparsifier, top_k, random_k, sign: whether clients send how their "
                                "move differs from what the server has of the last one (EF21); all "
                                "clients take part; false if omitted")));
}
// The rows of a method that compresses nothing unless it is told to.
template <class Options>
constexpr std::array<Option<Options>, 6> compression_options() {
  return append(compressor_options<Options>(
                    kIfQuantised,
                    "compression of uploads; none if omitted. qsgd: quantisation to `levels` "
                    "levels; sparsifier: each coordinate is kept with probability `keep`; top_k, "
                    "random_k: the largest, or any, `keep` d coordinates; sign: the signs, times "
                    "the mean modulus"),
                levels_option<Options>(kIfQuantised));
}

}  // namespace skald
