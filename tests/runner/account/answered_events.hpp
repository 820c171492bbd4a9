// Documents of events, and what is answered to them.
#pragma once

#include <boost/json.hpp>
#include <string>

#include "account/events/events_answer.hpp"
#include "system/exit_code.hpp"

namespace skald::test {

// A document on clients, replaced one by one, before an observer, with more members than these.
inline std::string document_of(
    const std::string& events, const std::string& more = "\"delta\": 1e-5",
    const std::string& scope = R"("unit": "client", "adversary": "observer",
                        "relation": "zero_out")") {
  return "{" + scope + ", " + more + ", \"events\": [" + events + "]}";
}

inline EventsAnswer answered(const std::string& text, bool curve = false) {
  return answer(read_events(text, "x.json"), curve);
}

inline std::string fault_of(const std::string& text) {
  try {
    read_events(text, "x.json");
  } catch (const GridError& e) {
    return e.what();
  }
  return "";
}

inline boost::json::object json_of(const std::string& text) {
  const EventsDocument document = read_events(text, "x.json");
  return boost::json::parse(events_json(document, answer(document, true))).as_object();
}

}  // namespace skald::test
