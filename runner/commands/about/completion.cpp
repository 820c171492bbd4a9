// skald completion SHELL: prints the script by which a shell completes skald's arguments.
#include "completion/completions.hpp"

#include "commands/about/help_topics.hpp"
#include "commands/command.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Prints a word and its meaning per completion, separated by a tab, for the scripts.
int print_completions(const CLI::App& app, const std::vector<std::string>& words) {
  std::vector<Completion> topics;
  for (const HelpTopic& topic : help_topics()) topics.push_back({topic.name, topic.summary});
  std::string lines;
  for (const Completion& one : completions(app, words, topics)) {
    lines += text::printable_line(one.word) + "\t" + text::printable_line(one.meaning) + "\n";
  }
  print_data(lines);
  return kOk;
}

}  // namespace

void add_completion(CLI::App& app, Action& chosen) {
  CLI::App& line = *app.add_subcommand("completion", "the script by which a shell completes words");
  line.require_subcommand(1);
  const std::pair<const char*, std::string_view> shells[] = {
      {"bash", bash_completion}, {"zsh", zsh_completion}, {"fish", fish_completion}};
  for (const auto& [shell, script] : shells) {
    const std::string description = std::string("print the script for ") + shell;
    CLI::App& print = *line.add_subcommand(shell, description);
    const std::string_view lines = script;
    print.callback([&chosen, lines] {
      chosen = [lines] {
        print_data(lines);
        return kOk;
      };
    });
  }
  CLI::App& answer = *line.add_subcommand("words", "what the scripts ask")->group("");
  const auto words = std::make_shared<std::vector<std::string>>();
  answer.add_option("words", *words, "the words after skald, up to the one that is typed");
  answer.callback([&chosen, &app, words] {
    chosen = [&app, words] { return print_completions(app, *words); };
  });
}

}  // namespace skald
