#include "cluster/share_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "files/regular_file.hpp"
#include "json/json_record.hpp"
#include "system/exit_code.hpp"
#include "text/number_text.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr std::size_t kMostShares = 1'000'000;

}  // namespace

std::string ShareName::fault() const {
  if (1 <= index && index <= of && of <= kMostShares) return "";
  return fmt::format("there is no share {} of {}: expected 1 <= \"share\" <= \"of\" <= {}", index,
                     of, kMostShares);
}

std::string to_text(const ShareName& name) { return fmt::format("{}/{}", name.index, name.of); }

ShareName read_share_name(std::string_view text) {
  const std::size_t slash = text.find('/');
  if (slash != std::string_view::npos) {
    const auto index = text::to_integer(text.substr(0, slash));
    const auto of = text::to_integer(text.substr(slash + 1));
    if (index && of && *index >= 0 && *of >= 0) {
      const ShareName name{static_cast<std::size_t>(*index), static_cast<std::size_t>(*of)};
      if (name.fault().empty()) return name;
    }
  }
  throw UsageError(fmt::format(
      "\"{}\" names no share: expected i/n, say 3/8 for the third of eight, with 1 <= i <= n <= {}",
      text, kMostShares));
}

namespace {

constexpr const char* kShareFormat = "skald_share";
constexpr std::int64_t kShareVersion = 1;

[[noreturn]] void refuse(const std::filesystem::path& file, const std::string& why) {
  throw UsageError(file.string() + ": " + why);
}

}  // namespace

ShareFile share_file(const LoadedGrid& loaded, const std::vector<SweepRun>& runs,
                     const ShareName& name, const RunShare& share) {
  ShareFile file{loaded.grid.name, text::sha256(loaded.text), name, {}};
  file.runs.reserve(share.size());
  for (const std::size_t run : share) file.runs.push_back(runs[run].hash.text());
  return file;
}

std::string write_share(const ShareFile& share) {
  return json::versioned_text(kShareFormat, kShareVersion, share);
}

ShareFile read_share(const std::filesystem::path& file) {
  const std::string text = files::read_regular_file(file, json::kJsonMaximumBytes);
  try {
    return json::read_versioned<ShareFile>(text, kShareFormat, kShareVersion);
  } catch (const json::JsonError& e) {
    refuse(file, std::string("cannot be read as a share of a grid: ") + e.what());
  }
}

RunShare find_share(const ShareFile& share, const std::filesystem::path& file,
                    const LoadedGrid& loaded, const std::vector<SweepRun>& runs) {
  if (share.grid != loaded.grid.name) {
    refuse(file, fmt::format("is a share of the grid {}, not of {}", share.grid, loaded.grid.name));
  }
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (!runs[i].is_reference) known.emplace(runs[i].hash.text(), i);
  }
  RunShare found;
  for (const std::string& hash : share.runs) {
    if (const auto run = known.find(hash); run != known.end()) found.push_back(run->second);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  if (found.size() == share.runs.size()) return found;
  const bool is_same = share.document == text::sha256(loaded.text);
  refuse(file,
         fmt::format("{} of the {} of share {} are not in the grid {}: {} since the share was "
                     "written; submit the grid again, or go back to what it was",
                     share.runs.size() - found.size(), text::counted(share.runs.size(), "run"),
                     to_text(share.name), loaded.grid.name,
                     is_same ? "its data or its plugins have changed" : "its text has changed"));
}

}  // namespace skald
