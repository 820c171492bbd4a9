// The kinds of plugins in Python: each function makes the host's object of one of Python's. To be
// called with the interpreter's lock held; the object is destroyed without it.
#pragma once

#include "py/object.hpp"
//
#include "skald/dataset.hpp"
#include "skald/mechanism.hpp"
#include "skald/metric.hpp"
#include "skald/model.hpp"
#include "skald/partition.hpp"
#include "skald/sampler.hpp"

namespace skald::python {

Dataset* make_dataset(py::object plugin);
Partition* make_partition(py::object plugin);
Model* make_model(py::object plugin);
Sampler* make_sampler(py::object plugin);
Mechanism* make_mechanism(py::object plugin);
Metric* make_metric(py::object plugin);

}  // namespace skald::python
