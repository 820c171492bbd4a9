#include "sweep/run_pace.hpp"

#include <algorithm>

namespace skald {

void RunPace::report(double share, Clock::time_point now) {
  if (share < share_) first_.reset();  // a lost run begins anew
  if (!first_ && share > 0) first_ = Report{share, now};
  last_ = Report{share, now};
  share_ = share;
}

std::optional<double> RunPace::seconds_left(Clock::time_point now) const {
  constexpr double least_seconds = 1, least_share = 0.01;
  if (!first_) return std::nullopt;
  const double gained = last_->share - first_->share;
  const double took = std::chrono::duration<double>(last_->at - first_->at).count();
  if (took < least_seconds || gained < least_share) return std::nullopt;
  const double since = std::chrono::duration<double>(now - last_->at).count();
  return std::max((1 - share_) * took / gained - since, 0.0);
}

}  // namespace skald
