// Fuzz target: any bytes as the draws that an interrupted run had kept, the first line as their
// seal in its checkpoint, and one more draw, whose number is the first byte. If the seal is
// accepted, it is that of the beginning of the draws; if the draws suffice, the array contains them
// and the new one, bit for bit; a refusal names the file.
#include <cstring>
#include <fstream>

#include "decoding/npy.hpp"
#include "engine/sample_file.hpp"
#include "fuzz_target.hpp"
#include "system/files.hpp"
#include "temporary_folder.hpp"

namespace {

constexpr skald::Index kDimension = 2, kChains = 1;
constexpr std::size_t kDraw = kDimension * kChains * sizeof(double);

}  // namespace

FUZZ_TARGET(samples, bytes) {
  static const TemporaryFolder folder;
  const std::size_t index = fuzz::take_byte(bytes);
  const std::size_t end = std::min(bytes.find('\n'), bytes.size());
  const std::string seal(bytes.substr(0, end));
  bytes.remove_prefix(std::min(end + 1, bytes.size()));
  folder.write("run.npy.draws", bytes);

  skald::SampleFile samples(folder / "run.npy");
  if (samples.holds(seal) && !seal.empty()) {
    const std::size_t length = std::stoull(seal);
    fuzz::require(seal.find(skald::text::sha256(bytes.substr(0, length))) != std::string::npos);
  }
  const Eigen::MatrixXd draw = Eigen::MatrixXd::Constant(kDimension, kChains, 0.5);
  const bool refused = fuzz::refuses(
      [&] {
        samples.keep(static_cast<std::int64_t>(index), skald::view(draw));
        fuzz::require(!samples.finish().empty());
      },
      {"run.npy"});
  fuzz::require(refused == (bytes.size() < index * kDraw));
  if (refused) return;
  const auto array =
      skald::decoding::read_npy(skald::files::read_regular_file(folder / "run.npy"), "run.npy");
  fuzz::require(array.shape == std::vector<skald::Index>{
                                   kChains, static_cast<skald::Index>(index) + 1, kDimension});
  fuzz::require(std::memcmp(array.values.data(), bytes.data(), index * kDraw) == 0);
  fuzz::require(array.values.back() == 0.5);
}
