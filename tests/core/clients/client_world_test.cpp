#include "clients/client_world.hpp"

#include "random/philox_random.hpp"
#include "temporary_folder.hpp"
#include "test.hpp"

namespace skald::clients::client_world_test {

using Catch::Contains;

const random::PhiloxRandom streams(9, 1);
constexpr ClientWork kWork{.steps = 10, .bits_down = 3200, .bits_up = 1600};

ClientOptions steps_of(double seconds) {
  ClientOptions options;
  options.step_seconds = seconds;
  return options;
}
std::vector<double> times(const ClientWorld& world, Index clients, std::int64_t iteration = 0) {
  std::vector<double> all;
  for (Index c = 0; c < clients; ++c) {
    all.push_back(world.seconds_to_report(c, 0, iteration, 0, kWork));
  }
  return all;
}
double mean(const std::vector<double>& x) {
  double sum = 0;
  for (const double value : x) sum += value;
  return sum / static_cast<double>(x.size());
}

TEST_CASE("a report takes latency, download, steps and upload") {
  ClientOptions options = steps_of(0.5);
  options.latency = 0.25;
  options.bandwidth_down = 6400;
  options.bandwidth_up = 800;
  const ClientWorld world(options, 3, streams);
  CHECK(world.waits_for_all());
  CHECK(world.seconds_to_report(2, 1, 40, 7, kWork) == 0.25 + 0.5 + 5 + 2);
  CHECK(world.least_seconds(2, kWork) == 7.75);
  CHECK(world.is_available(2, 1e9));
  CHECK(std::isinf(world.next_change(0)));
}

TEST_CASE("a file of devices gives every client its own times") {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("devices.csv", "client,step_seconds,latency\n0,1,0\n1,2,0.5\n");
  ClientOptions options;
  options.speed = "trace";
  options.devices = file;
  const ClientWorld world(options, 2, streams);
  CHECK(world.seconds_to_report(0, 0, 0, 0, kWork) == 10);
  CHECK(world.seconds_to_report(1, 0, 0, 0, kWork) == 20.5);
}

TEST_CASE("lognormal speeds are the clients' own, with the stated median and deviation") {
  ClientOptions options = steps_of(0.1);
  options.speed = "lognormal";
  options.sigma = 0.7;
  const Index clients = 20000;
  const ClientWorld world(options, clients, streams);
  std::vector<double> logs = times(world, clients);
  CHECK(logs == times(world, clients, 30));
  double squares = 0;
  for (double& x : logs) {
    x = std::log(x) / 0.7;
    squares += x * x;
  }
  const double n = static_cast<double>(clients);
  // Beyond 4.5 standard deviations with probability 7e-6 each.
  CHECK(std::abs(mean(logs)) < 4.5 / std::sqrt(n));
  CHECK(std::abs(squares / n - 1) < 4.5 * std::sqrt(2 / n));
}

TEST_CASE("exponential times are drawn for every report") {
  ClientOptions options = steps_of(0.1);
  options.speed = "exponential";
  options.latency = 0.5;
  const Index clients = 20000;
  const ClientWorld world(options, clients, streams);
  const std::vector<double> first = times(world, clients), second = times(world, clients, 10);
  CHECK(first != second);
  CHECK(first == times(world, clients));
  const double n = static_cast<double>(clients);
  CHECK(std::abs(mean(first) - 1.5) < 4.5 / std::sqrt(n));
  const auto slow = std::count_if(first.begin(), first.end(), [](double t) { return t > 2.5; });
  const double p = std::exp(-2);
  CHECK(std::abs(static_cast<double>(slow) - n * p) < 4.5 * std::sqrt(n * p * (1 - p)));
  double products = 0;
  for (std::size_t i = 0; i < first.size(); ++i) products += (first[i] - 1.5) * (second[i] - 1.5);
  CHECK(std::abs(products / n) < 4.5 / std::sqrt(n));
  CHECK(world.least_seconds(0, kWork) == 0.5);
}

TEST_CASE("clients drop out with the stated probability, independently of how long they take") {
  ClientOptions options = steps_of(0.1);
  options.speed = "exponential";
  options.dropout = 0.2;
  options.deadline = 100;
  const Index clients = 20000;
  const ClientWorld world(options, clients, streams);
  CHECK_FALSE(world.waits_for_all());
  std::vector<double> all = times(world, clients);
  const auto out = std::partition(all.begin(), all.end(), [](double t) { return std::isinf(t); });
  const double n = static_cast<double>(clients);
  CHECK(std::abs(static_cast<double>(out - all.begin()) - 0.2 * n) < 4.5 * std::sqrt(0.16 * n));
  all.erase(all.begin(), out);
  CHECK(std::abs(mean(all) - 1) < 4.5 / std::sqrt(0.8 * n));
  CHECK(world.seconds_to_report(5, 0, 0, 0, kWork) != world.seconds_to_report(5, 1, 0, 0, kWork));
}

TEST_CASE("a client that goes away before it has reported does not report") {
  const TemporaryFolder folder;
  ClientOptions options = steps_of(0.1);
  options.availability = "trace";
  const std::string file = folder.write("stays.csv", "client,start,end\n0,0,1.5\n");
  options.availability_trace = file;
  options.period = 4;
  options.deadline = 3;
  const ClientWorld world(options, 2, streams);
  CHECK(world.seconds_to_report(0, 0, 0, 0.25, kWork) == 1);
  CHECK(std::isinf(world.seconds_to_report(0, 0, 0, 0.75, kWork)));
  CHECK(world.is_available(0, 4.5));
  CHECK_FALSE(world.is_available(1, 4.5));
  CHECK(world.next_change(0) == 1.5);
}

TEST_CASE("options that do not fit together are refused, with the remedy") {
  const auto refused = [](auto change) {
    ClientOptions options = steps_of(1);
    change(options);
    ClientWorld(options, 2, streams);
  };
  CHECK_THROWS_WITH(refused([](auto& o) { o.sigma = 1; }),
                    Contains("clients.sigma is given, which only clients.speed lognormal has"));
  CHECK_THROWS_WITH(refused([](auto& o) { o.speed = "lognormal"; }),
                    Contains("clients.sigma is missing"));
  CHECK_THROWS_WITH(refused([](auto& o) { o.speed = "trace"; }),
                    Contains("clients.devices is missing"));
  CHECK_THROWS_WITH(refused([](auto& o) { o.dropout = 0.1; }),
                    Contains("clients.deadline is missing, but with clients.dropout"));
  CHECK_THROWS_WITH(refused([](auto& o) { o.duty = 0.5; }),
                    Contains("clients.duty is given, but clients.availability is always"));
  CHECK_THROWS_WITH(refused([](auto& o) { o.period = 0.5; }), Contains("clients.period is given"));
  CHECK_THROWS_WITH(refused([](auto& o) {
                      o.availability = "diurnal";
                      o.duty = 0.5;
                    }),
                    Contains("clients.deadline is missing, but with clients that go away"));
  CHECK_THROWS_WITH(refused([](auto& o) {
                      o.availability = "diurnal";
                      o.deadline = 1;
                    }),
                    Contains("clients.duty is missing"));
  CHECK_THROWS_WITH(refused([](auto& o) {
                      o.availability = "trace";
                      o.deadline = 1;
                    }),
                    Contains("clients.availability_trace is missing"));
}

}  // namespace skald::clients::client_world_test
