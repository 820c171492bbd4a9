#include "hostile_values.hpp"

#include <boost/algorithm/string/replace.hpp>
#include <utility>

#include "crafted_file.hpp"

namespace skald::hostile {
namespace {

// In the texts, @ stands for the victim's folder.
constexpr std::pair<const char*, const char*> kTexts[] = {
    {"absolute path", "@/secret"},
    {"relative path", "../victim/secret"},
    {"farther path", "../../victim/secret"},
    {"folder", ".."},
    {"device", "/dev/zero"},
    {"option", "--version"},
    {"substitution", "$(touch${IFS}@/made)"},
    {"back quotes", "`touch @/made`"},
    {"commands", "x; touch @/made #' ; touch @/made #\"; touch @/made\n touch @/made"},
    {"job with a command", "1; touch @/made; true@host"},
    {"option of ssh", "1@-oProxyCommand=touch${IFS}@/made"},
    {"gnuplot", "x'; system 'touch @/made'; print \"`touch @/made`\" #\nsystem 'touch @/made'\n"},
    {"LaTeX", "a\n\\input{@/secret}\\immediate\\write18{touch @/made} $x_1^2$ 100% & \\def\\x{#1}"},
    {"HTML", "<script>alert(1)</script><img src=x onerror=alert(1)>\"'><svg onload=alert(1)>"},
    {"end of a script",
     "</script><!--<script>\xe2\x80\xa8"
     "alert(1)"},
    {"Markdown", "[x](javascript:alert(1)) ![y](file:///etc/passwd) | a |\n# heading <b>"},
    {"formula", "=cmd|'/c calc'!A1"},
    {"formula after a comma", ",\"\n=1+1\",@SUM(1),+1,-1+cmd"},
    {"codes of terminals", "\x1b]0;title\x07\x1b[2J\x1b[31mred\r\b\x9b"},
    {"right to left", "\xe2\x80\xae\xe2\x81\xa6txt.exe"},
    {"no UTF-8", "\xff\xfe\xc3("},
    {"SQL", "x' OR 1=1; DROP TABLE runs; --"},
    {"format", "%s%n%n%n{}{0}{:99999999}"},
    {"JSON", R"({"name":"a","name":"b","x":[[[]]],"n":1e999})"},
    {"a year", "9999-12-31T23:59:59.999Z"},
    {"no year", "0000-00-00T99:99:99.000Z"},
    {"a far year", "-99999999999-01-01T00:00:00.000Z"}};

}  // namespace

std::vector<HostileValue> hostile_texts(const std::filesystem::path& victim) {
  std::vector<HostileValue> all{
      {"empty", "''"},
      {"zero byte", "CAST(x'61002f2e2e2f62' AS TEXT)"},
      {"a megabyte", "replace(hex(zeroblob(500000)), '0', 'A')"},
      {"a megabyte of brackets", "replace(hex(zeroblob(500000)), '0', '[')"},
      {"many lines", "replace(hex(zeroblob(5000)), '0', char(10) || 'x')"}};
  for (const auto& [name, text] : kTexts)
    all.push_back({name, sql_text(boost::algorithm::replace_all_copy(std::string(text), "@",
                                                                     victim.string()))});
  return all;
}

std::vector<HostileValue> hostile_integers() {
  return {{"-1", "-1"},
          {"0", "0"},
          {"2^31", "2147483648"},
          {"2^53 + 1", "9007199254740993"},
          {"10^12", "1000000000000"},
          {"largest", "9223372036854775807"},
          {"smallest", "-9223372036854775807 - 1"}};
}

std::vector<HostileValue> hostile_reals() {
  return {{"huge", "1e308"},       {"negative", "-1e308"},       {"infinite", "9e999"},
          {"-infinite", "-9e999"}, {"tiny", "5e-324"},           {"NULL", "NULL"},
          {"-0", "-0.0"},          {"just above 2^63", "9.3e18"}};
}

std::vector<HostileValue> wrong_types() {
  return {{"NULL", "NULL"},
          {"a blob", "x'00ff2e2e2f'"},
          {"a large blob", "zeroblob(3000000)"},
          {"a text", "'../victim/secret'"},
          {"a real", "1e300"},
          {"an integer", "-7"}};
}

std::vector<HostileValue> hostile_json(const std::filesystem::path& victim) {
  return {{"path", sql_text((victim / "secret").string())},
          {"relative path", "'../victim/secret'"},
          {"huge", "1000000000000000"},
          {"negative", "-1"},
          {"infinite", "9e999"},
          {"null", "NULL"},
          {"HTML", "'<script>alert(1)</script>'"},
          {"LaTeX", "char(10) || '\\input{x}'"},
          {"deep",
           "json(replace(hex(zeroblob(400)), '00', '[') || '1' ||"
           " replace(hex(zeroblob(400)), '00', ']'))"},
          {"object", "json('{\"plugin\":\"../../victim/secret\",\"\":{}}')"}};
}

}  // namespace skald::hostile
