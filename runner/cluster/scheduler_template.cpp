#include "cluster/scheduler_template.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <regex>

#include "files/regular_file.hpp"
#include "json/json_access.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

using json::JsonValue;

constexpr std::size_t kLargestTemplate = std::size_t{1} << 20;

std::vector<std::string> words_at(const JsonValue& root, const char* key, bool is_needed) {
  std::vector<std::string> words;
  if (!is_needed && root.find(key) == nullptr) return words;
  for (const JsonValue& item : json::member_at(root, key, JsonValue::Kind::array).items) {
    if (!item.is(JsonValue::Kind::string)) {
      throw json::JsonError(
          fmt::format("\"{}\" must have strings alone, got {}", key, json::describe(item)));
    }
    words.push_back(item.text);
  }
  if (is_needed && words.empty()) {
    throw json::JsonError(fmt::format("\"{}\" must begin with a program, got none", key));
  }
  return words;
}

std::string expression_at(const JsonValue& root, const char* key) {
  const std::string text = json::member_at(root, key, JsonValue::Kind::string).text;
  try {
    const std::regex expression(text);
  } catch (const std::regex_error& e) {
    throw json::JsonError(
        fmt::format("\"{}\" must be a regular expression, got \"{}\" ({})", key, text, e.what()));
  }
  return text;
}

QueueState state_named(const std::string& word, const JsonValue& value) {
  const auto& all = kQueueStateNames;
  const auto found = std::find(all.begin(), all.end(), value.text);
  if (value.is(JsonValue::Kind::string) && found != all.end())
    return static_cast<QueueState>(found - all.begin());
  throw json::JsonError(fmt::format("\"states\": \"{}\" must be one of {}, got {}", word,
                                    fmt::join(all, ", "), json::describe(value)));
}

// Returns the expression, which must not be found in every text; "" if there is none.
std::string ended_at(const JsonValue& root) {
  constexpr const char* key = "list_fails_when_ended";
  const JsonValue* value = root.find(key);
  if (value == nullptr) return {};
  if (!value->is(JsonValue::Kind::string)) {
    throw json::JsonError(
        fmt::format("\"{}\" must be a regular expression for what the program prints of jobs that "
                    "have ended, such as \"Unknown Job Id\", got {}",
                    key, json::describe(*value)));
  }
  const std::string text = expression_at(root, key);
  if (std::regex_search("cannot connect to the server", std::regex(text))) {
    throw json::JsonError(fmt::format(
        "\"{}\" must tell jobs that have ended from a server that does not answer, but \"{}\" is "
        "also found in \"cannot connect to the server\"",
        key, text));
  }
  return text;
}

void require_known(const JsonValue& root) {
  constexpr std::array known{"submit", "job",    "list",  "line",
                             "states", "cancel", "hosts", "list_fails_when_ended",
                             "comment"};
  for (const json::JsonMember& member : root.members) {
    if (std::find(known.begin(), known.end(), member.key) != known.end()) continue;
    throw json::JsonError(fmt::format("\"{}\" is no member of a scheduler's template", member.key));
  }
}

SchedulerTemplate read_template(const JsonValue& root) {
  require_known(root);
  SchedulerTemplate found;
  found.submit = words_at(root, "submit", true);
  found.list = words_at(root, "list", true);
  found.cancel = words_at(root, "cancel", true);
  found.hosts = words_at(root, "hosts", false);
  found.job = expression_at(root, "job");
  found.line = expression_at(root, "line");
  found.ended = ended_at(root);
  if (root.find("states") == nullptr) return found;
  for (const auto& member : json::member_at(root, "states", JsonValue::Kind::object).members) {
    found.states[member.key] = state_named(member.key, member.value);
  }
  return found;
}

}  // namespace

SchedulerTemplate read_scheduler_template(const std::filesystem::path& file) {
  try {
    return read_template(json::read_json(files::read_regular_file(file, kLargestTemplate)));
  } catch (const json::JsonError& e) {
    throw UsageError(fmt::format("{}: {}", file.string(), e.what()));
  }
}

}  // namespace skald
