#include "json/diagnostic.hpp"

#include <algorithm>
#include <cstddef>

#include "text/printable.hpp"

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

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
         c == '.' || c == '+' || c == '-' || (static_cast<unsigned char>(c) & 0x80) != 0;
}

std::size_t word_end(std::string_view text, std::size_t begin) {
  while (begin < text.size() && is_word_character(text[begin])) ++begin;
  return begin;
}

std::size_t word_begin(std::string_view text, std::size_t inside) {
  while (inside > 0 && is_word_character(text[inside - 1])) --inside;
  return inside;
}

std::size_t line_end(std::string_view text, std::size_t begin) {
  return std::min(text.find('\n', begin), text.size());
}

int line_number(std::string_view text, std::size_t offset) {
  const std::string_view before = text.substr(0, offset);
  return 1 + static_cast<int>(std::count(before.begin(), before.end(), '\n'));
}

// Returns the position of the last byte before `offset` that is not blank.
std::optional<std::size_t> last_before(std::string_view text, std::size_t offset) {
  if (offset == 0) return std::nullopt;
  const std::size_t found = text.find_last_not_of(kBlanks, offset - 1);
  return found == std::string_view::npos ? std::nullopt : std::optional(found);
}

std::string in_double_quotes(std::string_view word) { return "\"" + std::string(word) + "\""; }

JsonFault unclosed_string(std::string_view text, std::size_t begin) {
  std::size_t end = line_end(text, begin);
  if (text[end - 1] == '\r') --end;
  return {begin, end, "the string that begins here does not end on its line", "add a \"", {}};
}

JsonFault inside_string(std::string_view text, const JsonStop& stop) {
  const std::size_t at = stop.offset;
  if (at >= text.size() || text[at] == '\n' || text[at] == '\r')
    return unclosed_string(text, stop.token_begin);
  const std::size_t backslash = text.rfind('\\', at);
  if (backslash != std::string_view::npos && backslash >= stop.token_begin && at - backslash <= 5)
    return {backslash, at + 1, "this is no escape sequence of JSON", "write \\\\ for one \\", {}};
  if (static_cast<unsigned char>(text[at]) < 0x20)
    return {at, at + 1, "a control character inside a string", "write \\t for a tab", {}};
  return {at, at + 1, "this is not UTF-8", "save the file as UTF-8", {}};
}

JsonFault end_of_text(std::string_view text, const JsonStop& stop) {
  if (!stop.open_bracket)
    return {text.size(), text.size(), "the document ends before its value is complete", "", {}};
  const std::size_t bracket = *stop.open_bracket;
  const char closing = text[bracket] == '{' ? '}' : ']';
  return {bracket,
          bracket + 1,
          in_double_quotes(text.substr(bracket, 1)) + " is never closed",
          "add a " + in_double_quotes(std::string(1, closing)),
          {}};
}

JsonFault comment(std::string_view text, std::size_t begin) {
  std::size_t end = line_end(text, begin);
  if (text.substr(begin, 2) == "/*") {
    const std::size_t close = text.find("*/", begin + 2);
    end = close == std::string_view::npos ? text.size() : close + 2;
  }
  return {begin, std::min(end, line_end(text, begin)), "JSON has no comments",
          "remove it; \"description\" may hold text", JsonMending{begin, end, ' '}};
}

JsonFault closing_bracket(std::string_view text, const JsonStop& stop,
                          std::optional<std::size_t> before) {
  const std::size_t at = stop.offset;
  const std::string bracket = in_double_quotes(text.substr(at, 1));
  if (before && text[*before] == ',') {
    return {*before, *before + 1, "a comma before the closing " + bracket, "remove the comma",
            JsonMending{*before, *before + 1, ' '}};
  }
  if (before && stop.colon_expected && text[*before] != ':')
    return {*before, at + 1, "a colon and a value are missing behind the key", "", {}};
  if (!stop.open_bracket) return {at, at + 1, bracket + " closes nothing", "remove it", {}};
  const std::size_t opening = *stop.open_bracket;
  if ((text[opening] == '{') != (text[at] == '}')) {
    return {at,
            at + 1,
            bracket + " does not close the " + in_double_quotes(text.substr(opening, 1)) +
                " of line " + std::to_string(line_number(text, opening)),
            std::string("write \"") + (text[opening] == '{' ? '}' : ']') + "\"",
            {}};
  }
  return {at, at + 1, "a value is missing before this " + bracket, "", {}};
}

// Explains a value or a key that directly follows another value or key.
JsonFault missing_separator(std::string_view text, std::size_t before, const JsonStop& stop) {
  const std::size_t at = stop.offset;
  JsonFault fault{at, at + 1, "a comma is missing before this", "", {}};
  if (stop.colon_expected) fault.message = "a colon is missing between the key and this value";
  const char separator = stop.colon_expected ? ':' : ',';
  if (at > before + 1) fault.mending = JsonMending{before + 1, before + 2, separator};
  if (text[at] != '"') fault.end = std::max(word_end(text, at), at + 1);
  return fault;
}

JsonFault bad_word(std::string_view text, std::size_t begin, bool key_expected) {
  const std::size_t end = std::max(word_end(text, begin), begin + 1);
  const std::string word(text.substr(begin, end - begin));
  if (key_expected)
    return {begin, end, "a key is written in double quotes", "write " + in_double_quotes(word), {}};
  if (word[0] == '-' || word[0] == '+' || word[0] == '.' || (word[0] >= '0' && word[0] <= '9')) {
    return {begin,
            end,
            word + " is not how JSON writes a number",
            "write digits as in 0.5, -2 or 1e-3, or \"inf\"",
            {}};
  }
  return {begin,
          end,
          word + " is no value of JSON",
          "write a number, a string in double quotes, true, false or null",
          {}};
}

bool ends_value(char c) { return c == '"' || c == '}' || c == ']' || is_word_character(c); }

}  // namespace

JsonFault explain_json_fault(std::string_view text, const JsonStop& stop) {
  const std::size_t at = std::min(stop.offset, text.size());
  if (text.find_first_not_of(kBlanks) == std::string_view::npos)
    return {0, 0, "the document is empty", "begin with {", {}};
  if (text.starts_with("\xEF\xBB\xBF")) {
    return {0, 3, "the file begins with a byte order mark", "save it as UTF-8 without one",
            JsonMending{0, 3, ' '}};
  }
  if (stop.too_deep) return {at, at + 1, "too many brackets inside each other", "", {}};
  if (stop.token_begin < at && text[stop.token_begin] == '"') return inside_string(text, stop);
  if (at == text.size()) return end_of_text(text, stop);

  const char c = text[at];
  const auto before = last_before(text, at);
  if (static_cast<unsigned char>(c) < 0x20)
    return {at, at + 1, "a control character cannot stand here", "remove it", {}};
  if (c == '/' || c == '#') return comment(text, at);
  if (c == '\'') return {at, at + 1, "a string is written in double quotes", "write \"", {}};
  if (c == ']' || c == '}') return closing_bracket(text, stop, before);
  if (c == ',') return {at, at + 1, "a value is missing before this comma", "", {}};
  if (stop.token_begin < at)
    return bad_word(text, std::min(stop.token_begin, at), stop.key_expected);
  if (!stop.open_bracket && before)
    return {at, at + 1, "the document ends before this", "remove what follows", {}};
  if (before && ends_value(text[*before])) {
    if (c == ':') return {at, at + 1, "a colon stands only behind a key", "", {}};
    if (*before + 1 == at && is_word_character(c) && is_word_character(text[*before]))
      return bad_word(text, word_begin(text, at), stop.key_expected);
    return missing_separator(text, *before, stop);
  }
  if (is_word_character(c))
    return bad_word(text, std::min(stop.token_begin, at), stop.key_expected);
  return {at, at + 1, in_double_quotes(text.substr(at, 1)) + " cannot stand here", "", {}};
}

}  // namespace skald::json
