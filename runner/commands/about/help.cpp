// skald help [WHAT...]: the commands and topics, or one of them.
#include <fmt/core.h>

#include "commands/about/help_topics.hpp"
#include "commands/command.hpp"
#include "completion/completions.hpp"
#include "system/exit_code.hpp"
#include "system/standard_streams.hpp"
#include "text/nearest.hpp"

namespace skald {
namespace {

std::string topic_list() {
  std::string text = "\nTopics of skald help:\n";
  for (const HelpTopic& topic : help_topics())
    text += fmt::format("  {:<28}{}\n", topic.name, topic.summary);
  return text;
}

const CLI::App* subcommand(const CLI::App& app, const std::string& name) {
  for (const CLI::App* command : public_commands(app)) {
    if (command->get_name() == name) return command;
  }
  return nullptr;
}

[[noreturn]] void refuse(const CLI::App& app, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::App* command : public_commands(app)) names.push_back(command->get_name());
  for (const HelpTopic& topic : help_topics()) names.push_back(topic.name);
  const auto meant = text::nearest(word, names);
  throw UsageError("there is no command or topic \"" + word + "\"" +
                   (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald help"));
}

// Returns the help of the command that the words name: "run", or "data fetch".
std::string command_help(const CLI::App& app, const std::vector<std::string>& words) {
  const CLI::App* command = &app;
  std::string name = app.get_name();
  for (const std::string& word : words) {
    const CLI::App* next = subcommand(*command, word);
    if (next == nullptr) refuse(*command, word);
    command = next;
    name += " " + word;
  }
  return command->get_formatter()->make_help(command, name, CLI::AppFormatMode::Normal);
}

int help(const CLI::App& app, const std::vector<std::string>& words) {
  if (words.empty()) {
    print_out(command_help(app, {}) + topic_list());
    return kOk;
  }
  const HelpTopic* topic = find_topic(words.front());
  const bool is_command = subcommand(app, words.front()) != nullptr;
  if (words.size() == 1 && topic != nullptr && !is_command) {
    print_out(topic_text(*topic));
    return kOk;
  }
  print_out(command_help(app, words));
  if (topic != nullptr) print_out("\n" + topic_text(*topic));
  return kOk;
}

}  // namespace

void add_help(CLI::App& app, Action& chosen) {
  CLI::App& line = *app.add_subcommand("help", "about a command, or a topic such as grid or files");
  const auto words = std::make_shared<std::vector<std::string>>();
  line.add_option("subject", *words, "a command or a topic (left out: all of them)");
  line.callback([&chosen, &app, words] { chosen = [&app, words] { return help(app, *words); }; });
}

}  // namespace skald
