// skald: declare a grid, run it, compare. Command line in, exit code out.
#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <exception>
#include <functional>

#include "children.hpp"
#include "commands.hpp"
#include "exit_code.hpp"
#include "standard_streams.hpp"
#include "text/nearest.hpp"
#include "version.hpp"

namespace {

// Ranges that are stated in a word, not by the largest double.
CLI::Validator above_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value > 0
                   ? std::string()
                   : "is " + text + ", expected a number above 0";
      },
      "> 0");
}
CLI::Validator at_least_zero() {
  return CLI::Validator(
      [](const std::string& text) {
        double value = 0;
        return CLI::detail::lexical_cast(text, value) && value >= 0
                   ? std::string()
                   : "is " + text + ", expected 0 or more";
      },
      ">= 0");
}

using namespace skald;

const char* const kFormats = "table, csv, json or md";

void add_plugin_options(CLI::App& app, PluginOptions& options) {
  app.add_option("--plugin-path", options.path,
                 "folders or files to look for plugins in, before SKALD_PLUGIN_PATH")
      ->allow_extra_args(false);
  app.add_flag("--allow-writable-plugins", options.allow_writable,
               "load plugins even from places that every user may write");
}

void add_jobs(CLI::App& app, std::size_t& jobs, const char* meaning) {
  constexpr int most = 1024;
  app.add_option("-j,--jobs", jobs, meaning)->check(CLI::Range(1, most));
}

void add_choice(CLI::App& app, RunChoice& choice) {
  app.add_option("--retry", choice.retry,
                 "run again those that ended so: failed, crashed, timeout, out_of_memory, diverged")
      ->delimiter(',')
      ->check(CLI::IsMember({"failed", "crashed", "timeout", "out_of_memory", "diverged"}));
  app.add_option("--only", choice.only, "only runs whose hash begins so; failed ones run again")
      ->delimiter(',');
  app.add_option("--limit", choice.limit, "at most so many runs");
  app.add_flag("--force", choice.force, "run again what has ended");
  app.add_flag("--keep", choice.keep,
               "let runs stand that other builds of their plugins have made");
}

void add_network_option(CLI::App& app, bool& allow) {
  app.add_flag("--allow-network-file-system", allow,
               "put the database on a network file system all the same");
}

// The subcommands add themselves here; `chosen` becomes the one on the command line.
class CommandLine {
 public:
  CommandLine() {
    app_.require_subcommand(1);
    app_.set_version_flag("--version", kVersion);
    app_.footer(
        "skald COMMAND --help says more. Exit codes: 0 ok, 1 some runs failed, 2 usage or\n"
        "configuration, 3 environment, 4 an expectation was broken, 130 interrupted.");
    add_check();
    add_plan();
    add_run();
    add_compare();
    add_query();
    add_status();
    add_show();
    add_rerun();
    add_merge();
    add_prune();
    add_data();
    add_doctor();
    add_plugins();
    add_describe();
    add_account();
    add_schema();
    add_worker();
  }

  int run(int argc, char** argv) {
    if (argc > 1) refuse_unknown(argv[1]);
    try {
      app_.parse(argc, argv);
    } catch (const CLI::ParseError& e) {
      return app_.exit(e) == 0 ? kOk : kUsage;
    }
    return chosen_();
  }

 private:
  void refuse_unknown(const std::string& word) const {
    std::vector<std::string> names;
    for (const CLI::App* command : app_.get_subcommands([](const CLI::App*) { return true; })) {
      names.push_back(command->get_name());
    }
    const bool is_known = std::find(names.begin(), names.end(), word) != names.end();
    if (is_known || word.rfind('-', 0) == 0) return;
    const auto meant = nearest(word, names);
    throw UsageError("there is no command \"" + word + "\"" +
                     (meant ? "; did you mean \"" + *meant + "\"?" : "; see skald --help"));
  }
  CLI::App* add(const char* name, const char* description, std::function<int()> command) {
    CLI::App* app = app_.add_subcommand(name, description);
    app->callback([this, command = std::move(command)] { chosen_ = command; });
    return app;
  }
  void add_check() {
    auto* app = add("check", "see whether a grid is right, or a plugin keeps the SDK's promises",
                    [this] { return check(check_); });
    app->add_option("what", check_.target, "grid file; or a plugin: kind/name, or library file")
        ->required();
    app->add_option("--options", check_.options,
                    "options of the plugin, as the JSON object of a grid");
    app->add_option("--tolerance", check_.tolerance,
                    "of a sampler that states no law: largest error of its means in standard "
                    "deviations, and of its variances relatively")
        ->check(CLI::PositiveNumber);
    app->add_flag("--json", check_.json, "a plugin's findings, one JSON object per line");
    add_plugin_options(*app, check_.plugins);
  }
  void add_plan() {
    auto* app = add("plan", "see what running a grid would do", [this] { return plan(plan_); });
    app->add_option("grid", plan_.grid, "grid file")->required();
    app->add_option("--db", plan_.database, "results database (default: the grid's name.db)");
    add_jobs(*app, plan_.jobs, "workers that the estimate is for");
    add_choice(*app, plan_.choice);
    add_plugin_options(*app, plan_.plugins);
  }
  void add_run() {
    auto* app = add("run", "do every run of a grid that is not in the database yet",
                    [this] { return skald::run(run_); });
    app->add_option("grid", run_.grid, "grid file")->required();
    app->add_option("--db", run_.database, "results database (default: the grid's name.db)");
    add_jobs(*app, run_.jobs, "worker processes (default: one per processor)");
    add_choice(*app, run_.choice);
    app->add_option("--max-seconds", run_.max_seconds, "begin no further run after so long")
        ->check(CLI::PositiveNumber);
    app->add_option("--max-memory", run_.max_memory,
                    "bytes for all runs under way together; beyond, the largest is stopped")
        ->check(CLI::PositiveNumber)
        ->transform(CLI::AsSizeValue(false));
    app->add_flag("--json", run_.json, "report to stdout, one JSON object per line");
    add_network_option(*app, run_.allow_network_file_system);
    add_plugin_options(*app, run_.plugins);
  }
  void add_compare() {
    auto* app = add("compare", "means over replicates, one row per setting",
                    [this] { return skald::compare(compare_); });
    app->add_option("database", compare_.database, "results database")->required();
    app->add_option("--study", compare_.study, "study (default: the last one declared)");
    app->add_option("--metric,--metrics", compare_.metrics, "metrics (default: all)")
        ->delimiter(',');
    app->add_option("--by", compare_.by, "axes that make the rows")->delimiter(',');
    app->add_option("--over", compare_.over, "axes averaged over besides the replicates")
        ->delimiter(',');
    app->add_option("--format", compare_.format, kFormats);
  }
  void add_query() {
    auto* app = add("query", "read the database by SQL or by the name of a view",
                    [this] { return query(query_); });
    app->add_option("database", query_.database, "results database")->required();
    app->add_option("sql", query_.sql, "SQL, or a view or table (left out: their names)");
    app->add_option("--format", query_.format, kFormats);
  }
  void add_status() {
    auto* app = add("status", "studies in a database, how far they are, who is writing",
                    [this] { return skald::status(status_); });
    app->add_option("database", status_.database, "results database")->required();
    app->add_option("--format", status_.format, kFormats);
  }
  void add_show() {
    auto* app = add("show", "everything that made one run", [this] { return show(show_); });
    app->add_option("database", show_.database, "results database")->required();
    app->add_option("hash", show_.hash, "the run's hash, or its first digits")->required();
    app->add_option("--format", show_.format, kFormats);
  }
  void add_rerun() {
    auto* app = add("rerun", "do a stored run again and compare every number, storing nothing",
                    [this] { return rerun(rerun_); });
    app->add_option("database", rerun_.database, "results database")->required();
    app->add_option("hash", rerun_.hash, "the run's hash, or its first digits")->required();
    app->add_option("--folder", rerun_.folder, "what its data files are relative to (default: .)");
    add_plugin_options(*app, rerun_.plugins);
  }
  void add_merge() {
    auto* app =
        add("merge", "take over the runs of other databases", [this] { return merge(merge_); });
    app->add_option("into", merge_.into, "results database that is written")->required();
    app->add_option("from", merge_.from, "results databases that are read")->required();
    add_network_option(*app, merge_.allow_network_file_system);
  }
  void add_prune() {
    auto* app = add("prune", "remove the runs that no grid means any more",
                    [this] { return prune(prune_); });
    app->add_option("database", prune_.database, "results database")->required();
    app->add_flag("--yes", prune_.yes, "remove them (default: say what would go)");
    add_network_option(*app, prune_.allow_network_file_system);
  }
  void add_data() {
    auto* app = app_.add_subcommand("data", "public data sets, and how partitions deal data");
    app->require_subcommand(1);
    const auto add_to = [&](const char* name, const char* text, int (*act)(const DataCommand&)) {
      CLI::App* command = app->add_subcommand(name, text);
      command->callback([this, act] { chosen_ = [this, act] { return act(data_); }; });
      command->add_option("--format", data_.format, kFormats);
      return command;
    };
    add_to("list", "the data sets that Skald knows, and what of them is there", data_list);
    add_to("info", "files, sums, addresses and licence of a data set", data_info)
        ->add_option("set", data_.names, "name of a data set")
        ->required()
        ->expected(1);
    add_to("verify", "compare files with their published sums", data_verify)
        ->add_option("sets", data_.names, "names of data sets (default: what is there)");
    auto* fetch = add_to("fetch", "bring data sets into the data folder", data_fetch);
    fetch->add_option("sets", data_.names, "names of data sets")->required();
    fetch->add_option("--from", data_.from,
                      "folder or address that holds the files as a data folder does");
    add_partition(*app);
  }
  void add_partition(CLI::App& data) {
    auto* app = data.add_subcommand("partition", "which client of a grid holds which labels");
    app->callback([this] { chosen_ = [this] { return data_partition(partition_); }; });
    app->add_option("grid", partition_.grid, "grid file")->required();
    app->add_option("--replicate", partition_.replicate, "replicate (default: 0)");
    app->add_option("--write", partition_.write,
                    "file .svg or .csv (default: the grid's name-partition.svg)");
    add_plugin_options(*app, partition_.plugins);
  }
  void add_doctor() {
    auto* app = add("doctor", "check the machine, the plugins and a database",
                    [this] { return doctor(doctor_); });
    app->add_option("database", doctor_.database, "results database");
    add_plugin_options(*app, doctor_.plugins);
  }
  void add_plugins() {
    auto* app =
        add("plugins", "list the plugins at hand", [this] { return list_plugins(plugins_); });
    app->add_option("--format", plugins_.format, kFormats);
    add_plugin_options(*app, plugins_.plugins);
  }
  void add_describe() {
    auto* app =
        add("describe", "say all about a plugin", [this] { return describe_plugin(describe_); });
    app->add_option("name", describe_.name, "name, kind/name, or library file")->required();
    app->add_flag("--json", describe_.json, "the JSON Schema of its options");
    add_plugin_options(*app, describe_.plugins);
  }
  void add_account() {
    auto* app = add("account", "say how private a setting is, or how much noise it needs",
                    [this] { return account(account_); });
    AccountCommand& a = account_;
    app->add_option("grid", a.grid, "grid file: eps of every cell, in place of all below");
    app->add_option(
           "--noise-multiplier,-z", a.noise_multiplier,
           "standard deviation of the noise over the L2 sensitivity of a message: one clip, under "
           "replace_one two (as in grids)")
        ->check(at_least_zero());
    app->add_option("--eps", a.eps, "find the noise for this eps")->check(above_zero());
    app->add_option("--delta", a.delta, "probability by which eps may fail (default 1e-5)")
        ->check(CLI::Range(0.0, 1.0));
    app->add_option("--sampling", a.sampling, "none, poisson or without_replacement")
        ->check(CLI::IsMember({"none", "poisson", "without_replacement"}));
    app->add_option("--rate", a.rate, "share of the units in a sample")
        ->check(CLI::Range(0.0, 1.0));
    app->add_option("--steps", a.steps, "number of noisy releases, up to 2^53")
        ->check(above_zero());
    app->add_option("--relation", a.relation, "add_remove, replace_one or zero_out")
        ->check(CLI::IsMember({"add_remove", "replace_one", "zero_out"}));
    app->add_option("--accountant", a.accountant, "pld, rdp, zcdp, analytic or classical")
        ->check(CLI::IsMember({"pld", "rdp", "zcdp", "analytic", "classical"}));
    const auto federated = [this, app](const char* name, std::int64_t FederatedSetting::*member,
                                       const char* meaning) {
      app->add_option_function<std::int64_t>(
             name,
             [this, member](const std::int64_t& value) {
               if (!account_.setting) account_.setting.emplace();
               *account_.setting.*member = value;
             },
             meaning)
          ->check(above_zero());
    };
    federated("-N,--clients", &FederatedSetting::clients, "a federated setting: clients");
    federated("-S,--participants", &FederatedSetting::participants, "clients in a round");
    federated("-n,--examples", &FederatedSetting::examples, "records of a client");
    federated("-b,--batch", &FederatedSetting::batch, "records in a local step");
    federated("-K,--local-steps", &FederatedSetting::local_steps, "local steps in a round");
    federated("-R,--rounds", &FederatedSetting::rounds, "rounds");
    app->add_flag("--curve", a.curve, "delta at other eps, and what an attacker finds at most");
    app->add_flag("--json", a.json, "one JSON object");
    add_plugin_options(*app, a.plugins);
    app->parse_complete_callback([this, app] {
      for (const CLI::Option* option : app->get_options()) {
        if (option->count() > 0) account_.given.push_back(option->get_name());
      }
    });
  }
  void add_schema() {
    auto* app =
        add("schema", "the JSON Schema of grids, for editors", [this] { return schema(schema_); });
    app->add_option("--write", schema_.write, "file (default: stdout)");
    add_plugin_options(*app, schema_.plugins);
  }
  void add_worker() {
    auto* app = add("worker", "", [this] { return worker(worker_); });
    app->group("");  // started by `skald run`, not by people
    add_plugin_options(*app, worker_.plugins);
  }

  CLI::App app_{"Skald: a bench for federated Bayesian sampling and private federated optimisation",
                "skald"};
  std::function<int()> chosen_;
  CheckCommand check_;
  PlanCommand plan_;
  RunCommand run_;
  CompareCommand compare_;
  QueryCommand query_;
  StatusCommand status_;
  ShowCommand show_;
  RerunCommand rerun_;
  MergeCommand merge_;
  PruneCommand prune_;
  DataCommand data_;
  PartitionCommand partition_;
  DoctorCommand doctor_;
  PluginsCommand plugins_;
  DescribeCommand describe_;
  AccountCommand account_;
  SchemaCommand schema_;
  WorkerCommand worker_;
};

int report(const char* message, int code) {
  if (*message != '\0') std::fprintf(stderr, "skald: %s\n", message);
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  reserve_standard_streams();
  adopt_orphans();
  try {
    const int code = CommandLine().run(argc, argv);
    return is_output_written() ? code
                               : report("standard output could not be written", kEnvironment);
  } catch (const UsageError& e) {
    return report(e.what(), kUsage);
  } catch (const std::invalid_argument& e) {
    return report(e.what(), kUsage);
  } catch (const std::exception& e) {
    return report(e.what(), kEnvironment);
  }
}
