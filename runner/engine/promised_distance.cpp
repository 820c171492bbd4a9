#include "engine/promised_distance.hpp"

#include "text/wire.hpp"

namespace skald {
namespace {

void put(text::WireWriter& wire, const text::Result<double>& number) {
  wire.put(number.has_value());
  number ? wire.put(*number) : wire.put(number.reason());
}

text::Result<double> get_number(text::WireReader& wire) {
  if (wire.get<bool>()) return wire.get<double>();
  return text::no_value(wire.get<std::string>());
}

}  // namespace

std::string encode(const run::PromisedDistance& distance) {
  text::WireWriter wire;
  put(wire, distance.exact);
  const bool bounded = distance.bound.has_value();
  put(wire, bounded ? text::Result<double>(distance.bound->w2)
                    : text::Result<double>(text::no_value(distance.bound.reason())));
  wire.put(bounded ? distance.bound->theorem : std::string());
  return wire.take();
}

run::PromisedDistance decode_promised_distance(std::string_view bytes) {
  text::WireReader wire(bytes);
  text::Result<double> exact = get_number(wire);
  const text::Result<double> w2 = get_number(wire);
  const auto theorem = wire.get<std::string>();
  if (!w2) return {std::move(exact), text::no_value(w2.reason())};
  return {std::move(exact), bounds::ChainBound{*w2, theorem}};
}

}  // namespace skald
