// ResNet-20 as layers of a network.
#pragma once

#include <string>

namespace skald::test {

// The layers of ResNet-20 for CIFAR (He et al. 2016) with two groups in each normalisation.
inline std::string resnet20_layers() {
  std::string layers = "conv 16 3x3 pad 1 nobias, groupnorm 2, relu";
  for (const int channels : {16, 32, 64}) {
    const std::string conv = "conv " + std::to_string(channels) + " 3x3 pad 1 nobias";
    for (int block = 0; block < 3; ++block) {
      const bool halves = block == 0 && channels > 16;
      layers += ", residual(" + conv + (halves ? " stride 2" : "") + ", groupnorm 2, relu, " +
                conv + ", groupnorm 2" +
                (halves ? " | avgpool 1 stride 2, channels " + std::to_string(channels) : "") +
                "), relu";
    }
  }
  return layers + ", avgpool 8, dense classes";
}

}  // namespace skald::test
