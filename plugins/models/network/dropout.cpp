#include "network/dropout.hpp"

#include <Random123/philox.h>

#include "data/sealed_file.hpp"

namespace skald::network {

std::uint64_t mask_key(std::span<const double> theta) { return data::xxh64(std::as_bytes(theta)); }

template <class T>
void fill_mask(std::uint64_t key, Index row, std::uint32_t layer, double rate, std::span<T> mask) {
  const r123::Philox4x32 philox;
  const r123::Philox4x32::key_type words{
      {static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32)}};
  const double threshold = rate * 0x1p32;
  const T factor = static_cast<T>(1 / (1 - rate));
  for (std::size_t i = 0; i < mask.size(); i += 4) {
    const auto drawn =
        philox({{static_cast<std::uint32_t>(i / 4), layer, static_cast<std::uint32_t>(row),
                 static_cast<std::uint32_t>(static_cast<std::uint64_t>(row) >> 32)}},
               words);
    for (std::size_t k = 0; k < std::min<std::size_t>(4, mask.size() - i); ++k)
      mask[i + k] = static_cast<double>(drawn[k]) < threshold ? T{0} : factor;
  }
}

template void fill_mask(std::uint64_t, Index, std::uint32_t, double, std::span<float>);
template void fill_mask(std::uint64_t, Index, std::uint32_t, double, std::span<double>);

}  // namespace skald::network
