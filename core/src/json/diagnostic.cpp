#include "json/diagnostic.hpp"

#include <algorithm>
#include <cstddef>

#include "text/bounded.hpp"

namespace skald::json {
namespace {

// Of each part of a diagnostic, which may quote anything from the file, in bytes.
constexpr std::size_t kMostSaid = 2000;

std::string_view line_of(std::string_view source, int line) {
  for (int skipped = 1; skipped < line; ++skipped) {
    const std::size_t end = source.find('\n');
    if (end == std::string_view::npos) return {};
    source.remove_prefix(end + 1);
  }
  std::string_view text = source.substr(0, source.find('\n'));
  if (text.ends_with('\r')) text.remove_suffix(1);
  return text;
}

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0) == 0x80; }

// Returns the offset of the character with this index; the text's size if there are fewer.
std::size_t offset_of(std::string_view text, int character) {
  std::size_t offset = 0;
  for (; offset < text.size(); ++offset)
    if (!continues_character(text[offset]) && character-- == 0) break;
  return offset;
}

// The part of a line that is shown: the whole line or, if it is very long, what surrounds the
// place.
struct Window {
  std::string_view text;
  int first = 0;  // index of its first character in the line
};

Window window_of(std::string_view line, const Place& place) {
  constexpr int width = 120, before = 60;
  const int first = std::max(0, place.column - 1 - before);
  if (offset_of(line, width) == line.size()) return {line, 0};
  const std::size_t begin = offset_of(line, first);
  return {line.substr(begin, offset_of(line.substr(begin), width)), first};
}

// Blanks as wide as the first `count` characters of the text; tabs stay tabs.
std::string indentation(std::string_view text, int count) {
  std::string blanks;
  for (const char byte : text) {
    if (continues_character(byte)) continue;
    if (count-- <= 0) break;
    blanks += byte == '\t' ? '\t' : ' ';
  }
  return blanks + std::string(static_cast<std::size_t>(std::max(count, 0)), ' ');
}

}  // namespace

std::string excerpt(const Place& place, std::string_view source) {
  if (place.line <= 0) return "";
  const std::string number = std::to_string(place.line);
  const std::string margin(number.size() + 2, ' ');
  const Window window = window_of(line_of(source, place.line), place);
  const int carets = std::clamp(place.length, 1, 60);
  return "  " + number + " | " + std::string(window.text) + "\n" + margin + " | " +
         indentation(window.text, place.column - 1 - window.first) +
         std::string(static_cast<std::size_t>(carets), '^') + "\n";
}

std::string headline(const Diagnostic& diagnostic, std::string_view severity) {
  std::string line = diagnostic.file;
  const Place& place = diagnostic.place;
  if (place.line > 0) line += ":" + std::to_string(place.line) + ":" + std::to_string(place.column);
  line.append(": ").append(severity).append(": ") += text::shortened(diagnostic.message, kMostSaid);
  if (!diagnostic.hint.empty()) line += " - " + text::shortened(diagnostic.hint, kMostSaid);
  if (!diagnostic.subject.empty())
    line += "        (" + text::shortened(diagnostic.subject, kMostSaid) + ")";
  return line;
}

std::string render(const Diagnostic& diagnostic, std::string_view source) {
  return headline(diagnostic, "error") + "\n" + excerpt(diagnostic.place, source);
}

}  // namespace skald::json
