// Fuzz target: changes to the fields of a sampler's descriptor and of its options. Pointers are
// null or valid, since no host can detect a dangling pointer, or a count beyond the table. A
// refusal is a sentence with a remedy. An accepted descriptor can be described, gives a correct
// JSON Schema, takes its own defaults, and in a grid gives cells or diagnostics.
#include <cstring>
#include <deque>
#include <limits>

#include "../core/grid/fake_plugins.hpp"
#include "fuzz_target.hpp"
#include "grid/json_schema.hpp"
#include "json/json.hpp"
#include "options/allowed_values.hpp"
#include "options/option_table.hpp"
#include "options/option_value.hpp"
#include "plugin_host/handshake.hpp"
#include "plugin_host/plugin.hpp"

namespace {

using namespace skald;

// Takes numbers and texts from the fuzzer's bytes, and keeps the texts.
class Source {
 public:
  explicit Source(std::string_view bytes) : bytes_(bytes) {}

  bool is_empty() const { return bytes_.empty(); }
  std::uint8_t byte() { return fuzz::take_byte(bytes_); }
  template <class T>
  T number() {
    T value{};
    const std::size_t size = std::min(sizeof value, bytes_.size());
    std::memcpy(&value, bytes_.data(), size);
    bytes_.remove_prefix(size);
    return value;
  }
  // Reads a length and a text of that length, or null.
  const char* text() {
    const std::size_t length = byte();
    if (length == 255) return nullptr;
    const std::string& text = texts_.emplace_back(bytes_.substr(0, length));
    bytes_.remove_prefix(text.size());
    return text.c_str();
  }

 private:
  std::string_view bytes_;
  std::deque<std::string> texts_;
};

void change(OptionInfo& option, Source& source) {
  const char** const texts[] = {&option.name,      &option.symbol,      &option.doc,
                                &option.choices,   &option.automatic,   &option.only_if,
                                &option.stable_to, &option.default_text};
  bool* const flags[] = {&option.optional, &option.has_default, &option.default_boolean,
                         &option.minimum_excluded, &option.maximum_excluded};
  double* const numbers[] = {&option.default_number, &option.minimum, &option.maximum};
  const std::size_t field = source.byte() % 16U;
  if (field < 6)
    *texts[field] = source.text();
  else if (field < 11)
    *flags[field - 6] = source.byte() % 2 != 0;
  else if (field < 14)
    *numbers[field - 11] = source.number<double>();
  else if (field == 14)
    option.default_integer = source.number<std::int64_t>();
  else
    option.type = static_cast<OptionType>(source.number<std::uint32_t>());
}

void* create(const PluginDescriptor&, const Value*) { return nullptr; }
void destroy(void*) noexcept {}

// A descriptor and the table to which it points.
struct Described {
  std::vector<OptionInfo> options;
  PluginDescriptor descriptor;
};

void change(Described& plugin, Source& source) {
  PluginDescriptor& d = plugin.descriptor;
  const char** const texts[] = {&d.abi_tag,      &d.info.name,      &d.info.version,
                                &d.info.summary, &d.info.reference, &d.build_info};
  const std::size_t field = source.byte() % 32U;
  if (field < 6)
    *texts[field] = source.text();
  else if (field == 6)
    d.size = source.number<std::uint32_t>();
  else if (field == 7)
    d.interface_version = source.number<std::uint32_t>();
  else if (field == 8)
    d.kind = static_cast<Kind>(source.number<std::uint32_t>());
  else if (field == 9)
    d.info.numerics_revision = source.number<std::uint32_t>();
  else if (field == 10)
    d.create = nullptr;
  else if (field == 11)
    d.destroy = nullptr;
  else if (field == 12)
    plugin.options.push_back(plugin.options.front());
  else if (field == 13)
    plugin.options.resize(source.byte() % (plugin.options.size() + 1));
  else if (field == 14)
    d.options = nullptr;
  else if (!plugin.options.empty())
    change(plugin.options[field % plugin.options.size()], source);
  if (plugin.options.empty()) plugin.options.push_back(fake::fald.options[0]);
}

void check_options(const PluginDescriptor& plugin) {
  const std::span<const OptionInfo> options{plugin.options, plugin.option_count};
  for (const OptionInfo& option : options) {
    fuzz::require(!options::requirement(option).empty());
    if (!option.has_default) continue;
    const std::vector<options::OptionValue> value{options::default_of(option, "")};
    options::check_values(std::span(&option, 1), value);
  }
}

void check_in_a_grid(const PluginDescriptor& plugin) {
  std::vector<const PluginDescriptor*> plugins(fake::plugins.begin(), fake::plugins.end());
  plugins.push_back(&plugin);
  grid::GridContext context = fake::context();
  context.tables.plugins = plugins;
  const std::string text = fake::grid_text(R"({"plugin": "fuzzed"})");
  const auto result = grid::read_grid(text, context);
  if (!result) {
    for (const json::Diagnostic& fault : result.reason())
      fuzz::require(!json::render(fault, text).empty());
  }
}

}  // namespace

FUZZ_TARGET(plugin_descriptor, bytes) {
  Described plugin{{fake::fald.options, fake::fald.options + fake::fald.option_count}, fake::fald};
  PluginDescriptor& descriptor = plugin.descriptor;
  descriptor.info.name = "fuzzed";
  descriptor.create = create;
  descriptor.destroy = destroy;
  Source source(bytes);
  while (!source.is_empty()) change(plugin, source);
  if (descriptor.options != nullptr) descriptor.options = plugin.options.data();
  descriptor.option_count = static_cast<std::uint32_t>(plugin.options.size());

  if (const auto refusal = plugin_host::handshake_refusal(descriptor, "fuzzed")) {
    return fuzz::require(refusal->find("expected") != std::string::npos ||
                         refusal->find(';') != std::string::npos);
  }
  const plugin_host::Plugin loaded{.descriptor = &descriptor, .file = "fuzzed.so", .sha256 = ""};
  fuzz::require(describe(loaded).find("fuzzed") != std::string::npos);
  const json::JsonDocument schema = json::parse_json(grid::plugin_schema(descriptor), "schema");
  fuzz::require(schema.readable && schema.diagnostics.empty());
  check_options(descriptor);
  check_in_a_grid(descriptor);
}
