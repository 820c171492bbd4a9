// The kinds of plugins in Python: each function makes the host's object of one of Python's. To be
// called with the interpreter's lock held; the object is destroyed without it.
#pragma once

#include <pybind11/pybind11.h>

#include "skald/dataset.hpp"
#include "skald/mechanism.hpp"
#include "skald/metric.hpp"
#include "skald/model.hpp"
#include "skald/partition.hpp"
#include "skald/sampler.hpp"

namespace skald::python {

Dataset* make_dataset(pybind11::object plugin);
Partition* make_partition(pybind11::object plugin);
Model* make_model(pybind11::object plugin);
Sampler* make_sampler(pybind11::object plugin);
Mechanism* make_mechanism(pybind11::object plugin);
Metric* make_metric(pybind11::object plugin);

}  // namespace skald::python
