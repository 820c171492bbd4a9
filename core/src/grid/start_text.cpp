#include "grid/start_text.hpp"

#include <array>
#include <string_view>

#include "grid/object_reader.hpp"

namespace skald::grid {
namespace {

// Why something of a run is not to be had for its start.
struct Reason {
  std::string_view name, why;
};

constexpr std::array kSections{
    Reason{"dataset", "it is on the data of the run itself"},
    Reason{"partition", "it is on the partition of the run itself"},
    Reason{"model", "it is on the model of the run itself"},
    Reason{"privacy", "nothing of it is noised, so that no finite eps holds for the run"},
    Reason{"metrics", "nothing of it is recorded"}};

constexpr std::string_view kUnrecorded = "nothing of a start is recorded or averaged";
constexpr std::array kRunOptions{
    Reason{"burn_in", kUnrecorded},
    Reason{"thin", kUnrecorded},
    Reason{"record_every", kUnrecorded},
    Reason{"evaluate_every", kUnrecorded},
    Reason{"averages", kUnrecorded},
    Reason{"keep_samples", kUnrecorded},
    Reason{"chains", "it has as many chains as the run: chain j starts where its chain j ends"},
    Reason{"start", "\"run.start\" of the run says where it begins"},
    Reason{"start_deviation", "\"run.start\" of the run says where it begins"},
    Reason{"divergence_bound", "that of the run holds for it too"},
    Reason{"budget", "what it takes counts against the budget of the run"},
    Reason{"limits", "those of the run hold for it and the run together"},
    Reason{"checkpoint_seconds", "it is not saved before it has ended"},
    Reason{"public", "the run declares \"start\" public, or it is not"},
    Reason{"threads", "it has those of the run"},
    Reason{"clients", "a start has no clock"}};

// Of the options of a group, such as "budget", that of the group.
template <class Reasons>
ObjectReader::Reason why_not(const Reasons& reasons) {
  return [&reasons](std::string_view name) {
    for (const Reason& reason : reasons)
      if (name.substr(0, name.find('.')) == reason.name) return std::string(reason.why);
    return std::string();
  };
}

void check_run(const json::JsonValue& value, const std::string& path, Reading& reading) {
  if (!value.is(json::JsonValue::Kind::object)) return;  // reported with the section
  ObjectReader run(value, path, "\"run\" of \"start\"", reading);
  run.refuse_others({"iterations", "rounds"}, why_not(kRunOptions));
  const auto is_given = [&](std::string_view length) {
    const json::JsonValue* given = run.find(length);
    return given != nullptr && !given->is(json::JsonValue::Kind::null);
  };
  if (is_given("iterations") && is_given("rounds")) {
    run.report("\"run\" of \"start\" has both \"iterations\" and \"rounds\"",
               "the length of a start is one of them; remove the other");
  } else if (!is_given("iterations") && !is_given("rounds")) {
    run.report("\"run\" of \"start\" has no length", "give either \"iterations\" or \"rounds\"");
  }
}

}  // namespace

void check_start(const json::JsonValue& value, const std::string& path,
                 std::vector<json::Diagnostic>& diagnostics) {
  Reading reading;
  ObjectReader start(value, path, "\"start\"", reading);
  start.refuse_others({"when", "sampler", "run"}, why_not(kSections));
  if (!start.find("sampler"))
    start.report("\"start\" has no \"sampler\"", R"(add "sampler": {"plugin": "..."})");
  if (const json::JsonValue* run = start.find("run")) {
    check_run(*run, path + "/run", reading);
  } else {
    start.report("\"start\" has no \"run\"", R"(add "run": {"iterations": 1000})");
  }
  reading.append_to(diagnostics);
}

}  // namespace skald::grid
