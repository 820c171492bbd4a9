// The pictures of `skald posterior --plot`.
#pragma once

#include <string>
#include <vector>

namespace skald {

class NamedDraws;

struct PosteriorPicture {
  std::string plot;  // trace, rank or pairs
  std::vector<std::string>
      coefficients;           // names, or numbers from 1 of theta; empty: the first ones
  bool on_data_scale = true;  // where there is one
  std::string title;
  std::string source;           // of the draws
  std::string picture, script;  // files; empty: none
};

// Throws UsageError for coefficients that there are not, or that have draws that are not finite,
// and as draw_by_gnuplot() does.
void draw_posterior(const NamedDraws& draws, const PosteriorPicture& wanted);

}  // namespace skald
