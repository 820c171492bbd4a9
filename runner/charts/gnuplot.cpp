#include "charts/gnuplot.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Runs gnuplot on the script.
ProgramEnd run_gnuplot(const std::string& script) {
  // Debian's package, unpacked by hand, provides only the second name.
  for (const char* program : {"gnuplot", "gnuplot-nox"}) {
    try {
      return run_program({.arguments = {program, "-d", "-"}, .input = script});
    } catch (const NoProgram&) {
    }
  }
  throw NoGnuplot(
      "gnuplot, which draws the pictures, is not there: apt install gnuplot-nox; --script FILE "
      "writes the script for another machine, and skald report makes pages without it");
}

}  // namespace

report::PictureFormat picture_format(std::string_view option, const std::string& file) {
  const std::string extension = std::filesystem::path(file).extension().string();
  if (extension == ".svg") return report::PictureFormat::svg;
  if (extension == ".pdf") return report::PictureFormat::pdf;
  if (extension == ".png") return report::PictureFormat::png;
  if (extension == ".tex") return report::PictureFormat::tex;
  throw UsageError(
      fmt::format("{} {}: the name of a picture ends in .svg, .pdf, .png or .tex", option, file));
}

std::string draw_by_gnuplot(const std::string& script) {
  ProgramEnd end = run_gnuplot(script);
  if (end.is_good()) return std::move(end.output);
  throw std::runtime_error("gnuplot failed: " + text::printable(end.error));
}

}  // namespace skald
