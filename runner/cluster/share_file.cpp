#include "cluster/share_file.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <unordered_map>

#include "files/regular_file.hpp"
#include "json/json.hpp"
#include "json/json_access.hpp"
#include "system/exit_code.hpp"
#include "text/counted.hpp"
#include "text/sha256.hpp"

namespace skald {
namespace {

constexpr std::int64_t kShareVersion = 1;

ShareFile from_json(const json::JsonValue& root) {
  using Kind = json::JsonValue::Kind;
  const std::int64_t version = json::integer_at<std::int64_t>(root, "skald_share");
  if (version != kShareVersion) {
    throw json::JsonError(fmt::format("it has version {} of this format; this Skald reads {}",
                                      version, kShareVersion));
  }
  ShareFile share;
  share.grid = json::member_at(root, "grid", Kind::string).text;
  share.document = json::member_at(root, "document", Kind::string).text;
  share.name = share_name_at(root);
  for (const json::JsonValue& run : json::member_at(root, "runs", Kind::array).items) {
    if (!run.is(Kind::string)) throw json::JsonError("\"runs\" must be a list of hashes");
    share.runs.push_back(run.text);
  }
  return share;
}

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
  const std::vector<json::JsonValue> runs(share.runs.begin(), share.runs.end());
  const json::JsonValue root = json::json_object({{"skald_share", kShareVersion},
                                                  {"grid", share.grid},
                                                  {"document", share.document},
                                                  {"share", share.name.index},
                                                  {"of", share.name.of},
                                                  {"runs", json::json_array(runs)}});
  return json::write_json_indented(root) + "\n";
}

ShareFile read_share(const std::filesystem::path& file) {
  const std::string text = files::read_regular_file(file, json::kJsonMaximumBytes);
  try {
    return from_json(json::read_json(text));
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
