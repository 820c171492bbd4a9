// Federated optimisers put together at random: a method, and values of the options of its parts.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "load_plugin.hpp"

namespace skald::test::reference {

// What was chosen; 0 or "" of an option that may be left out means that it is.
struct Choices {
  std::string method;
  // The local solver.
  int K = 10, epochs = 0, batch = 0;
  double lr = 0.1, lr_decay = 0, momentum = 0;
  std::string client_optimiser = "sgd";
  double client_beta1 = 0.9, client_beta2 = 0.999, client_eps = 1e-8;
  std::string lr_schedule = "constant";
  int lr_period = 0, lr_warmup = 0;
  double lr_factor = 0;
  // The cohort.
  int S = 0;
  std::string weights = "examples", client_sampling = "without_replacement";
  double stragglers = 0;
  std::string straggler_work = "partial";
  // Clips.
  double clip = std::numeric_limits<double>::infinity();
  std::string unit = "record", clip_rule = "given";
  double clip_quantile = 0.5, clip_rate = 0.2;
  // The compressor.
  std::string compressor = "none";
  int levels = 10;
  double keep = 0.5;
  bool error_feedback = false, differences = false;
  // The server.
  std::string server = "sgd";
  double server_lr = 1, server_momentum = 0, server_beta2 = 0.99, opt_eps = 1e-3;
  // Of single methods.
  double mu = 0.1, alpha = 0.1, epsilon = 1e-3, beta = 0.9, beta2 = 0.99;
  std::string memory = "saga", option = "II", base = "momentum", norms = "received";
  bool half = true;
  int copies = 2;
};

struct Composition {
  Choices choices;
  std::vector<Setting> settings;  // the same, for the sampler
  std::string text;               // the same, to be read
};

// The methods that the reference knows.
const std::vector<std::string>& methods();

// A composition of that method for that many clients, the same for the same seed.
Composition compose(const std::string& method, std::uint64_t seed, int clients);

}  // namespace skald::test::reference
