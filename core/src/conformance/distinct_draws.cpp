#include "conformance/sampler_checks.hpp"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

#include "random/stream_key.hpp"

namespace skald::conformance {
namespace {

// Forwards to a run's streams and records what was drawn from them.
class DrawRecord final : public Random {
 public:
  explicit DrawRecord(const Random& random) : random_(random) {}

  // The first stream from which the same draws were requested twice, or "".
  const std::string& repeated() const { return repeated_; }

  void normal(Stream stream, std::int64_t iteration, Block out) const override {
    note(stream, iteration, random::DrawKind::normal, out.cols, out.rows);
    random_.normal(stream, iteration, out);
  }
  void add_normal(Stream stream, std::int64_t iteration, double scale, Block inout) const override {
    note(stream, iteration, random::DrawKind::normal, inout.cols, inout.rows);
    random_.add_normal(stream, iteration, scale, inout);
  }
  void uniform(Stream stream, std::int64_t iteration, Block out) const override {
    note(stream, iteration, random::DrawKind::uniform, out.cols, out.rows);
    random_.uniform(stream, iteration, out);
  }
  void bits(Stream stream, std::int64_t iteration, Index chain,
            std::span<std::uint64_t> out) const override {
    stream.chain += chain;
    note(stream, iteration, random::DrawKind::bits, 1, std::ssize(out));
    stream.chain -= chain;
    random_.bits(stream, iteration, chain, out);
  }

 private:
  // Every call begins at position 0, so two calls for one chain share draws. A minibatch may be
  // drawn again: as many draws of that role are the same rows.
  void note(Stream stream, std::int64_t iteration, random::DrawKind kind, Index chains,
            Index count) const {
    for (Index j = 0; j < chains; ++j) {
      const Index chain = stream.chain + j;
      const auto [place, is_new] =
          asked_.try_emplace({stream.role, stream.client, iteration, kind, chain}, count);
      const bool is_same = stream.role == Role::minibatch && place->second == count;
      if (is_new || is_same || !repeated_.empty()) continue;
      repeated_ = "role " + std::to_string(static_cast<int>(stream.role)) + ", client " +
                  std::to_string(stream.client) + ", iteration " + std::to_string(iteration) +
                  ", chain " + std::to_string(chain) + ": the same draws were requested again";
    }
  }

  const Random& random_;
  // How many draws were requested.
  mutable std::map<std::tuple<Role, Index, std::int64_t, random::DrawKind, Index>, Index> asked_;
  mutable std::string repeated_;
};

}  // namespace

Finding check_distinct_draws(const Surroundings& surroundings, const MakeSampler& make) {
  constexpr Index kIterations = 120;
  const auto sampler = make();
  const Index stride = sampler->stride();
  const random::PhiloxRandom streams(17, 0);
  const random::OwnedRandom owned(streams, random::StreamOwner::sampler);
  const DrawRecord record(owned);
  LastRecords recorder;
  Context context{surroundings.problem, record, surroundings.mechanism, surroundings.ledger,
                  recorder};
  Eigen::MatrixXd theta = different_starts(surroundings.problem.dimension(), 3);
  sampler->start(context, view(theta));
  sampler->advance(context, std::max<Index>(kIterations / stride, 1) * stride, view(theta));
  return finding("random draws are used once",
                 "no stream is read twice for one iteration and chain", record.repeated(),
                 "request a block with more rows, or use another client number or another role "
                 "(skald/random.hpp)");
}

}  // namespace skald::conformance
