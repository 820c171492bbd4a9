#include "threads/cores.hpp"

#include "test.hpp"
#include "threads/team.hpp"

using namespace skald::threads;

TEST_CASE("a loan is held up to its grant, and what is held counts until it is back") {
  CoreLoan loan;
  CHECK(loan.share() == 0);
  CHECK(loan.hold(3) == 0);
  CHECK(loan.outstanding() == 0);
  loan.grant(2);
  CHECK(loan.share() == 2);
  CHECK(loan.outstanding() == 2);
  CHECK(loan.hold(1) == 1);
  CHECK(loan.hold(5) == 2);
  loan.grant(0);
  CHECK(loan.share() == 0);
  CHECK(loan.outstanding() == 2);
  CHECK(loan.hold(5) == 2);  // what was held before is still held
  CHECK(loan.hold(1) == 1);
  CHECK(loan.hold(2) == 1);  // and does not grow again
  CHECK(loan.outstanding() == 1);
  CHECK(loan.hold(0) == 0);
  CHECK(loan.outstanding() == 0);
}

TEST_CASE("borrowed cores are no more than the run can ever use") {
  CoreLoan loan;
  BorrowedCores cores(loan, 3);
  CHECK(cores.most() == 3);
  CHECK(cores.share() == 0);
  loan.grant(7);
  CHECK(cores.share() == 3);
  CHECK(cores.hold(cores.share()) == 3);
}

// The borrower counts its threads at work; the lender takes a core for itself whenever the account
// says that nothing is out.
TEST_CASE("a core that has come back is used by nobody else, at whatever moment it is asked for") {
  CoreLoan loan;
  std::atomic<int> at_work{0};
  std::atomic<bool> ends{false}, is_used_twice{false};
  std::thread borrower([&] {
    for (int held = 0; !ends;) {
      const int wanted = loan.share();
      if (wanted < held) at_work = wanted;
      held = loan.hold(wanted);
      at_work = held;
    }
    at_work = 0;
    loan.hold(0);
  });
  for (int round = 0; round < 20000; ++round) {
    loan.grant(1 + round % 2);
    if (round % 3 == 0) std::this_thread::yield();
    loan.grant(0);
    while (loan.outstanding() > 0) std::this_thread::yield();
    if (at_work != 0) is_used_twice = true;
  }
  ends = true;
  borrower.join();
  CHECK_FALSE(is_used_twice);
  CHECK(loan.outstanding() == 0);
}

TEST_CASE("a team has the threads that are lent to it at the moment, and gives them back") {
  CoreLoan loan;
  BorrowedCores cores(loan, 3);
  Team team(cores);
  team.take_every_slot();
  const auto threads_of_section = [&] {
    std::atomic<int> calls{0};
    team.parallel(8, [&](Index, Index) { ++calls; });
    CHECK(calls == 8);
    const int held = loan.outstanding();
    team.rest();
    return 1 + held;
  };
  CHECK(threads_of_section() == 1);
  loan.grant(2);
  CHECK(threads_of_section() == 3);
  CHECK(team.most_used() == 3);
  team.parallel(2, [&](Index i, Index) {
    if (i == 0) loan.grant(0);
  });
  team.rest();
  CHECK(loan.outstanding() == 0);
  CHECK(threads_of_section() == 1);
}
