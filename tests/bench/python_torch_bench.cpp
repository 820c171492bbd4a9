// Models by autograd in Python beside those in C++ that are the same: gradients of a batch, and
// those clipped row by row. Where Python has no torch, there is nothing to measure.
#include <benchmark/benchmark.h>

#include <cmath>
#include <cstdio>
#include <exception>
#include <memory>
#include <utility>
#include <vector>

#include "labelled_rows.hpp"
#include "load_plugin.hpp"
#include "skald/model.hpp"

namespace {

using namespace skald;

// Rows of p features, a fifth of them not 0, in so many classes.
bench::LabelledRows sparse_rows(Index p, Index classes) {
  return {p, 2000, classes, [p](Index r, Index k) {
            const Index i = r * p + k;
            return i % 5 == 0 ? std::sin(12.9898 * static_cast<double>(i + 1)) : 0;
          }};
}

using Make = std::shared_ptr<Model> (*)();

// Arguments: rows of the batch, clipped or not.
void gradient(benchmark::State& state, const bench::LabelledRows& rows, Make make) {
  const auto model = make();
  model->bind(rows.table);
  const Eigen::MatrixXd theta = Eigen::MatrixXd::Constant(model->dimension(), 1, 0.01);
  Eigen::MatrixXd out = theta;
  const std::vector<std::int32_t> numbers = rows.some(state.range(0));
  const Rows batch{0, state.range(0), numbers.data(), 1};
  for ([[maybe_unused]] auto _ : state) {
    if (state.range(1) != 0) {
      model->clipped_gradient(batch, 0.1, view(theta), view(out));
    } else {
      model->gradient(batch, view(theta), view(out));
    }
  }
}

void of_two_classes(benchmark::State& state, Make make) {
  static const bench::LabelledRows rows = sparse_rows(50, 2);
  gradient(state, rows, make);
}
void of_digits(benchmark::State& state, Make make) {
  static const bench::LabelledRows rows = sparse_rows(784, 10);
  gradient(state, rows, make);
}

std::shared_ptr<Model> shipped_logistic() { return test::load_plugin<Model>("model/logistic"); }
std::shared_ptr<Model> shipped_softmax() { return test::load_plugin<Model>("model/softmax"); }
std::shared_ptr<Model> shipped_network() {
  return test::load_plugin<Model>("model/network", {{"layers", "dense 32, relu, dense classes"}});
}
std::shared_ptr<Model> torch_logistic() { return test::load_python<Model>("torch/torch_logistic"); }
std::shared_ptr<Model> torch_softmax() {
  return test::load_python<Model>("torch/torch_mlp", {{"hidden", 0}});
}
std::shared_ptr<Model> torch_network() { return test::load_python<Model>("torch/torch_mlp"); }
std::shared_ptr<Model> torch_network_by_row() {
  return test::load_python<Model>("torch/torch_mlp", {{"row_by_row", true}});
}

void add(const char* name, void (*measure)(benchmark::State&, Make), Make make) {
  benchmark::RegisterBenchmark(name, measure, make)
      ->ArgNames({"rows", "clipped"})
      ->ArgsProduct({{10, 600}, {0, 1}})
      ->Unit(benchmark::kMicrosecond);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    test::python_descriptor("torch/torch_logistic");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "nothing is measured: %s\n", error.what());
    return 0;
  }
  add("autograd_logistic_cpp", of_two_classes, shipped_logistic);
  add("autograd_logistic", of_two_classes, torch_logistic);
  add("autograd_softmax_cpp", of_digits, shipped_softmax);
  add("autograd_softmax", of_digits, torch_softmax);
  add("autograd_network_cpp", of_digits, shipped_network);
  add("autograd_network", of_digits, torch_network);
  add("autograd_network_row_by_row", of_digits, torch_network_by_row);
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
