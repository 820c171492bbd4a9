// Softmax regression written down directly with Eigen, for this machine's processor: what the
// benchmarks of the model and of its optimisers compare with. 784 features and an intercept, 10
// classes.
#pragma once

#include <cstdint>

namespace skald::bare {

inline constexpr int features = 785, classes = 10;

// What a gradient of `batch` rows cannot do without: their gather, scores = weights x, and
// out = residuals x'. `data` has `features` numbers per row.
template <class T>
void products(const T* data, const std::int32_t* rows, int batch, const T* weights,
              const T* residuals, T* out);
extern template void products(const float*, const std::int32_t*, int, const float*, const float*,
                              float*);
extern template void products(const double*, const std::int32_t*, int, const double*, const double*,
                              double*);

// Rounds in single precision: 10 of 100 clients of 600 rows each, 5 steps of batch 10. They move
// `server` (classes x features, column by column).
void fedavg_round(const float* data, const std::int32_t* label, int round, float* server);
// With the gradient of each row cut to the norm 1.
void clipped_round(const float* data, const std::int32_t* label, int round, float* server);
// SCAFFOLD, option II: `controls` are those of the server and of the 100 clients.
void scaffold_round(const float* data, const std::int32_t* label, int round, float* server,
                    float* controls);

// FedPA: 5 samples, each the mean of 10 iterates, after 10 steps.
void fedpa_round(const float* data, const std::int32_t* label, int round, float* server);

}  // namespace skald::bare
