#include "network/layer_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <span>

#include "text/nearest.hpp"
#include "text/number_text.hpp"
#include "text/printable.hpp"

namespace skald::network {
namespace {

using Kind = Layer::Kind;

constexpr Index most_units = 100'000, widest_window = 1000;

struct Word {
  const char* name;
  Kind kind;
  const char* form;
};
constexpr std::array words{Word{"conv", Kind::convolution, "conv 6 5x5 pad 2 stride 1"},
                           Word{"avgpool", Kind::average_pool, "avgpool 2"},
                           Word{"maxpool", Kind::maximum_pool, "maxpool 2"},
                           Word{"dense", Kind::dense, "dense 120 or dense classes"},
                           Word{"relu", Kind::relu, "relu"},
                           Word{"tanh", Kind::tanh, "tanh"},
                           Word{"sigmoid", Kind::sigmoid, "sigmoid"},
                           Word{"dropout", Kind::dropout, "dropout 0.5"},
                           Word{"flatten", Kind::flatten, "flatten"}};

const Word& word_of(Kind kind) {
  return *std::find_if(words.begin(), words.end(), [&](const Word& w) { return w.kind == kind; });
}

std::vector<std::string> names() {
  std::vector<std::string> all;
  all.reserve(words.size());
  for (const Word& word : words) all.emplace_back(word.name);
  return all;
}

std::string listed(const std::vector<std::string>& all) {
  std::string list;
  for (const std::string& name : all) list += (list.empty() ? "" : ", ") + name;
  return list;
}

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

// The words of one layer, taken one after the other.
class LayerWords {
 public:
  explicit LayerWords(Layer& layer) : layer_(layer) {
    const std::string& text = layer.text;
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      while (end < text.size() && !is_space(text[end])) ++end;
      if (end > begin) words_.push_back(text.substr(begin, end - begin));
      begin = end + 1;
    }
  }

  bool at_end() const { return next_ == words_.size(); }
  std::string found() const {
    return at_end() ? "found the end of the layer" : "found " + quoted(words_[next_]);
  }
  static std::string quoted(const std::string& word) {
    return "\"" + text::printable_line(word) + "\"";
  }
  bool take(std::string_view word) {
    if (at_end() || words_[next_] != word) return false;
    ++next_;
    return true;
  }
  const std::string& take() { return words_[next_++]; }

  [[noreturn]] void expected(const std::string& what) const {
    refuse(layer_, found() + "; expected " + what + ", as in: " + word_of(layer_.kind).form);
  }
  Index whole_number(const std::string& what, Index least, Index most) {
    const std::optional<std::int64_t> value = at_end() ? std::nullopt : whole_number(words_[next_]);
    if (!value || *value < least || *value > most) {
      expected(what + ", a whole number from " + std::to_string(least) + " to " +
               std::to_string(most));
    }
    ++next_;
    return *value;
  }
  // HEIGHTxWIDTH, or one number for both where `square` is true.
  void kernel(Window& window, bool square) {
    if (!at_end()) {
      const std::string& word = words_[next_];
      const std::size_t cross = word.find('x');
      const bool one = cross == std::string::npos;
      const auto height = whole_number(word.substr(0, cross));
      const auto width = one ? height : whole_number(word.substr(cross + 1));
      if (is_window(height) && is_window(width) && (square || !one)) {
        window.height = *height;
        window.width = *width;
        ++next_;
        return;
      }
    }
    expected(square ? "the size of the window, such as 2 or 2x3 (height x width)"
                    : "the size of the kernel, such as 5x5 (height x width)");
  }
  double rate() {
    const std::optional<double> value = at_end() ? std::nullopt : text::to_number(words_[next_]);
    if (!value || *value < 0 || *value >= 1)
      expected("the rate at which units are dropped, at least 0 and below 1");
    ++next_;
    return *value;
  }

 private:
  // Digits alone: "1e3" is no size of a layer.
  static std::optional<std::int64_t> whole_number(const std::string& word) {
    const bool digits = !word.empty() && std::all_of(word.begin(), word.end(),
                                                     [](char c) { return c >= '0' && c <= '9'; });
    const auto value = digits ? text::to_integer(word) : std::nullopt;
    return value;
  }
  static bool is_window(const std::optional<std::int64_t>& size) {
    return size && *size > 0 && *size <= widest_window;
  }

  const Layer& layer_;
  std::vector<std::string> words_;
  std::size_t next_ = 0;
};

void take_kind(LayerWords& layer_words, Layer& layer) {
  if (layer_words.at_end()) {
    refuse(layer, "found nothing; expected a layer, one of " + listed(names()) +
                      ": take out the comma that is too many");
  }
  const std::string word = layer_words.take();
  for (const Word& known : words) {
    if (word == known.name) {
      layer.kind = known.kind;
      return;
    }
  }
  const std::vector<std::string> all = names();
  const std::optional<std::string> meant = text::nearest(word, all);
  refuse(layer, "found " + LayerWords::quoted(word) + "; expected one of " + listed(all) +
                    (meant ? ". Did you mean \"" + *meant + "\"?" : ""));
}

void take_strides(LayerWords& layer_words, Layer& layer) {
  const bool may_pad = layer.kind == Kind::convolution;
  while (!layer_words.at_end()) {
    if (may_pad && layer_words.take("pad")) {
      layer.window.pad =
          layer_words.whole_number("the number of zeros on each side", 0,
                                   std::min(layer.window.height, layer.window.width) - 1);
    } else if (layer_words.take("stride")) {
      layer.window.stride = layer_words.whole_number("the stride", 1, widest_window);
    } else {
      layer_words.expected(may_pad ? "pad, stride or the next layer after a comma"
                                   : "stride or the next layer after a comma");
    }
  }
}

void take_sizes(LayerWords& layer_words, Layer& layer) {
  switch (layer.kind) {
    case Kind::convolution:
      layer.units = layer_words.whole_number("the number of channels", 1, most_units);
      layer_words.kernel(layer.window, false);
      take_strides(layer_words, layer);
      break;
    case Kind::average_pool:
    case Kind::maximum_pool:
      layer_words.kernel(layer.window, true);
      layer.window.stride = layer.window.height;
      if (layer.window.height != layer.window.width && layer_words.at_end())
        layer_words.expected("a stride, since the window is not square");
      take_strides(layer_words, layer);
      break;
    case Kind::dense:
      layer.units =
          layer_words.take("classes")
              ? 0
              : layer_words.whole_number("the number of units (or `classes`)", 1, most_units);
      break;
    case Kind::dropout:
      layer.rate = layer_words.rate();
      break;
    case Kind::relu:
    case Kind::tanh:
    case Kind::sigmoid:
    case Kind::flatten:
      break;
  }
  if (!layer_words.at_end()) layer_words.expected("the next layer after a comma");
}

// [begin, end) without spaces around it.
Layer trimmed(std::string_view text, std::size_t begin, std::size_t end, std::size_t number) {
  while (begin < end && is_space(text[begin])) ++begin;
  while (end > begin && is_space(text[end - 1])) --end;
  Layer layer;
  layer.text = text.substr(begin, end - begin);
  layer.place = begin + 1;
  layer.number = number;
  return layer;
}

}  // namespace

void refuse(const Layer& layer, const std::string& reason) {
  throw std::invalid_argument("layers, layer " + std::to_string(layer.number) + " (character " +
                              std::to_string(layer.place) + "), \"" +
                              text::printable_line(layer.text) + "\": " + reason);
}

std::vector<Layer> parse_layers(std::string_view text) {
  std::vector<Layer> layers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(',', begin), text.size());
    Layer layer = trimmed(text, begin, end, layers.size() + 1);
    LayerWords layer_words(layer);
    take_kind(layer_words, layer);
    take_sizes(layer_words, layer);
    layers.push_back(std::move(layer));
    begin = end + 1;
  }
  return layers;
}

}  // namespace skald::network
