#include "commands/account/question_options.hpp"

#include "commands/common_options.hpp"
#include "system/exit_code.hpp"

namespace skald {
namespace {

// Words its help text as above_zero() does.
CLI::Validator at_least_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value >= 0
                   ? std::string()
                   : "is " + text + ", expected 0 or more";
      },
      ">= 0");
}

}  // namespace

void add_noise_option(CLI::App& line, AskedNoise& asked) {
  line.add_option(
          "--noise-multiplier,-z", asked.noise_multiplier,
          "standard deviation of the noise over the L2 sensitivity of a message: one clip, under "
          "replace_one two (as in grids)")
      ->check(at_least_zero());
}

void add_budget_options(CLI::App& line, AskedNoise& asked) {
  line.add_option("--eps", asked.question.eps, "find the noise for this eps")->check(above_zero());
  line.add_option("--delta", asked.question.delta, "the delta of (eps, delta) (default 1e-5)")
      ->check(CLI::Range(0.0, 1.0));
  add_named(line, "--accountant", asked.question.accounting, named_accounting,
            {"pld", "rdp", "zcdp", "classical"}, "pld, rdp, zcdp or classical");
  line.add_option("--relative-error", asked.relative_error,
                  "relative error of eps that pld aims at (default 2e-5); it takes longer below")
      ->check(CLI::Range(1e-10, 0.1));
}

AccountQuestion question_of(const AskedNoise& asked) {
  AccountQuestion question = asked.question;
  if (question.eps.has_value() == asked.noise_multiplier.has_value()) {
    throw UsageError("give either --noise-multiplier (to learn eps) or --eps (to learn the noise)");
  }
  if (asked.relative_error && question.accounting != Accounting::pld) {
    throw UsageError("--relative-error is of the accountant pld, and --accountant is " +
                     std::string(privacy::name_of(question.accounting)) +
                     ": leave one of the two out");
  }
  question.relative_error = asked.relative_error.value_or(question.relative_error);
  question.release.noise_multiplier =
      asked.noise_multiplier.value_or(1) * privacy::distance_in_clips(question.release.relation);
  return question;
}

}  // namespace skald
