#include "reading/cifar.hpp"

#include "decoding/refuse.hpp"

namespace skald {
namespace {

using decoding::refuse;

struct LabelFormat {
  std::size_t bytes;  // the labels at the start of a record
  std::size_t place;  // the label that is used, among them
  std::uint8_t classes;
};

constexpr LabelFormat format_of(CifarLabels labels) {
  if (labels == CifarLabels::ten) return {1, 0, 10};
  if (labels == CifarLabels::coarse) return {2, 0, 20};
  return {2, 1, 100};
}

}  // namespace

CifarRecords read_cifar(std::string_view content, const std::string& file, CifarLabels labels) {
  const LabelFormat format = format_of(labels);
  const auto pixels = static_cast<std::size_t>(kCifarShape.size());
  const std::size_t size = format.bytes + pixels;
  if (content.empty() || content.size() % size != 0) {
    refuse(file, content.size(), "the end of the file",
           "whole records of " + std::to_string(size) + " bytes, at least one");
  }
  CifarRecords records;
  records.pixels.reserve(content.size() / size * pixels);
  for (std::size_t at = 0; at < content.size(); at += size) {
    const auto label = static_cast<std::uint8_t>(content[at + format.place]);
    if (label >= format.classes) {
      refuse(file, at + format.place, "label " + std::to_string(label),
             "at most " + std::to_string(format.classes - 1));
    }
    records.labels.push_back(label);
    records.pixels.append(content.substr(at + format.bytes, pixels));
  }
  return records;
}

}  // namespace skald
