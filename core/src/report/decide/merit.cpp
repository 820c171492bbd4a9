#include "report/decide/merit.hpp"

#include <cmath>

namespace skald::report {
namespace {

double merit_sign(const std::vector<ReplicateValue>& values, record::Better better) {
  if (better == record::Better::up) return 1;
  if (better != record::Better::zero) return -1;
  double sum = 0;
  for (const ReplicateValue& value : values) sum += value.value;
  return sum > 0 ? -1 : 1;
}

}  // namespace

double judged(double mean, record::Better better) {
  return better == record::Better::zero ? std::abs(mean) : mean;
}

double merit_of(double mean, record::Better better) {
  if (better == record::Better::up) return mean;
  return better == record::Better::zero ? -std::abs(mean) : -mean;
}

std::vector<ReplicateValue> merits_of(std::vector<ReplicateValue> values, record::Better better) {
  const double sign = merit_sign(values, better);
  for (ReplicateValue& value : values) value.value *= sign;
  return values;
}

}  // namespace skald::report
