// Federated EMNIST: handwritten digits and letters by writer, of TensorFlow Federated.
#include <algorithm>
#include <optional>
#include <string>

#include "client_files/client_table.hpp"
#include "client_files/labelled_rows.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::ClientColumn;
using skald::ClientFile;
using skald::ClientPart;
using skald::Index;

constexpr Index kSide = 28, kClasses = 62;

struct Options : skald::ClientOptions {
  constexpr Options() {
    train = "data:fed_emnist/fed_emnist_train.h5";
    test = "data:fed_emnist/fed_emnist_test.h5";
  }
};

constexpr auto options = skald::client_options<Options>;

class Emnist62 final : public skald::Dataset, public skald::LabelledRows {
 public:
  explicit Emnist62(const Options& given)
      : LabelledRows({"pixels", ClientColumn::Type::pixel, {kSide, kSide}},
                     {"label", ClientColumn::Type::integer}, kClasses),
        given_(given) {}

  // The training rows of all writers by name, then their test rows; a writer is a natural client.
  skald::Table load(const skald::Random&) override {
    skald::TableShape shape{.features = kSide * kSide, .classes = kClasses};
    shape.shared.emplace_back(skald::kImageShape, Eigen::Vector3d(1, kSide, kSide));
    table_.emplace(given_, shape, "emnist62 2", std::vector<std::string>{}, true, *this);
    return table_->table();
  }

 private:
  void put_features(const ClientPart& part, Index first, skald::Block out) const override {
    std::vector<float> pixels(static_cast<std::size_t>(kSide * kSide * out.cols));
    part.file->read(part.client, features(), first, pixels);
    const auto wrong =
        std::find_if(pixels.begin(), pixels.end(), [](float p) { return !(p >= 0 && p <= 1); });
    if (wrong != pixels.end()) {
      part.file->refuse(part.client, features(),
                        "a pixel " + std::to_string(*wrong) + " in row " +
                            std::to_string(first + (wrong - pixels.begin()) / (kSide * kSide)),
                        "numbers from 0 to 1");
    }
    out.matrix() =
        Eigen::Map<Eigen::MatrixXf>(pixels.data(), kSide * kSide, out.cols).cast<double>();
  }

  Options given_;
  std::optional<skald::ClientTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Emnist62, Options, options>(
    {.name = "emnist62",
     .numerics_revision = 1,
     .summary = "Federated EMNIST: 62 classes of digits and letters of 28 x 28 pixels, by writer",
     .reference = "Caldas et al. (2018), LEAF, arXiv:1812.01097; files of TensorFlow Federated"});
