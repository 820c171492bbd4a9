#include "conformance/check_runner.hpp"

#include <ctime>
#include <exception>
#include <sstream>
#include <stdexcept>

namespace skald::conformance {
namespace {

double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

ProcessorBudget::ProcessorBudget(std::optional<double> seconds)
    : seconds_(seconds), start_(processor_seconds()) {}

bool ProcessorBudget::is_spent() const {
  return seconds_ && processor_seconds() - start_ >= *seconds_;
}

std::string ProcessorBudget::text() const {
  std::ostringstream text;
  text << "within " << seconds_.value_or(0) << " s of the processor's time";
  return text.str();
}

std::vector<Finding> CheckRunner::guarded(const std::string& name,
                                          const std::function<std::vector<Finding>()>& check,
                                          Refusal refusal) const {
  const char* const expected = "no exception";
  try {
    return check();
  } catch (const std::invalid_argument& error) {
    if (refusal == Refusal::is_not_tried)
      return {skipped(name, std::string("what the kit chose is refused: ") + error.what())};
    return {finding(name, expected, error.what(),
                    "give options that fit together and suit the kit's small problems (--options "
                    "'{\"NAME\": VALUE}'), or correct the plugin")};
  } catch (const std::exception& error) {
    return {finding(name, expected, error.what(),
                    "the plugin failed on a problem of the kit; see its message")};
  } catch (...) {
    return {finding(name, expected, "something other than a std::exception",
                    "throw std::invalid_argument or std::runtime_error")};
  }
}

void CheckRunner::run(const std::string& name, const std::function<std::vector<Finding>()>& check,
                      Refusal refusal) {
  if (budget_.is_spent())
    return listener_.found(undecided(name, "it was not reached " + budget_.text()));
  listener_.begins(name);
  for (Finding& found : guarded(name, check, refusal)) listener_.found(std::move(found));
}

}  // namespace skald::conformance
