#include "clients/availability.hpp"

#include "random/philox_random.hpp"
#include "test.hpp"

namespace skald::clients::availability_test {

const random::PhiloxRandom streams(5, 2);

TEST_CASE("a diurnal law averages to its duty over every period, whatever a client's phase") {
  const DiurnalLaw law{.duty = 0.3, .amplitude = 0.8, .phases = 1, .period = 86400, .sessions = 7};
  const Diurnal diurnal(law, streams);
  for (const Index client : {0, 1, 17}) {
    double sum = 0;
    for (std::int64_t session = 7 * client; session < 7 * client + 7; ++session) {
      sum += diurnal.probability(client, session);
    }
    CHECK(sum / 7 == Approx(0.3).epsilon(1e-14));
  }
}

TEST_CASE("with one time zone, all clients share the probability of the hour") {
  const DiurnalLaw law{.duty = 0.5, .amplitude = 0.9, .phases = 0, .period = 24, .sessions = 24};
  const Diurnal diurnal(law, streams);
  const Index clients = 20000;
  for (const std::int64_t hour : {0, 6, 11, 24 + 12}) {
    const double p =
        0.5 *
        (1 + 0.9 * std::cos(2 * std::numbers::pi * (static_cast<double>(hour % 24) + 0.5) / 24));
    CHECK(diurnal.probability(3, hour) == Approx(p).epsilon(1e-12));
    Index there = 0;
    for (Index c = 0; c < clients; ++c) {
      there += diurnal.is_there(c, static_cast<double>(hour) + 0.25);
    }
    // Beyond 4.5 standard deviations with probability 7e-6.
    const double n = static_cast<double>(clients);
    CHECK(std::abs(static_cast<double>(there) - n * p) < 4.5 * std::sqrt(n * p * (1 - p)));
  }
}

TEST_CASE("phases are uniform on their share of the period") {
  const DiurnalLaw law{.duty = 0.5, .amplitude = 1, .phases = 0.5, .period = 2, .sessions = 2};
  const Diurnal diurnal(law, streams);
  // At the middle t / period = 1/4 of the first session, p = (1 + cos(pi / 2 - 2 pi phase)) / 2 =
  // (1 + sin(2 pi phase)) / 2, whose mean for a phase uniform on [0, 1/2) is 1/2 + 1 / pi.
  double sum = 0;
  const Index clients = 20000;
  for (Index c = 0; c < clients; ++c) sum += diurnal.probability(c, 0);
  // The variance is (1/2 - 4 / pi^2) / 4; 4.5 standard deviations are exceeded with 7e-6.
  const double deviation = std::sqrt((0.5 - 4 / (std::numbers::pi * std::numbers::pi)) / 4 /
                                     static_cast<double>(clients));
  CHECK(std::abs(sum / static_cast<double>(clients) - 0.5 - 1 / std::numbers::pi) <
        4.5 * deviation);
}

TEST_CASE("a client stays as long as each session has it, sessions begin at their changes") {
  const DiurnalLaw law{.duty = 0.8, .amplitude = 0, .phases = 0, .period = 0.3, .sessions = 3};
  const Diurnal diurnal(law, streams);
  for (Index client = 0; client < 20; ++client) {
    double now = 0;
    while (now < 3 && diurnal.is_there(client, now)) {
      CHECK(diurnal.stays(client, 0, now));
      const double next = diurnal.next_change(now);
      REQUIRE(next > now);
      CHECK(next - now < 0.100001);
      now = next;
    }
    if (now > 0 && now < 3) CHECK_FALSE(diurnal.stays(client, 0, now));
  }
  CHECK(Diurnal({.duty = 1, .period = 1, .sessions = 2}, streams).stays(4, 0, 1000));
}

TEST_CASE("a law with probabilities above 1 is refused") {
  CHECK_THROWS_WITH(Diurnal({.duty = 0.7, .amplitude = 0.5, .period = 1, .sessions = 2}, streams),
                    Catch::Contains("is 1.05") && Catch::Contains("lower one of them"));
}

TEST_CASE("stays by a trace repeat with the period") {
  const StaysByTrace trace({{{1, 3}, {7, 10}}, {{0, 2}, {9, 10}}, {}, {{0, 10}}}, 10);
  for (const double period : {0.0, 10.0, 40.0}) {
    CHECK_FALSE(trace.is_there(0, period + 0.5));
    CHECK(trace.is_there(0, period + 1));
    CHECK_FALSE(trace.is_there(0, period + 3));
    CHECK_FALSE(trace.is_there(2, period + 3));
    CHECK(trace.stays(0, period + 1, period + 3));
    CHECK_FALSE(trace.stays(0, period + 1, period + 3.5));
    CHECK(trace.stays(1, period + 9.5, period + 12));  // on into the next period
    CHECK_FALSE(trace.stays(1, period + 9.5, period + 12.5));
    CHECK(trace.stays(3, period + 4, period + 1000));
    CHECK(trace.next_change(period + 3) == period + 7);
    CHECK(trace.next_change(period + 9.5) == period + 10);
  }
}

TEST_CASE("every change of a trace with crooked times is found, and is one") {
  std::mt19937 engine(3);
  std::uniform_real_distribution<double> uniform(0, 0.1);
  std::vector<Stay> stays;
  for (double t = 0.01; t < 0.9; t += 0.15) stays.push_back({t, t + uniform(engine)});
  const StaysByTrace trace({stays}, 1.0 / 0.9);
  double now = 0;
  int arrivals = 0;
  bool was_there = trace.is_there(0, now);
  for (int change = 0; change < 20000; ++change) {
    const double next = trace.next_change(now);
    REQUIRE(next > now);
    now = next;
    const bool is_there = trace.is_there(0, now);
    arrivals += is_there && !was_there;
    was_there = is_there;
  }
  const double periods = now * 0.9;
  CHECK(arrivals == Approx(periods * static_cast<double>(stays.size())).margin(stays.size()));
}

}  // namespace skald::clients::availability_test
