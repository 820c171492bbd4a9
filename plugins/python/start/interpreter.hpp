// Which Python plugins run in, and how it starts in this process.
#pragma once

#include <filesystem>
#include <string>

namespace skald::python {

// An interpreter of the user's, and what it says of itself.
struct Interpreter {
  std::filesystem::path executable;
  std::filesystem::path library;  // its libpython
};

// The one that the environment names: SKALD_PYTHON, the path of an executable; otherwise that of an
// active environment, VIRTUAL_ENV or CONDA_PREFIX; otherwise the one by whose pip the program was
// installed; otherwise /usr/bin/python3. Never one that happens to be on the PATH. Asks the
// executable for its version and library. Throws std::runtime_error with its name and the remedy if
// it cannot be used.
Interpreter chosen_interpreter();

// Starts it, and leaves its lock with this thread; it stays until the end of the process, as loaded
// plugins do. It takes the environment variables of Python, handles no signals, writes no bytecode,
// prints without delay and hashes texts alike in every process; for that it sets variables of the
// environment. Extension modules find the symbols of its library. Throws std::runtime_error.
void start(const Interpreter& interpreter);

}  // namespace skald::python
