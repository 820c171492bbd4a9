// Federated CIFAR-100: 500 training and 100 test clients, of TensorFlow Federated.
#include <cmath>
#include <optional>
#include <string>

#include "client_files/client_table.hpp"
#include "client_files/labelled_rows.hpp"
#include "skald/dataset.hpp"
#include "skald/plugin.hpp"

namespace {

using skald::ClientColumn;
using skald::ClientPart;
using skald::Index;

// The square of kCrop pixels a side in the middle is kept (Reddi et al.).
constexpr Index kSide = 32, kCrop = 24, kChannels = 3;

struct Options : skald::ClientOptions {
  std::string_view labels = "fine";
  std::string_view pixels = "standardized";
  constexpr Options() {
    train = "data:fed_cifar100/fed_cifar100_train.h5";
    test = "data:fed_cifar100/fed_cifar100_test.h5";
  }
};

constexpr auto options = skald::append(
    skald::client_options<Options>,
    skald::option("labels", &Options::labels, "fine: the 100 classes; coarse: the 20 above them")
        .one_of("fine|coarse"),
    skald::option(
        "pixels", &Options::pixels,
        "pixel values. standardized: each image shifted and scaled to mean 0 and variance "
        "1; unit: from 0 to 1; raw: from 0 to 255")
        .one_of("standardized|unit|raw"));

bool is_fine(const Options& given) { return given.labels == "fine"; }

class Cifar100 final : public skald::Dataset, public skald::LabelledRows {
 public:
  explicit Cifar100(const Options& given)
      : LabelledRows({"image", ClientColumn::Type::byte, {kSide, kSide, kChannels}},
                     {is_fine(given) ? "label" : "coarse_label", ClientColumn::Type::integer},
                     is_fine(given) ? 100 : 20),
        given_(given) {}

  // The training rows of all training clients by name, then those of the test clients, which are
  // others, though their names are the same.
  skald::Table load(const skald::Random&) override {
    skald::TableShape shape{.features = kChannels * kCrop * kCrop,
                            .classes = is_fine(given_) ? 100 : 20};
    shape.shared.emplace_back(skald::kImageShape, Eigen::Vector3d(kChannels, kCrop, kCrop));
    table_.emplace(given_, shape, recipe(), std::vector<std::string>{}, false, *this);
    return table_->table();
  }

 private:
  void put_features(const ClientPart& part, Index first, skald::Block out) const override {
    constexpr Index size = kSide * kSide * kChannels;
    std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size * out.cols));
    part.file->read(part.client, features(), first, bytes);
    for (Index r = 0; r < out.cols; ++r) {
      Eigen::Map<Eigen::ArrayXd> image(out.data + r * out.stride, kChannels * kCrop * kCrop);
      copy_middle(bytes.data() + r * size, image.data());
      scale(image);
    }
  }
  // From the channels of each pixel to the pixels of each channel.
  static void copy_middle(const std::uint8_t* from, double* to) {
    constexpr Index begin = (kSide - kCrop) / 2, end = begin + kCrop;
    for (Index c = 0; c < kChannels; ++c) {
      for (Index y = begin; y < end; ++y) {
        for (Index x = begin; x < end; ++x) *to++ = from[(y * kSide + x) * kChannels + c];
      }
    }
  }
  // An image of one colour is only shifted: the deviation counts as at least one part in the root
  // of the number of pixels, as image libraries have it.
  void scale(Eigen::Map<Eigen::ArrayXd>& image) const {
    if (given_.pixels == "raw") return;
    if (given_.pixels == "unit") {
      image /= 255;
      return;
    }
    image -= image.mean();
    const double n = static_cast<double>(image.size());
    image /= std::max(std::sqrt(image.square().mean()), 1 / std::sqrt(n));
  }
  std::string recipe() const {
    return "cifar100 2 labels " + std::string(given_.labels) + " pixels " +
           std::string(given_.pixels);
  }

  Options given_;
  std::optional<skald::ClientTable> table_;
};

}  // namespace

SKALD_PLUGIN = skald::plugin<Cifar100, Options, options>(
    {.name = "cifar100",
     .numerics_revision = 1,
     .summary =
         "Federated CIFAR-100: colour images of 100 classes, 500 training and 100 test clients",
     .reference = "Reddi et al. (2021), Adaptive federated optimization; files of TensorFlow "
                  "Federated"});
