// What nearly all tests include: Catch2, what most of them use of the standard library, and the
// names that they say without a prefix.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <memory>
#include <numbers>
#include <numeric>
#include <optional>
#include <random>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "catch.hpp"
#include "file_text.hpp"

namespace skald {}
namespace skald::test {}

namespace fs = std::filesystem;
using namespace skald;
using namespace skald::test;
using Eigen::MatrixXd;
using Eigen::VectorXd;
