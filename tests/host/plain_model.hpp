// A model that does nothing, and a correct descriptor, from which the broken plugins deviate.
#pragma once

#include <algorithm>
#include <array>

#include "skald/model.hpp"
#include "skald/plugin.hpp"

namespace {

struct NoOptions {};

constexpr std::array<skald::Option<NoOptions>, 0> no_options{};

class PlainModel : public skald::Model {
 public:
  PlainModel() = default;
  explicit PlainModel(const NoOptions&) {}
  void bind(const skald::Table&) override {}
  skald::Index dimension() const override { return 1; }
  void gradient(const skald::Rows&, skald::ConstBlock, skald::Block out) const override {
    out.matrix().setZero();
  }
  void potential(const skald::Rows&, skald::ConstBlock, std::span<double> out) const override {
    std::fill(out.begin(), out.end(), 0.0);
  }
};

constexpr skald::PluginDescriptor plain_descriptor(const char* name) {
  return skald::plugin<PlainModel, NoOptions, no_options>(
      {.name = name, .numerics_revision = 1, .summary = "A model of nothing", .reference = ""});
}

// The same after change(descriptor).
template <class Change>
constexpr skald::PluginDescriptor plain_descriptor(const char* name, Change change) {
  skald::PluginDescriptor d = plain_descriptor(name);
  change(d);
  return d;
}

}  // namespace
