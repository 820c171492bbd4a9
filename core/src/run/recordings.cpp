#include "run/recordings.hpp"

#include <algorithm>
#include <stdexcept>

#include "text/number_text.hpp"
#include "text/utf8.hpp"

namespace skald::run {
namespace {

constexpr const char* kRemedy =
    "; numbers of many items, such as clients, are one vector series: record_vector()";

std::string shortened(std::string_view name) {
  constexpr std::size_t shown = 40;  // bytes
  const std::string_view start = text::utf8_prefix(name, shown);
  return "\"" + std::string(start) + (start.size() < name.size() ? "...\"" : "\"");
}

bool is_snake_case(std::string_view name) {
  const auto fits = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
  };
  return !name.empty() && name.front() >= 'a' && name.front() <= 'z' &&
         std::all_of(name.begin(), name.end(), fits);
}

}  // namespace

void Recordings::record(const char* name, double value) {
  if (const auto found = scalars_.find(name); found != scalars_.end()) {
    found->second = value;
    return;
  }
  require_word(name);
  require_new(name, vectors_.contains(name), "a vector");
  scalars_.emplace(name, value);
}

void Recordings::record_vector(const char* name, std::span<const double> values) {
  auto found = vectors_.find(name);
  if (found == vectors_.end()) {
    require_word(name);
    require_new(name, scalars_.contains(name), "a scalar");
    found = vectors_.try_emplace(name).first;
  }
  require_room(values.size());
  found->second.assign(values.begin(), values.end());
}

void Recordings::require_room(std::size_t values) const {
  if (values <= kMostVectorValues) return;
  throw std::invalid_argument("the sampler " + sampler_ + " records more than " +
                              std::to_string(kMostVectorValues) +
                              " values of vectors in one run; set run.record_every higher");
}

void Recordings::require_word(std::string_view name) const {
  if (!is_snake_case(name)) {
    throw std::invalid_argument("the sampler " + sampler_ + " records " + shortened(name) +
                                ", expected a snake_case word");
  }
  if (name.size() <= kLongestRecordedName) return;
  throw std::invalid_argument("the sampler " + sampler_ + " records " + shortened(name) +
                              ", a name of " + text::counted(name.size(), "byte") + ", expected " +
                              std::to_string(kLongestRecordedName) + " at most" + kRemedy);
}

void Recordings::require_new(const std::string& name, bool is_taken, const char* other_kind) const {
  if (is_taken) {
    throw std::invalid_argument("the sampler " + sampler_ + " records " + name +
                                " as a scalar and as a vector; it has recorded " + other_kind +
                                " of that name: give them two names");
  }
  if (scalars_.size() + vectors_.size() < kMostRecordedNames) return;
  throw std::invalid_argument("the sampler " + sampler_ + " records " + shortened(name) +
                              " beside " + std::to_string(kMostRecordedNames) +
                              " other names, the most that one run may have" + kRemedy);
}

void Recordings::save(text::WireWriter& wire) const {
  wire.put(std::vector<std::pair<std::string, double>>(scalars_.begin(), scalars_.end()));
  wire.put(
      std::vector<std::pair<std::string, std::vector<double>>>(vectors_.begin(), vectors_.end()));
}

void Recordings::restore(text::WireReader& wire) {
  const auto scalars = wire.get<std::vector<std::pair<std::string, double>>>();
  const auto vectors = wire.get<std::vector<std::pair<std::string, std::vector<double>>>>();
  scalars_ = {scalars.begin(), scalars.end()};
  vectors_ = {vectors.begin(), vectors.end()};
}

}  // namespace skald::run
