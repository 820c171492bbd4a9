// Checks one after another, and who is told of them.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "conformance/finding.hpp"

namespace skald::conformance {

// Is told what is being checked, and takes what is found, as it is found.
class CheckListener {
 public:
  virtual ~CheckListener() = default;
  // The check of that name begins.
  virtual void begins(const std::string& /*check*/) {}
  virtual void found(Finding finding) = 0;
};

class FindingList final : public CheckListener {
 public:
  void found(Finding finding) override { findings.push_back(std::move(finding)); }

  std::vector<Finding> findings;
};

// A time of the processor, of all threads of this process. A check that has begun goes on after it.
class ProcessorBudget {
 public:
  // No end without `seconds`.
  explicit ProcessorBudget(std::optional<double> seconds = {});

  bool is_spent() const;
  // "within 600 s of the processor's time".
  std::string text() const;

 private:
  std::optional<double> seconds_;
  double start_;
};

// Whose fault it is that a plugin refuses what it is asked for (std::invalid_argument): its own,
// or that of the kit, which has chosen the value or the problem.
enum class Refusal { fails, is_not_tried };

class CheckRunner {
 public:
  // Both outlive the runner.
  CheckRunner(CheckListener& listener, const ProcessorBudget& budget)
      : listener_(listener), budget_(budget) {}

  // Tells the listener of the check and of what it finds. What is thrown is a finding of that name;
  // a check for which there is no time is undecided.
  void run(const std::string& name, const std::function<std::vector<Finding>()>& check,
           Refusal refusal = Refusal::fails);
  void add(Finding finding) { listener_.found(std::move(finding)); }
  void begins(const std::string& check) { listener_.begins(check); }

  const ProcessorBudget& budget() const { return budget_; }

 private:
  std::vector<Finding> guarded(const std::string& name,
                               const std::function<std::vector<Finding>()>& check,
                               Refusal refusal) const;

  CheckListener& listener_;
  const ProcessorBudget& budget_;
};

}  // namespace skald::conformance
