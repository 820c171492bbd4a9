// The options of optimisers that compress what clients upload.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "skald/options.hpp"
#include "skald/parts/federated/compression/compressor.hpp"
#include "skald/parts/federated/optimiser_options.hpp"

namespace skald {

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
