// A run of a grid's cell that benchmarks advance themselves.
#pragma once

#include <ctime>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "federation.hpp"
#include "load_plugin.hpp"
#include "only_cell.hpp"
#include "run/experiment.hpp"
#include "threads/team.hpp"

namespace skald::bench {

using test::NoRecorder;

// Seconds of all threads.
inline double processor_time() {
  timespec time{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

// The only cell of a grid with these sections.
inline grid::Cell cell_of(const std::string& sections, plugin_host::PluginHost& host) {
  return test::only_cell("{\"name\": \"bench\", \"seed\": 1," + sections +
                             ", \"partition\": {\"plugin\": \"natural\"}, \"metrics\": []}",
                         host);
}

// On so many threads, from its start on. `more` are further places of plugins.
class BenchRun {
 public:
  BenchRun(const std::string& sections, int threads, std::vector<std::filesystem::path> more = {})
      : host_(with_shipped(std::move(more)), plugin_host::Writable::allow),
        experiment_(cell_of(sections, host_), 0, host_),
        cores_(threads - 1),
        team_(cores_),
        working_(
            experiment_.at_work(experiment_.random(), experiment_.mechanism(), recorder_, &team_)),
        theta_(Eigen::MatrixXd::Zero(experiment_.problem().dimension(),
                                     static_cast<Index>(experiment_.run().chains))) {
    experiment_.start(recorder_, view(theta_), team_.slots());
  }

  void advance(Index iterations) { working_.advance(iterations, view(theta_)); }

  run::Experiment& experiment() { return experiment_; }
  const Eigen::MatrixXd& theta() const { return theta_; }

 private:
  static std::vector<std::filesystem::path> with_shipped(
      std::vector<std::filesystem::path> places) {
    places.push_back(test::plugin_folder());
    return places;
  }

  plugin_host::PluginHost host_;
  run::Experiment experiment_;
  NoRecorder recorder_;
  threads::FixedCores cores_;
  threads::Team team_;
  run::WorkingSampler working_;
  Eigen::MatrixXd theta_;
};

}  // namespace skald::bench
