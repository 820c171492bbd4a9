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
constexpr const char* residual_form =
    "residual(conv 16 3x3 pad 1, groupnorm 4, relu, conv 16 3x3 pad 1, groupnorm 4)";
constexpr std::array words{Word{"conv", Kind::convolution, "conv 6 5x5 pad 2 stride 1"},
                           Word{"avgpool", Kind::average_pool, "avgpool 2"},
                           Word{"maxpool", Kind::maximum_pool, "maxpool 2"},
                           Word{"dense", Kind::dense, "dense 120 or dense classes"},
                           Word{"groupnorm", Kind::group_norm, "groupnorm 4"},
                           Word{"residual", Kind::residual, residual_form},
                           Word{"channels", Kind::channels, "channels 32"},
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
                      ": put one there, or take out the comma that is too many");
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
    } else if (may_pad && layer_words.take("nobias")) {
      layer.has_bias = false;
    } else if (layer_words.take("stride")) {
      layer.window.stride = layer_words.whole_number("the stride", 1, widest_window);
    } else {
      layer_words.expected(may_pad ? "pad, stride, nobias or the next layer after a comma"
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
    case Kind::group_norm:
      layer.units = layer_words.whole_number("the number of groups of channels", 1, most_units);
      break;
    case Kind::channels:
      layer.units = layer_words.whole_number("the number of channels", 1, most_units);
      break;
    case Kind::dropout:
      layer.rate = layer_words.rate();
      break;
    case Kind::residual:
      layer_words.expected("the layers of the block in parentheses");
    case Kind::shortcut:
    case Kind::end:
    case Kind::relu:
    case Kind::tanh:
    case Kind::sigmoid:
    case Kind::flatten:
      break;
  }
  if (!layer_words.at_end()) layer_words.expected("the next layer after a comma");
}

// Takes layers from a text, one after the other, and the blocks that parentheses make of them.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  std::vector<Layer> all() {
    for (char end = ','; end != '\0';) {
      Layer layer = next();
      end = at_ < text_.size() ? text_[at_++] : '\0';
      if (end == '(') {
        begin_block(std::move(layer));
        continue;
      }
      LayerWords layer_words(layer);
      take_kind(layer_words, layer);
      take_sizes(layer_words, layer);
      layers_.push_back(std::move(layer));
      while (end == ')') end = end_block();
      if (end == '|') begin_shortcut();
    }
    if (!blocks_.empty()) {
      refuse(blocks_.back().begin,
             "the block does not end; expected \")\" after its last layer, as in: " +
                 std::string(residual_form));
    }
    return std::move(layers_);
  }

 private:
  struct Block {
    Layer begin;
    bool has_shortcut;
  };

  void skip_spaces() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }
  // The layer that begins here, up to what ends it.
  Layer next() {
    skip_spaces();
    Layer layer;
    layer.place = at_ + 1;
    layer.number = ++number_;
    at_ = std::min(text_.find_first_of(",()|", at_), text_.size());
    std::size_t end = at_;
    while (end + 1 > layer.place && is_space(text_[end - 1])) --end;
    layer.text = text_.substr(layer.place - 1, end - (layer.place - 1));
    return layer;
  }
  void begin_block(Layer layer) {
    if (layer.text != word_of(Kind::residual).name) {
      refuse(layer, "found \"(\" after it; expected \"(\" after residual alone, as in: " +
                        std::string(residual_form));
    }
    layer.kind = Kind::residual;
    layers_.push_back(layer);
    blocks_.push_back({std::move(layer), false});
  }
  void begin_shortcut() {
    if (blocks_.empty()) {
      refuse(layers_.back(),
             "found \"|\" after it; expected it between the two ways of a block, "
             "as in: residual(conv 32 3x3 pad 1 stride 2 | conv 32 1x1 stride 2)");
    }
    if (blocks_.back().has_shortcut) {
      refuse(blocks_.back().begin,
             "found a second \"|\"; expected at most one: a block is the sum of two ways");
    }
    blocks_.back().has_shortcut = true;
    push_part(Kind::shortcut);
  }
  // Ends the innermost block, and gives what follows it.
  char end_block() {
    if (blocks_.empty()) {
      refuse(layers_.back(), "found \")\" after it, which no \"residual(\" began: take it out");
    }
    push_part(Kind::end);
    blocks_.pop_back();
    skip_spaces();
    if (at_ == text_.size()) return '\0';
    const char found = text_[at_++];
    if (found != ',' && found != '|' && found != ')') {
      refuse(layers_.back(), "found " + LayerWords::quoted(std::string(1, found)) +
                                 " after the \")\" that ends the block; expected the next layer "
                                 "after a comma");
    }
    return found;
  }
  void push_part(Kind kind) {
    Layer part = blocks_.back().begin;
    part.kind = kind;
    layers_.push_back(std::move(part));
  }

  std::string_view text_;
  std::size_t at_ = 0, number_ = 0;
  std::vector<Layer> layers_;
  std::vector<Block> blocks_;
};

}  // namespace

void refuse(const Layer& layer, const std::string& reason) {
  throw std::invalid_argument("layers, layer " + std::to_string(layer.number) + " (character " +
                              std::to_string(layer.place) + "), \"" +
                              text::printable_line(layer.text) + "\": " + reason);
}

std::vector<Layer> parse_layers(std::string_view text) { return Reader(text).all(); }

}  // namespace skald::network
