// What a profile or --set may change.
#include <string>
#include <vector>

#include "experiments/hashing/protocol.h"
#include "experiments/old_experiment/setting_check.h"

namespace structlab::hashing {

using harness::IntegerWithin;
using harness::ListOf;
using harness::NumberAbove;
using harness::NumberWithin;
using harness::OldSetting;
using harness::OneOf;

namespace {

void AddTextSettings(std::vector<OldSetting>& settings) {
  const auto sizes = IntegerWithin(10, 10'000'000);
  settings.push_back({.name = "rcv1_documents",
                      .documentation = "training documents of RCV1, the first ones",
                      .paper = "781265",
                      .quick = "1000",
                      .smoke = "300",
                      .check = sizes});
  settings.push_back({.name = "rcv1_projected_documents",
                      .documentation = "training documents of RCV1 that are projected, the first ones",
                      .paper = "100000",
                      .quick = "1000",
                      .smoke = "300",
                      .check = sizes});
  settings.push_back({.name = "rcv1_test_documents",
                      .documentation = "test documents of RCV1, the first ones",
                      .paper = "23149",
                      .quick = "400",
                      .smoke = "100",
                      .check = sizes});
  settings.push_back({.name = "dmoz_counted",
                      .documentation = "documents of DMOZ whose words and topics are counted: all of them",
                      .paper = "5000000",
                      .quick = "20000",
                      .smoke = "1000",
                      .check = sizes});
  settings.push_back({.name = "dmoz_documents",
                      .documentation = "training documents of DMOZ that are learned: the first of generated "
                                       "texts; of a dump, which is written topic by topic, those whose "
                                       "addresses have the least hashes, in the seed's order",
                      .paper = "200000",
                      .quick = "1000",
                      .smoke = "300",
                      .check = IntegerWithin(10, kMostMixed)});
  settings.push_back({.name = "dmoz_test_documents",
                      .documentation = "test documents of DMOZ, the first ones or those of least hashes",
                      .paper = "10000",
                      .quick = "200",
                      .smoke = "100",
                      .check = sizes});
  settings.push_back({.name = "dmoz_joint_test_documents",
                      .documentation = "the same where tables of all topics are tested, whose errors are "
                                       "looked at topic by topic: all",
                      .paper = "138146",
                      .quick = "200",
                      .smoke = "100",
                      .check = sizes});
  settings.push_back({.name = "dmoz_whole_documents",
                      .documentation = "training documents of DMOZ L2 that joint hashing learns once for its "
                                       "time and memory at full size: all of them; 0: that is not run",
                      .paper = "5000000",
                      .quick = "0",
                      .check = IntegerWithin(0, 10'000'000)});
  settings.push_back({.name = "dmoz_whole_test_documents",
                      .documentation = "test documents after these",
                      .paper = "5000",
                      .check = sizes});
  settings.push_back({.name = "substitute_documents",
                      .documentation = "training documents of each substitute, the first in the seed's order",
                      .paper = "1000000",
                      .quick = "400",
                      .smoke = "150",
                      .check = sizes});
  settings.push_back({.name = "rcv1_seeds",
                      .documentation = "seeds of hashes and projections on RCV1",
                      .paper = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "text_seeds",
                      .documentation = "seeds of hashes, projections and orders of its substitutes",
                      .paper = "5",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "dimensions",
                      .documentation = "exponents of the small dimensions of Table 2.3",
                      .paper = "8,9,10",
                      .quick = "8,9",
                      .smoke = "8",
                      .check = ListOf(IntegerWithin(3, 14))});
  settings.push_back({.name = "collision_bits",
                      .documentation = "exponents of the dimensions of Table 2.4 for RCV1; those of the "
                                       "substitutes are smaller, as their words are fewer",
                      .paper = "24,22,20,18,16,14",
                      .quick = "24,18,16,14",
                      .smoke = "18,14",
                      .check = ListOf(IntegerWithin(8, 26))});
  settings.push_back({.name = "hash_bits",
                      .documentation = "exponent of the hash kernel's dimension in Table 2.2",
                      .paper = "20",
                      .check = IntegerWithin(3, 26)});
  settings.push_back(
      {.name = "lambdas",
       .documentation =
           "of the regularised hinge loss, of which gradient descent takes the one of least loss "
           "on the first training documents; not given in the source",
       .paper = "1e-6,1e-5,1e-4",
       .quick = "1e-5",
       .smoke = "1e-5",
       .check = ListOf(NumberAbove(0))});
  settings.push_back(
      {.name = "learning_rates",
       .documentation =
           "first steps of which each method takes the one of least loss on the first training documents; "
           "not given in the source",
       .paper = "0.5,2,8,32",
       .quick = "0.5,8",
       .smoke = "2",
       .check = ListOf(NumberWithin(1e-6, 1e6))});
}

void AddTopicSettings(std::vector<OldSetting>& settings) {
  settings.push_back({.name = "joint_bits",
                      .documentation = "exponents of the tables of joint hashing, the larger one first",
                      .paper = "28,24",
                      .quick = "22,18",
                      .smoke = "16,12",
                      .check = ListOf(IntegerWithin(3, 30))});
  settings.push_back({.name = "joint_bits_20newsgroups",
                      .documentation = "the same for 20 newsgroups, whose fewer pairs of a word and a topic "
                                       "make these tables as full",
                      .paper = "22,18",
                      .quick = "18,14",
                      .smoke = "14,10",
                      .check = ListOf(IntegerWithin(3, 30))});
  settings.push_back({.name = "joint_bits_reuters",
                      .documentation = "the same for Reuters R8",
                      .paper = "19,15",
                      .quick = "15,11",
                      .smoke = "14,10",
                      .check = ListOf(IntegerWithin(3, 30))});
  settings.push_back({.name = "feature_bits_l2",
                      .documentation = "exponent of the dimension where features alone are hashed, DMOZ L2",
                      .paper = "19",
                      .quick = "13",
                      .smoke = "8",
                      .check = IntegerWithin(3, 24)});
  settings.push_back({.name = "feature_bits_l3",
                      .documentation = "exponent of the dimension where features alone are hashed, DMOZ L3",
                      .paper = "15",
                      .quick = "9",
                      .smoke = "5",
                      .check = IntegerWithin(3, 24)});
  settings.push_back({.name = "topic_rate",
                      .documentation = "rate of the adaptive updates on topics; not given in the source",
                      .paper = "0.5",
                      .check = NumberWithin(1e-6, 1e6)});
  settings.push_back({.name = "raw_text_documents",
                      .documentation = "training and test posts of 20 newsgroups with and without headers",
                      .paper = "1000000",
                      .quick = "3000",
                      .smoke = "1600",
                      .check = IntegerWithin(10, 10'000'000)});
  settings.push_back({.name = "raw_text_passes",
                      .documentation = "passes over these posts",
                      .paper = "10",
                      .quick = "5",
                      .smoke = "2",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "raw_text_bits",
                      .documentation = "exponent of the table for these posts",
                      .paper = "22",
                      .smoke = "16",
                      .check = IntegerWithin(3, 30)});
  settings.push_back({.name = "raw_text_rate",
                      .documentation = "rate of the adaptive updates on these posts: that of least error on "
                                       "training posts that are held out",
                      .paper = "0.2",
                      .check = NumberWithin(1e-6, 1e6)});
  settings.push_back({.name = "raw_text_seeds",
                      .documentation = "orders of these posts and hashes of their words",
                      .paper = "3",
                      .quick = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "topic_dimensions",
                      .documentation = "exponents of the small dimensions of Table 2.7",
                      .paper = "7,8,9",
                      .quick = "7,8",
                      .smoke = "4",
                      .check = ListOf(IntegerWithin(1, 14))});
  settings.push_back({.name = "dmoz_seeds",
                      .documentation = "seeds of hashes, projections and samples on DMOZ",
                      .paper = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "topic_seeds",
                      .documentation = "seeds of hashes, projections, orders and samples of its substitutes",
                      .paper = "10",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back(
      {.name = "samples_percent",
       .documentation = "samples of the training documents for neighbours and clusters, in percent",
       .paper = "1,3,6,9",
       .smoke = "3,9",
       .check = ListOf(NumberWithin(0.01, 100))});
}

void AddTheorySettings(std::vector<OldSetting>& settings) {
  settings.push_back({.name = "loss_trials",
                      .documentation = "random functions for each number of copies (Theorem 2)",
                      .paper = "3000",
                      .quick = "15",
                      .smoke = "3",
                      .check = IntegerWithin(1, 1'000'000)});
  settings.push_back({.name = "deviation_observations",
                      .documentation = "numbers of observations m for which kernels are compared (Theorem 3)",
                      .paper = "8,16,32,64,128",
                      .quick = "8,16,32",
                      .smoke = "4,8",
                      .check = ListOf(IntegerWithin(2, 4096))});
  settings.push_back({.name = "deviation_classes",
                      .documentation = "numbers of classes M for which kernels are compared",
                      .paper = "2,4,8,16",
                      .smoke = "2,4",
                      .check = ListOf(IntegerWithin(1, 4096))});
  settings.push_back(
      {.name = "deviation_bits",
       .documentation = "exponents of the numbers of bins for which kernels are compared; the smallest where "
                        "m and M are varied",
       .paper = "5,6,7,8,9",
       .smoke = "5,7",
       .check = ListOf(IntegerWithin(3, 24))});
  settings.push_back({.name = "deviation_seeds",
                      .documentation = "random functions for which kernels are compared",
                      .paper = "60",
                      .quick = "20",
                      .smoke = "2",
                      .check = IntegerWithin(1, 100'000)});
}

std::vector<std::string> NamesOfGraphTasks() {
  std::vector<std::string> names;
  for (const GraphTask& task : GraphTasks()) names.push_back(task.name);
  return names;
}

void AddGraphSettings(std::vector<OldSetting>& settings) {
  settings.push_back(
      {.name = "graphs",
       .documentation = "graphs of each set, drawn from all with the same shares of classes; 0: all",
       .paper = "0",
       .quick = "60",
       .smoke = "24",
       .check = IntegerWithin(0, 1'000'000)});
  settings.push_back({.name = "graph_samples",
                      .documentation = "samples of each graph for each size of graphlets",
                      .paper = "10000",
                      .quick = "500",
                      .smoke = "100",
                      .check = IntegerWithin(1, 100'000'000)});
  settings.push_back({.name = "graphlet_samples",
                      .documentation = "samples of each graph for GKS",
                      .paper = "8497",
                      .quick = "1000",
                      .smoke = "100",
                      .check = IntegerWithin(1, 100'000'000)});
  settings.push_back(
      {.name = "largest_graphlet",
       .documentation = "nodes of the largest graphlets of the hash kernel; the smallest have 4",
       .paper = "9",
       .quick = "6",
       .smoke = "5",
       .check = IntegerWithin(4, 9)});
  settings.push_back({.name = "folds",
                      .documentation = "of the cross-validation",
                      .paper = "10",
                      .quick = "5",
                      .smoke = "2",
                      .check = IntegerWithin(2, 100)});
  settings.push_back(
      {.name = "inner_folds",
       .documentation = "of the cross-validation within the training graphs that chooses the cost C",
       .paper = "5",
       .quick = "3",
       .smoke = "2",
       .check = IntegerWithin(2, 100)});
  settings.push_back({.name = "costs",
                      .documentation = "C of the support vector machines; not given in the source",
                      .paper = "0.001,0.01,0.1,1,10,100,1000",
                      .quick = "0.01,1,100",
                      .smoke = "1",
                      .check = ListOf(NumberAbove(0))});
  settings.push_back({.name = "choice_sets",
                      .documentation = "sets of graphs on which further choices that the source leaves open "
                                       "are tried",
                      .paper = "MUTAG,PTC",
                      .quick = "MUTAG",
                      .smoke = "MUTAG",
                      .check = ListOf(OneOf(NamesOfGraphTasks()))});
  settings.push_back({.name = "choice_seeds",
                      .documentation = "repetitions of these",
                      .paper = "10",
                      .quick = "1",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "large_graph_seeds",
                      .documentation = "repetitions on DD, and on the sets that the source does not have",
                      .paper = "5",
                      .quick = "1",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
  settings.push_back({.name = "graph_seeds",
                      .documentation = "repetitions on MUTAG and PTC with other folds and samples",
                      .paper = "10",
                      .quick = "3",
                      .smoke = "1",
                      .check = IntegerWithin(1, 1000)});
}

}  // namespace

std::vector<OldSetting> Settings() {
  std::vector<OldSetting> settings;
  AddTextSettings(settings);
  AddTopicSettings(settings);
  AddTheorySettings(settings);
  AddGraphSettings(settings);
  return settings;
}

}  // namespace structlab::hashing
