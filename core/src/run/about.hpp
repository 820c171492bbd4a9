// Errors that tell whom they are about.
#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "record/subject.hpp"

namespace skald::run {

// A base of exceptions.
struct About {
  record::Subject subject;
};

template <class Error>
struct ErrorAbout final : Error, About {
  ErrorAbout(record::Subject about, const std::string& what)
      : Error(what), About{std::move(about)} {}
};

// Runs `make`; what it throws is about the subject, and begins with `prefix`.
template <class F>
auto about(const record::Subject& subject, F make, const std::string& prefix = "") {
  try {
    return make();
  } catch (const std::invalid_argument& e) {
    throw ErrorAbout<std::invalid_argument>(subject, prefix + e.what());
  } catch (const std::runtime_error& e) {
    throw ErrorAbout<std::runtime_error>(subject, prefix + e.what());
  }
}

// Runs `make`; what it throws is about the section of the grid, and begins with its name.
template <class F>
auto in_section(std::string_view section, F make) {
  return about({.section = std::string(section), .metric = {}}, std::move(make),
               std::string(section) + ": ");
}

}  // namespace skald::run
