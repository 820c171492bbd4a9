#include "commands/parts/study_selection.hpp"

#include "database/open_database.hpp"
#include "database/study.hpp"

namespace skald {

void add_study(CLI::App& line, std::string& study, bool are_several) {
  line.add_option("--study", study,
                  std::string("study (default: the last one declared)") +
                      (are_several ? "; several side by side: a,b" : ""));
}

void add_over(CLI::App& line, std::vector<std::string>& over) {
  line.add_option("--over", over, "axes averaged over besides the replicates")->delimiter(',');
}

void add_at(CLI::App& line, std::string& at) {
  line.add_option("--at", at,
                  "values where runs have spent the same, from their curves: \"bits_up = 2e5\"");
}

std::vector<report::Condition> where_conditions(const std::vector<std::string>& where) {
  std::vector<report::Condition> all;
  for (const std::string& text : where) {
    const std::vector<report::Condition> some = conditions_of("--where", text);
    all.insert(all.end(), some.begin(), some.end());
  }
  return all;
}

Answer sound_answer(const std::string& database, const std::string& studies, bool needs_curves,
                    const AnswerOn& answer_on) {
  store::StoreReader reader =
      open_reader(database, needs_curves ? store::Cache::look_ups : store::Cache::scans);
  const auto reading = needs_curves ? store::Reading::anything : store::Reading::final_values;
  return with_sound_studies(reader, studies, reading, [&](const std::vector<std::string>& found) {
    return answer_on(reader, found);
  });
}

}  // namespace skald
