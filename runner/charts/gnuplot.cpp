#include "charts/gnuplot.hpp"

#include <fmt/core.h>

#include <filesystem>
#include <utility>

#include "system/exit_code.hpp"
#include "system/program.hpp"
#include "text/printable.hpp"

namespace skald {
namespace {

// Runs gnuplot on the script. From "-" it would read byte by byte.
ProgramEnd run_gnuplot(const std::string& script) {
  // Debian's package, unpacked by hand, provides only the second name.
  for (const char* program : {"gnuplot", "gnuplot-nox"}) {
    try {
      return run_program({.arguments = {program, "-d", "/dev/stdin"}, .input = script});
    } catch (const NoProgram&) {
    }
  }
  throw NoGnuplot(std::string(kNoGnuplot) +
                  "; --script FILE writes the script for another machine");
}

// Returns the parts of a text that begin with `begin`.
std::vector<std::string> split_before(std::string_view text, std::string_view begin) {
  std::vector<std::string> parts;
  for (std::size_t at = text.find(begin); at != text.npos;) {
    const std::size_t next = text.find(begin, at + begin.size());
    parts.emplace_back(text.substr(at, next - at));
    at = next;
  }
  return parts;
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

std::vector<std::string> draw_all_by_gnuplot(const std::vector<std::string>& scripts) {
  if (scripts.empty()) return {};
  std::string all;
  for (const std::string& script : scripts) all += script + "reset session\n";
  const ProgramEnd end = run_gnuplot(all);
  std::vector<std::string> pictures = split_before(end.output, "<?xml");
  if (end.is_good() && pictures.size() == scripts.size()) return pictures;
  pictures.clear();
  for (const std::string& script : scripts) {
    ProgramEnd alone = run_gnuplot(script);
    pictures.push_back(alone.is_good() ? std::move(alone.output) : "");
  }
  return pictures;
}

}  // namespace skald
