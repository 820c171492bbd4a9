// The interpreter in this process.
#pragma once

namespace skald::python {

// Starts it, once; it stays until the end of the process, as loaded plugins do. It takes the
// environment variables of Python, and the packages of an active virtual environment
// (VIRTUAL_ENV), handles no signals, writes no bytecode, prints without delay, hashes texts alike
// in every process, and finds the package `skald` beside the loader. Throws std::runtime_error with
// the remedy if Python, NumPy or the package cannot be used.
void start_interpreter();

}  // namespace skald::python
