#include "options/condition.hpp"

#include "options/option_table.hpp"
#include "test.hpp"

namespace condition_test {

using namespace skald::options;

namespace {

struct Options {
  std::string_view schedule = "constant";
  double decay = 0;
  std::optional<std::int64_t> epochs;
  std::optional<std::string_view> code;
  std::int64_t K = 1;
  bool corrects = false;
};
constexpr std::array table{
    option("schedule", &Options::schedule, "which").one_of("constant|inverse|exponential").info,
    option("decay", &Options::decay, "how fast").only_if("schedule=inverse|exponential").info,
    option("epochs", &Options::epochs, "passes").info,
    option("code", &Options::code, "how").one_of("long|short").info,
    option("K", &Options::K, "steps").only_if("!epochs&code=long|null&corrects=true").info,
    option("corrects", &Options::corrects, "whether").only_if("epochs").info};
constexpr const OptionInfo &decay = table[1], &K = table[4], &corrects = table[5];

std::string fault(const OptionInfo& option, const OptionValue& value,
                  const std::map<std::string_view, OptionValue>& others) {
  return inert_fault(option, value, [&](std::string_view name) {
    const auto found = others.find(name);
    return found == others.end() ? nullptr : &found->second;
  });
}

std::string table_fault(const char* condition) {
  auto changed = table;
  changed[1].only_if = condition;
  return option_table_fault(changed).value_or("");
}

}  // namespace

TEST_CASE("a condition is put into words, after what the option means") {
  CHECK(condition_text(table[0]).empty());
  CHECK(condition_text(decay) == "schedule is \"inverse\" or \"exponential\"");
  CHECK(condition_text(K) ==
        "epochs is left out, and code is \"long\" or left out, and corrects is true");
  CHECK(condition_text(corrects) == "epochs is given");
  OptionInfo three = decay;
  three.only_if = "schedule=inverse|exponential|none";
  CHECK(condition_text(three) == "schedule is \"inverse\", \"exponential\" or \"none\"");
  CHECK(meaning_of(table[0]) == "which");
  CHECK(meaning_of(corrects) == "whether. Only where epochs is given");
  CHECK(rows_of(table)[1].meaning ==
        "how fast. Only where schedule is \"inverse\" or \"exponential\"");
}

TEST_CASE("an option counts where its conditions hold, or are not known") {
  const OptionValue constant = "constant", inverse = "inverse";
  const auto counted = [](const OptionValue* schedule) {
    return counts(decay, [&](std::string_view) { return schedule; });
  };
  CHECK(counted(&inverse));
  CHECK_FALSE(counted(&constant));
  CHECK(counted(nullptr));
  CHECK(counts(table[0], [](std::string_view) { return nullptr; }));
}

TEST_CASE("a value is idle where a condition does not hold, unless it is the option's own") {
  const OptionValue constant = "constant", inverse = "inverse", given = std::int64_t{3}, nothing;
  CHECK(fault(decay, 0.5, {{"schedule", inverse}}).empty());
  CHECK(fault(decay, 0.5, {{"schedule", constant}}) ==
        "has no effect where schedule is \"constant\": it counts only where schedule is "
        "\"inverse\" or "
        "\"exponential\"");
  CHECK(fault(decay, 0.0, {{"schedule", constant}}).empty());
  CHECK(fault(decay, nothing, {{"schedule", constant}}).empty());
  CHECK(fault(decay, 0.5, {}).empty());  // not known
  CHECK(fault(decay, Expression{"= 1 / n"}, {{"schedule", constant}}) ==
        fault(decay, 0.5, {{"schedule", constant}}));

  const OptionValue yes = true, no = false, brief = "short";
  CHECK(fault(K, given, {{"epochs", nothing}, {"code", nothing}, {"corrects", yes}}).empty());
  CHECK(fault(K, given, {{"epochs", given}, {"code", nothing}, {"corrects", yes}}) ==
        "has no effect where epochs is given: it counts only where " + condition_text(K));
  CHECK(fault(K, given, {{"code", brief}}) ==
        "has no effect where code is \"short\": it counts only where " + condition_text(K));
  CHECK(fault(K, given, {{"corrects", no}}) ==
        "has no effect where corrects is false: it counts only where " + condition_text(K));
  CHECK(fault(corrects, yes, {{"epochs", nothing}}) ==
        "has no effect where epochs is left out: it counts only where epochs is given");
  CHECK(fault(corrects, yes, {{"epochs", given}}).empty());
  CHECK(fault(corrects, yes, {{"epochs", Expression{"= N"}}}).empty());
}

TEST_CASE("conditions on what a table lacks, or on words that cannot be, are faults of it") {
  CHECK(option_table_fault(table) == std::nullopt);
  CHECK(table_fault("pace=slow") ==
        "option 2 ('decay') only counts under a condition on 'pace', which is no option of the "
        "table");
  CHECK(table_fault("schedule=inverse|linear") ==
        "option 2 ('decay') only counts where 'schedule' is 'linear', which it cannot be");
  CHECK(table_fault("schedule=null") ==
        "option 2 ('decay') only counts where 'schedule' is 'null', which it cannot be");
  CHECK(table_fault("!schedule") ==
        "option 2 ('decay') only counts under a condition on whether 'schedule' is given, which "
        "always has a value");
  CHECK(table_fault("schedule=") == "option 2 ('decay') has a condition without words");
  CHECK(table_fault("corrects=maybe") ==
        "option 2 ('decay') only counts where 'corrects' is 'maybe', which it cannot be");
  CHECK(table_fault("K=3") ==
        "option 2 ('decay') only counts where 'K' is '3', which it cannot be");
}

}  // namespace condition_test
