// From a tile of scores, scores[c * row_tile + r] of class or label c and row r, to probabilities
// and losses. A row's result depends on that row alone, with the same bits on every instruction
// set.
#pragma once

#include "dense/row_products.hpp"

namespace skald {

// Scores become probabilities p(c) = exp(s_c) / sum_k exp(s_k), in place, for the first `rows`
// rows.
void softmax_rows(double* scores, Index classes, Index rows,
                  simd::InstructionSet set = simd::widest_instruction_set());

// Scores become 1 / (1 + exp(-s)), each by itself.
void sigmoid_rows(double* scores, Index outputs, Index rows,
                  simd::InstructionSet set = simd::widest_instruction_set());

// log(1 + exp(s)), the loss of the score s where the label is 0.
double softplus(double score);

// -log p(label) of row r under the softmax of its scores.
double cross_entropy(const double* scores, Index classes, Index r, Index label);

// out(c, r) = scores[c * row_tile + r] for the first `rows` rows.
void copy_scores(const double* scores, Index rows, Block out);

}  // namespace skald
