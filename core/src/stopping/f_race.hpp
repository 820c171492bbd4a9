// F-race: settings that are worse beyond doubt are stopped (Birattari, Stützle, Paquete and
// Varrentrapp 2002), with an error rate that holds for the whole race.
//
// A look compares the settings that are left over the replicates so far, as blocks. If there are
// three or more, Friedman's test must first find that they differ. Then the setting with the best
// mean rank is compared with each of the others by Wilcoxon's one-sided signed-rank test, and those
// that it beats leave.
//
// The error rate. With k settings at the start, look i = 1, 2, ... tests each pair at the level
// alpha / ((k - 1) i (i + 1)), alpha = 1 - confidence. The best setting is lost only if one of the
// k - 1 tests against it errs at some look, and the levels of all these tests add up to
// alpha sum_i 1 / (i (i + 1)) = alpha: a union bound over pairs and looks, whatever the dependence
// between tests and however the leader is chosen, and for any number of looks. (Spending a level
// over looks: Lan and DeMets 1983.) Friedman's test only makes stopping rarer.
// "Best" is a setting whose differences to every other one are symmetric about 0 or lean to its
// favour.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stopping/rules.hpp"

namespace skald::stopping {

// The replicates of look 1: `first_test`, or more if that many could not tell two settings apart.
// With n pairs no p-value is below 2^-n.
std::int64_t first_look(std::size_t settings, double alpha, std::int64_t first_test);
// The replicates of the look after the one at n: a quarter more, so that looks stay few.
std::int64_t look_after(std::int64_t n);
// The level of each pair at look i, from 1 on.
double pair_level(std::size_t settings, double alpha, std::int64_t look);

// A setting that loses at a look.
struct Loss {
  std::size_t setting = 0, leader = 0;
  double p = 1, level = 0;
};

// One look. `scores` has those of each setting by replicate, larger is better, -infinity is the
// worst; a setting may have fewer than others. Settings that are not `in` take no part.
std::vector<Loss> look(std::span<const std::vector<double>> scores, const std::vector<bool>& in,
                       double alpha, std::int64_t look);

}  // namespace skald::stopping
