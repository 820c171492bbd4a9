// What a sweep must have produced in the end, whatever was done to it.
#pragma once

#include <filesystem>
#include <stdexcept>
#include <string>
#include <vector>

#include "settled.hpp"
#include "skald_process.hpp"
#include "study.hpp"

namespace skald::chaos {

// A promise that was not kept.
struct Violation : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Throws Violation unless `holds`; `what` names the broken promise.
void require(bool holds, const std::string& what);

// Runs the study without any disturbance, on one worker, and checks that its runs end as they
// should.
test::Settled undisturbed(const Study& study, const std::filesystem::path& folder);

// Finishes the sweep in that folder by one more `skald run` and checks that everything is as if
// nothing had happened: the numbers, the draws, the files, no run twice, `skald doctor`. If the
// inputs were changed meanwhile, the runs made from the changed inputs are pruned first. Returns
// the seconds that a runner takes to start.
double judge(const Study& study, const std::filesystem::path& folder, bool were_inputs_changed,
             const test::Settled& expected);

}  // namespace skald::chaos
