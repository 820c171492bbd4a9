// skald man FOLDER: writes the manual pages, for the installation, made from the command lines
// themselves.
#include <algorithm>
#include <boost/algorithm/string/case_conv.hpp>
#include <string>
#include <vector>

#include "commands/about/help_topics.hpp"
#include "commands/command.hpp"
#include "completion/completions.hpp"
#include "system/exit_code.hpp"
#include "system/files.hpp"
#include "system/provenance.hpp"
#include "system/whole_file.hpp"

namespace skald {
namespace {

struct ManPage {
  std::string file;  // skald.1, skald-run.1, ...
  std::string text;  // in the macros of man(7)
};

// Returns text in which no character has a meaning for roff, and no line begins with a request.
std::string roff(const std::string& text) {
  std::string safe;
  bool begins_line = true;
  for (const char c : text) {
    if (begins_line && (c == '.' || c == '\'')) safe += "\\&";
    begins_line = c == '\n';
    if (c == '\\') {
      safe += "\\e";
    } else if (c == '-') {
      safe += "\\-";
    } else {
      safe += c;
    }
  }
  return safe;
}

std::string heading(const std::string& page, const std::string& summary) {
  return ".TH " + boost::to_upper_copy(page) + " 1 \"\" \"Skald " + std::string(kVersion) +
         "\"\n.SH NAME\n" + page + " \\- " + roff(summary) + "\n";
}

std::string item(const std::string& term, const std::string& text) {
  return ".TP\n.B " + roff(term) + "\n" + roff(text) + "\n";
}

// Returns "-j, --jobs JOBS", or the name of a positional argument.
std::string term_of(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  std::string term;
  for (const std::string& name : option.get_snames()) term += "-" + name + ", ";
  for (const std::string& name : option.get_lnames()) term += "--" + name + ", ";
  term.resize(term.size() - 2);
  if (!takes_value(option)) return term;
  const auto& names = option.get_lnames();
  return term + " " + (names.empty() ? "VALUE" : boost::to_upper_copy(names.back()));
}

std::string options_of(const CLI::App& command, bool positional) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (option->get_positional() == positional)
      text += item(term_of(*option), option->get_description());
  }
  return text;
}

std::string synopsis(const CLI::App& command, const std::string& name) {
  std::string text = ".B " + roff(name) + "\n[\\fIoptions\\fR]\n";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string argument = "\\fI" + roff(option->get_name()) + "\\fR";
    const std::string more = option->get_items_expected_max() > 1 ? " ..." : "";
    text += (option->get_required() ? argument : "[" + argument + "]") + more + "\n";
  }
  return text;
}

std::string section(const std::string& title, const std::string& text) {
  return text.empty() ? "" : ".SH " + title + "\n" + text;
}

std::string subcommands_text(const CLI::App& command, const std::string& name) {
  std::string text;
  for (const CLI::App* sub : public_commands(command)) {
    text += ".SS " + roff(name + " " + sub->get_name()) + "\n" + roff(sub->get_description()) +
            ".\n.PP\n" + synopsis(*sub, name + " " + sub->get_name()) + options_of(*sub, true) +
            options_of(*sub, false);
  }
  return text;
}

ManPage command_page(const CLI::App& command) {
  const std::string name = "skald " + command.get_name(), page = "skald-" + command.get_name();
  const std::string sub = subcommands_text(command, name);
  const std::string line =
      sub.empty() ? synopsis(command, name) : ".B " + roff(name) + "\n\\fIcommand\\fR ...\n";
  return {page + ".1", heading(page, command.get_description()) + section("SYNOPSIS", line) +
                           section("ARGUMENTS", options_of(command, true)) +
                           section("OPTIONS", options_of(command, false)) +
                           section("COMMANDS", sub) + ".SH SEE ALSO\n.BR skald (1)\n"};
}

std::string paragraph(const std::string& text) {
  const bool is_code = text.starts_with(' ');
  return is_code ? ".PP\n.nf\n" + roff(text) + "\n.fi\n" : ".PP\n" + roff(text) + "\n";
}

std::string topic_section(const HelpTopic& topic) {
  std::string text;
  for (const std::string& one : topic.paragraphs) text += paragraph(one);
  for (const HelpItem& one : topic.items) text += item(one.term, one.text);
  if (text.starts_with(".PP\n")) text.erase(0, 4);  // a heading begins a paragraph itself
  std::string title = boost::to_upper_copy(topic.name);
  std::replace(title.begin(), title.end(), '-', ' ');
  return section(title, text);
}

ManPage main_page(const CLI::App& app) {
  std::string commands, also;
  for (const CLI::App* command : public_commands(app)) {
    commands += item("skald " + command->get_name(), command->get_description());
    also += std::string(also.empty() ? "" : " ,\n") + ".BR skald\\-" + command->get_name() + " (1)";
  }
  std::string topics;
  for (const HelpTopic& topic : help_topics()) topics += topic_section(topic);
  return {"skald.1", heading("skald", app.get_description()) +
                         ".SH SYNOPSIS\n.B skald\n\\fIcommand\\fR [\\fIoptions\\fR] ...\n" +
                         section("COMMANDS", commands) +
                         section("OPTIONS", options_of(app, false)) + topics + ".SH SEE ALSO\n" +
                         also + "\n"};
}

// Returns the page of skald, with its topics, and one for each public command.
std::vector<ManPage> man_pages(const CLI::App& app) {
  std::vector<ManPage> pages{main_page(app)};
  for (const CLI::App* command : public_commands(app)) pages.push_back(command_page(*command));
  return pages;
}

int write_man_pages(const CLI::App& app, const std::filesystem::path& folder) {
  std::filesystem::create_directories(folder);
  for (const ManPage& page : man_pages(app)) {
    write_whole(folder / page.file, page.text);
  }
  return kOk;
}

}  // namespace

void add_man(CLI::App& app, Action& chosen) {
  CLI::App& line = *app.add_subcommand("man", "write the manual pages")->group("");
  const auto folder = std::make_shared<std::string>();
  line.add_option("folder", *folder, "where to write them")->required();
  line.callback([&chosen, &app, folder] {
    chosen = [&app, folder] { return write_man_pages(app, *folder); };
  });
}

}  // namespace skald
