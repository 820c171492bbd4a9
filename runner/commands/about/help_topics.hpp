// What `skald help` and the manual explain besides commands.
#pragma once

#include <string>
#include <vector>

namespace skald {

struct HelpItem {
  std::string term, text;
};

struct HelpTopic {
  std::string name;
  std::string summary;                  // one line
  std::vector<std::string> paragraphs;  // one that begins with a blank is shown as it is
  std::vector<HelpItem> items;          // shown after the paragraphs
};

const std::vector<HelpTopic>& help_topics();

// Returns nullptr if there is no such topic.
const HelpTopic* find_topic(const std::string& name);

// Returns the topic for a terminal, in lines of at most 80 characters as far as words allow.
std::string topic_text(const HelpTopic& topic);

}  // namespace skald
