// Quotes in about.md: our recorded numbers by name, filled in when the page is written, so that no sentence
// goes on saying a number that a later record does not have.
//
//   {Table 3: f1 of JSVM on Corel5k at degree=2}       one number, the mean over seeds
//   {Table 3: f1 of JSVM / of SVM | less}%             a ratio, here as percent below 1
//   {Table 3: time of JSVM - Table 4: time | 1 digit}  a difference
//
// A number is named by table and metric, and by as much of method (of), data set (on) and setting (at
// key=value;key=value) as tells it from the others. If several have these, the one whose setting has no other
// key is meant, or else the only one by the paper's protocol. The right side of / and - may leave out its
// beginning: it is then that of the left side. In what both leave open, the two numbers agree. Forms follow a
// bar, with commas between them:
//
//   N digits         after the point (else three significant ones; whole numbers are written as they are)
//   percent          times 100
//   less, more       of a ratio: by how many percent it is below or above 1; the other side is an error
//   lowest, highest  of all numbers that have the name
//   range            both: "1.6 to 23"
#ifndef STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_QUOTES_H_
#define STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_QUOTES_H_

#include <string>
#include <string_view>
#include <vector>

#include "experiments/harness/decide/rows.h"
#include "experiments/harness/report/model.h"

namespace structlab::harness {

// The texts between braces. Throws common::Error(kData) at `where` for a brace without its other one, a quote
// that cannot be read and an unknown form.
std::vector<std::string> ReadQuotes(std::string_view text, const std::string& where);

class Quotes {
 public:
  // The rows of the record; none without a record.
  explicit Quotes(std::vector<ResultRow> recorded);

  // The text with a number in place of each quote; "not recorded" where there is none.
  std::string Filled(std::string_view text) const;
  // All texts of a page.
  About Filled(About about) const;

  // Quotes of about.md that name no recorded number, or several, or whose number contradicts the form, one
  // line each: "name:12: {Table 3: f2}: expected a recorded number, found ...". None without a record.
  std::vector<std::string> Problems(const About& about, const std::string& name) const;

 private:
  std::vector<ResultRow> recorded_;
};

}  // namespace structlab::harness

#endif  // STRUCTLAB_EXPERIMENTS_HARNESS_REPORT_QUOTES_H_
