#include "grid/start_text.hpp"

#include <algorithm>
#include <array>
#include <string_view>

#include "text/nearest.hpp"

namespace skald::grid {
namespace {

constexpr std::array<std::string_view, 3> kMembers{"when", "sampler", "run"};
constexpr std::array<std::string_view, 2> kLengths{"iterations", "rounds"};

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

template <class Reasons>
std::string why_not(const Reasons& reasons, std::string_view name) {
  for (const Reason& reason : reasons) {
    if (name.substr(0, name.find('.')) == reason.name) return std::string(reason.why);
  }
  return "";
}

class Checker {
 public:
  explicit Checker(std::vector<json::Diagnostic>& diagnostics) : diagnostics_(diagnostics) {}

  void check(const json::JsonValue& start, const std::string& path) {
    for (const json::JsonMember& member : start.members) {
      if (!contains(kMembers, member.key)) refuse(member, path, "\"start\"", kSections, kMembers);
    }
    if (!start.find("sampler")) {
      report(start.place, path, "\"start\" has no \"sampler\"",
             R"(add "sampler": {"plugin": "..."})");
    }
    if (const json::JsonValue* run = start.find("run")) return check_run(*run, path + "/run");
    report(start.place, path, "\"start\" has no \"run\"", R"(add "run": {"iterations": 1000})");
  }

 private:
  using Json = json::JsonValue::Kind;

  void report(json::Place place, const std::string& path, std::string message, std::string hint) {
    diagnostics_.push_back({"", place, path, std::move(message), std::move(hint), ""});
  }

  template <class Words>
  static bool contains(const Words& words, std::string_view word) {
    return std::find(words.begin(), words.end(), word) != words.end();
  }

  template <class Reasons, class Words>
  void refuse(const json::JsonMember& member, const std::string& path, const std::string& owner,
              const Reasons& reasons, const Words& words) {
    std::string hint = why_not(reasons, member.key);
    const auto near =
        text::nearest(member.key, std::vector<std::string>(words.begin(), words.end()));
    if (hint.empty() && near) hint = "did you mean \"" + *near + "\"?";
    if (hint.empty()) {
      for (const std::string_view word : words) {
        hint += (hint.empty() ? "it has " : ", ") + std::string(word);
      }
    }
    report(member.key_place, path + "/" + member.key, owner + " has no \"" + member.key + "\"",
           std::move(hint));
  }

  void check_run(const json::JsonValue& run, const std::string& path) {
    if (!run.is(Json::object)) return;  // reported with the section
    int given = 0;
    for (const json::JsonMember& member : run.members) {
      if (!contains(kLengths, member.key)) {
        refuse(member, path, "\"run\" of \"start\"", kRunOptions, kLengths);
      } else if (!member.value.is(Json::null)) {
        ++given;
      }
    }
    if (given == 1) return;
    report(run.place, path,
           given == 0 ? "\"run\" of \"start\" has no length"
                      : "\"run\" of \"start\" has both \"iterations\" and \"rounds\"",
           given == 0 ? "give either \"iterations\" or \"rounds\""
                      : "the length of a start is one of them; remove the other");
  }

  std::vector<json::Diagnostic>& diagnostics_;
};

}  // namespace

void check_start(const json::JsonValue& start, const std::string& path,
                 std::vector<json::Diagnostic>& diagnostics) {
  Checker(diagnostics).check(start, path);
}

}  // namespace skald::grid
