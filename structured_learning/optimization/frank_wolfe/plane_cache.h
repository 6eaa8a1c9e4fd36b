// Stores each block as an explicit combination of the corners that its oracle found, and optimises this
// combination at every visit.
#ifndef STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_PLANE_CACHE_H_
#define STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_PLANE_CACHE_H_

#include <vector>

#include "structured_learning/optimization/frank_wolfe/block_solver.h"

namespace structlab::structured_learning {

// A Frank-Wolfe step moves a block towards one corner and keeps a small share of every earlier one. The cache
// instead solves the block problem over all corners seen so far. This drops corners that were wrong, and each
// oracle call brings several times more progress (in the spirit of Shah et al. 2015; Osokin et al. 2016).
//
// The share of corner c is alpha_c / (lambda n), so that w_i is the sum of share times plane also after
// lambda was divided. The shares of a block add up to at most 1 / (lambda n); the rest belongs to the true
// output. Besides the corners with a share, a block keeps up to `idle` more, those seen last. Memory: the
// corners, and the products of their planes, which take k^2/2 numbers for a block with k corners.
template <class State>
class PlaneCache {
 public:
  using Corner = typename State::Corner;

  PlaneCache(int blocks, int idle) : idle_(idle), blocks_(idle > 0 ? blocks : 0) {}

  bool enabled() const { return !blocks_.empty(); }

  // Call this if the blocks of the state start at these corners and not at the true outputs.
  void Start(State& state, const std::vector<Corner>& corners) {
    if (!enabled()) return;
    for (int i = 0; i < state.size(); ++i) {
      Insert(state, i, corners[i], blocks_[i]);
      blocks_[i].shares.back() = 1 / (state.lambda() * state.size());
    }
  }

  // Solves block i over its corners and the new one, and moves the state to the solution.
  void Improve(State& state, int i, const Corner& found) {
    Block& block = blocks_[i];
    Insert(state, i, found, block);
    state.Hinges(i, block.corners, &slopes_);
    SolveBlock(block.products, 1 / (state.lambda() * state.size()), slopes_, block.shares);
    state.MoveToCombination(i, block.corners, block.shares);
    Prune(block);
  }

 private:
  struct Block {
    std::vector<Corner> corners;
    std::vector<double> shares;
    std::vector<int> unused;  // visits since the corner had a share
    BlockProducts products;
  };

  void Insert(State& state, int i, const Corner& found, Block& block) {
    for (size_t c = 0; c < block.corners.size(); ++c) {
      if (block.corners[c].output == found.output) {
        block.unused[c] = 0;
        return;
      }
    }
    block.corners.push_back(found);
    block.shares.push_back(0);
    block.unused.push_back(0);
    state.PlaneProducts(i, found, block.corners, &new_products_);
    block.products.Append(new_products_);
  }

  void Prune(Block& block) {
    size_t kept = 0;
    for (size_t c = 0; c < block.corners.size(); ++c) {
      block.unused[c] = block.shares[c] > 0 ? 0 : block.unused[c] + 1;
      if (block.unused[c] > idle_) {
        block.products.Remove(static_cast<int>(kept));
        continue;
      }
      if (kept != c) {
        block.corners[kept] = std::move(block.corners[c]);
        block.shares[kept] = block.shares[c];
        block.unused[kept] = block.unused[c];
      }
      ++kept;
    }
    block.corners.resize(kept);
    block.shares.resize(kept);
    block.unused.resize(kept);
  }

  int idle_;
  std::vector<Block> blocks_;
  std::vector<double> slopes_, new_products_;
};

}  // namespace structlab::structured_learning

#endif  // STRUCTLAB_STRUCTURED_LEARNING_OPTIMIZATION_FRANK_WOLFE_PLANE_CACHE_H_
