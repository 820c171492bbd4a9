#include "plugin_host/description.hpp"

#include <deque>
#include <optional>
#include <stdexcept>
#include <vector>

#include "text/wire.hpp"

namespace skald::plugin_host {
namespace {

struct Description {
  PluginDescriptor descriptor{};
  std::vector<OptionInfo> options;
  std::deque<std::string> texts;  // what pointers in the other members refer to
};

// D is PluginDescriptor, O is OptionInfo; both may be const.
template <class D, class Use>
void for_each_field(D& d, Use use) {
  use(d.size);
  use(d.abi_tag);
  use(d.interface_version);
  use(d.kind);
  use(d.info.name);
  use(d.info.version);
  use(d.info.numerics_revision);
  use(d.info.summary);
  use(d.info.reference);
  use(d.info.side_by_side);
  use(d.info.keeps_time);
  use(d.info.no_eps);
  use(d.build_info);
  use(d.option_count);
  use(d.metric.unit);
  use(d.metric.preferred);
  use(d.metric.needs);
  use(d.metric.sparse);
  use(d.metric.place);
  use(d.metric.scale);
  use(d.library);
  use(d.constant.name);
  use(d.constant.meaning);
}

template <class O, class Use>
void for_each_option_field(O& o, Use use) {
  use(o.name);
  use(o.symbol);
  use(o.doc);
  use(o.type);
  use(o.optional);
  use(o.has_default);
  use(o.default_boolean);
  use(o.default_integer);
  use(o.default_number);
  use(o.default_text);
  use(o.minimum);
  use(o.maximum);
  use(o.minimum_excluded);
  use(o.maximum_excluded);
  use(o.choices);
  use(o.automatic);
  use(o.only_if);
  use(o.stable_to);
  use(o.role);
}

void put(text::WireWriter& wire, const char* text) {
  wire.put(text == nullptr ? std::nullopt : std::optional<std::string>(text));
}
template <class T>
void put(text::WireWriter& wire, T value) {
  wire.put(value);
}

void read(text::WireReader& wire, std::deque<std::string>& texts, const char*& text) {
  std::optional<std::string> found;
  wire.read(found);
  text = found ? texts.emplace_back(std::move(*found)).c_str() : nullptr;
}
template <class T>
void read(text::WireReader& wire, std::deque<std::string>&, T& value) {
  wire.read(value);
}

void* create_nothing(const PluginDescriptor&, const Value*) {
  throw std::logic_error("its library was only described in this process, not loaded");
}
void destroy_nothing(void*) noexcept {}
double value_of_nothing(const Value*, Index) {
  create_nothing({}, nullptr);
  return 0;
}

// Returned objects stay reachable until the end of the process and are never destroyed.
Description& new_description() {
  static auto* const all = new std::deque<Description>;
  return all->emplace_back();
}

void write_member(text::WireWriter& wire, const PluginDescriptor& descriptor) {
  const auto write = [&wire](const auto& field) { put(wire, field); };
  for_each_field(descriptor, write);
  for (std::uint32_t i = 0; i < descriptor.option_count; ++i) {
    for_each_option_field(descriptor.options[i], write);
  }
  wire.put(descriptor.next != nullptr);
}

PluginDescriptor* read_member(text::WireReader& wire) {
  Description& description = new_description();
  const auto fill = [&](auto& field) { read(wire, description.texts, field); };
  for_each_field(description.descriptor, fill);
  for (std::uint32_t i = 0; i < description.descriptor.option_count; ++i) {
    for_each_option_field(description.options.emplace_back(), fill);
  }
  description.descriptor.options = description.options.data();
  description.descriptor.create = &create_nothing;
  description.descriptor.destroy = &destroy_nothing;
  if (description.descriptor.constant.name)
    description.descriptor.constant.value = &value_of_nothing;
  return &description.descriptor;
}

}  // namespace

std::string write_description(const PluginDescriptor& descriptor) {
  text::WireWriter wire;
  for (const auto* member = &descriptor; member != nullptr; member = member->next) {
    write_member(wire, *member);
  }
  return wire.take();
}

const PluginDescriptor* read_description(std::string_view bytes) {
  text::WireReader wire(bytes);
  PluginDescriptor* const first = read_member(wire);
  for (PluginDescriptor* last = first; wire.get<bool>();) {
    PluginDescriptor* const next = read_member(wire);
    last->next = next;
    last = next;
  }
  return first;
}

}  // namespace skald::plugin_host
