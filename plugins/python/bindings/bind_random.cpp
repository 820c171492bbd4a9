#include "arrays.hpp"
#include "bindings/bindings.hpp"

namespace skald::python {
namespace {

long integer(PyObject* object) {
  const long value = PyLong_AsLong(object);
  if (value == -1 && PyErr_Occurred() != nullptr) throw py::error_already_set();
  return value;
}

py::object normal(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                  const py::object& out) {
  const Out to = out_of(out);
  random->normal(stream_of(stream), iteration, to.block);
  return to.array;
}

void add_normal(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                double scale, const py::object& inout) {
  random->add_normal(stream_of(stream), iteration, scale, written(inout, "inout"));
}

py::object uniform(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                   const py::object& out) {
  const Out to = out_of(out);
  random->uniform(stream_of(stream), iteration, to.block);
  return to.array;
}

py::array bits(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
               Index chain, Index count) {
  py::array_t<std::uint64_t> words(count);
  random->bits(stream_of(stream), iteration, chain,
               {words.mutable_data(), static_cast<std::size_t>(count)});
  return words;
}

// A sample of `count` numbers of 0..n-1, in random order.
py::array sample(const RandomHandle& random, const py::object& stream, std::int64_t iteration,
                 Index chain, Index n, Index count) {
  if (count > n) throw py::value_error("a sample without replacement is larger than what there is");
  std::vector<std::int64_t> pool(static_cast<std::size_t>(n));
  for (std::size_t i = 0; i < pool.size(); ++i) pool[i] = static_cast<std::int64_t>(i);
  sample_without_replacement(*random, stream_of(stream), iteration, chain, pool,
                             static_cast<std::size_t>(count));
  return py::array_t<std::int64_t>(count, pool.data());
}

}  // namespace

Stream stream_of(const py::object& object) {
  if (!py::isinstance<py::tuple>(object)) {
    throw py::type_error("a stream is a tuple (role, client, chain), such as (Role.noise, c)");
  }
  const auto size = PyTuple_GET_SIZE(object.ptr());
  if (size < 1 || size > 3) throw py::value_error("a stream has a role, a client and a chain");
  const long role = integer(PyTuple_GET_ITEM(object.ptr(), 0));
  if (role < 0 || role > 255) throw py::value_error("a role is a number from 0 to 255");
  Stream stream{static_cast<Role>(role)};
  if (size > 1) stream.client = integer(PyTuple_GET_ITEM(object.ptr(), 1));
  if (size > 2) stream.chain = integer(PyTuple_GET_ITEM(object.ptr(), 2));
  return stream;
}

py::tuple tuple_of(const Stream& stream) {
  return py::make_tuple(static_cast<int>(stream.role), stream.client, stream.chain);
}

void bind_random(py::module_& m) {
  py::class_<RandomHandle>(m, "Random")
      .def("normal", &normal, py::arg("stream"), py::arg("iteration"), py::arg("out"))
      .def("add_normal", &add_normal, py::arg("stream"), py::arg("iteration"), py::arg("scale"),
           py::arg("inout"))
      .def("uniform", &uniform, py::arg("stream"), py::arg("iteration"), py::arg("out"))
      .def("bits", &bits, py::arg("stream"), py::arg("iteration"), py::arg("chain"),
           py::arg("count"))
      .def("sample", &sample, py::arg("stream"), py::arg("iteration"), py::arg("chain"),
           py::arg("n"), py::arg("count"));
}

}  // namespace skald::python
