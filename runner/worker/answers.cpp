#include "worker/answers.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <stdexcept>
#include <type_traits>
#include <variant>

#include "account/study_account.hpp"
#include "conformance/check_runner.hpp"
#include "data/file_cache.hpp"
#include "datasets/label_picture.hpp"
#include "engine/sample_file.hpp"
#include "grid/canonical.hpp"
#include "grids/privacy_findings.hpp"
#include "grids/sweep_runs.hpp"
#include "options/option_value.hpp"
#include "plugin_host/plugin.hpp"
#include "plugin_host/search_path.hpp"
#include "run/federated_data.hpp"
#include "run/posterior.hpp"
#include "skald/named_columns.hpp"
#include "system/provenance.hpp"
#include "text/sha256.hpp"
#include "text/wire.hpp"
#include "worker/draws_files.hpp"

namespace skald {
namespace {

using plugin_host::PluginHost;

CheckCells::Answer answer(const CheckCells& question, PluginHost& host) {
  CheckCells::Answer refusals;
  for (const std::string& cell : question.cells) {
    refusals.push_back(run::check_cell(grid::read_cell(cell), host));
  }
  return refusals;
}

TryRun::Answer answer(const TryRun& question, PluginHost& host) {
  const data::NoLargeFiles no_large_files;
  run::RunRequest request;
  request.cell = grid::read_cell(question.cell);
  request.replicate = question.replicate;
  request.is_reference = question.is_reference;
  request.read_draws = read_draws_files;
  return run::examine_cell(std::move(request), host);
}

PrivacyFinding answer(const FindPrivacy& question, PluginHost& host) {
  const data::NoLargeFiles no_large_files;
  return privacy_finding(grid::read_cell(question.cell), host);
}

CellAccount answer(const AccountCell& question, PluginHost& host) {
  return account_of(grid::read_cell(question.cell), question.replicates, host);
}

// What a database, and the files beside it, would call a run of the cell.
run::StoredTexts names_of(const grid::Cell& cell, DataDigests& digests) {
  const CellIdentity identity = identity_of(cell, digests);
  run::StoredTexts names{{"hash", identity.origin},
                         {"the name of its draws", sample_file("", identity.origin).string()}};
  for (const DataDigest& file : identity.data)
    names.emplace_back("the digest of " + file.file, file.told);
  return names;
}

AuditCell::Answer answer(const AuditCell& question, PluginHost& host) {
  const grid::Cell cell = grid::read_cell(question.cell);
  DataDigests digests;
  std::int64_t owner = 0;
  // Every run has an owner of its own: a name that tells content in spite of that tells it anybody.
  return run::audit(cell, question.plan, host, [&](bool is_neighbour) {
    const std::string key = text::sha256("owner " + std::to_string(++owner));
    digests.change_owner(key, is_neighbour ? "a neighbour" : "");
    return names_of(cell, digests);
  });
}

BoundCell::Answer answer(const BoundCell& question, PluginHost& host) {
  return run::promised_distance(grid::read_cell(question.cell), question.replicate, host);
}

LabelCounts answer(const CountLabels& question, PluginHost& host) {
  const run::FederatedData data =
      run::federate(grid::read_cell(question.cell), question.replicate, host);
  return {problem::label_histogram(*data.table), problem::test_sizes(*data.table),
          data.client_names};
}

ObserveData::Answer answer(const ObserveData& question, PluginHost& host) {
  const run::FederatedData data =
      run::federate(grid::read_cell(question.cell), question.replicate, host);
  const problem::FederatedTable& table = *data.table;
  ObserveData::Answer observed;
  if (table.table().target.empty()) return observed;
  if (const auto* columns = dynamic_cast<const NamedColumns*>(data.dataset.get())) {
    const Column target = columns->target();
    observed.name = target.name;
    observed.center = target.center;
    observed.scale = target.scale;
    for (const char* label : columns->classes()) observed.classes.emplace_back(label);
  }
  observed.client_names = data.client_names;
  for (Index c = 0; c < table.clients(); ++c) {
    const Rows rows = table.rows(c);
    for (Index r = 0; r < rows.count; ++r) {
      observed.target.push_back(table.table().target[static_cast<std::size_t>(rows.row(0, r))]);
      observed.client.push_back(c);
    }
  }
  return observed;
}

FindPosterior::Answer answer(const FindPosterior& question, PluginHost& host) {
  return run::exact_posterior(grid::read_cell(question.cell), question.replicate,
                              question.coordinates, host);
}

DensityAt::Answer answer(const DensityAt& question, PluginHost& host) {
  return run::log_posterior(grid::read_cell(question.cell), question.replicate, question.draws,
                            host);
}

FindBlas::Answer answer(const FindBlas& question, PluginHost& host) {
  for (const Kind kind : options::kinds) {
    if (question.kind == options::name_of(kind))
      return blas_of(host.find(kind, question.plugin).descriptor);
  }
  return std::nullopt;
}

// Sends what is checked and found to the runner, and counts the findings.
class SentFindings final : public conformance::CheckListener {
 public:
  explicit SentFindings(const JobListener& listener) : listener_(listener) {}

  void begins(const std::string& check) override {
    listener_.answer(encode(CheckMessage{check, {}}));
  }
  void found(conformance::Finding finding) override {
    ++count_;
    listener_.answer(encode(CheckMessage{"", {std::move(finding)}}));
  }
  std::int64_t count() const { return count_; }

 private:
  const JobListener& listener_;
  std::int64_t count_ = 0;
};

// Puts the question to the conformance kit, a library of its own beside this program, since most
// processes never need it.
CheckPlugin::Answer answer(const CheckPlugin& question, const JobListener& listener) {
  using Kit = void(const CheckPlugin& question, const plugin_host::CallWatch& watch,
                   conformance::CheckListener& findings);
  const auto file = plugin_host::shipped_plugin_folder(executable()).parent_path() / "kit.so";
  if (!std::filesystem::exists(file)) {
    throw std::runtime_error("the conformance kit is not there: " + file.string() +
                             "; ./dev build makes it");
  }
  void* library = ::dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
  void* entry = library == nullptr ? nullptr : ::dlsym(library, "skald_kit");
  if (entry == nullptr) throw std::runtime_error(::dlerror());
  SentFindings findings(listener);
  reinterpret_cast<Kit*>(entry)(question, plugin_host::plugin_call_watch(), findings);
  return findings.count();
}

}  // namespace

std::string answer_to(const Question& question, PluginHost& host, const JobListener& listener) {
  text::WireWriter wire;
  std::visit(
      [&](const auto& asked) {
        using Asked = std::decay_t<decltype(asked)>;
        if constexpr (std::is_same_v<Asked, CheckPlugin>) {
          wire.put(answer(asked, listener));
        } else {
          const typename Asked::Answer found = answer(asked, host);
          wire.put(found);
        }
      },
      question);
  return wire.take();
}

}  // namespace skald
