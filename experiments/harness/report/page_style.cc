#include "experiments/harness/report/page_frame.h"

namespace structlab::harness {

// Text colours have a contrast of at least 4.5:1 against the backgrounds they stand on, in both schemes.
const std::string_view kPageStyle = R"css(
:root {
  color-scheme: light dark;
  --page: #ffffff; --card: #f6f7f9; --ink: #1b1e24; --soft: #555b66; --line: #d5d9e0; --link: #0b57a8;
  --good: #0a6640; --bad: #a3161f; --open: #7a4b00; --flag: #fff3d6; --flag-ink: #5f3b00; --focus: #0b57a8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171c; --card: #1d2128; --ink: #e6e8ec; --soft: #a7aebb; --line: #383e49; --link: #8fc0ff;
    --good: #6fd6a1; --bad: #ff9a9a; --open: #f0c06a; --flag: #3d2f0d; --flag-ink: #ffdf9e; --focus: #8fc0ff;
  }
}
* { box-sizing: border-box; }
html { scroll-padding-top: 1rem; }
body { margin: 0 auto; padding: 0 1.25rem 3rem; max-width: 96rem; background: var(--page); color: var(--ink);
  font: 16px/1.5 system-ui, -apple-system, "Segoe UI", "DejaVu Sans", sans-serif; overflow-wrap: break-word; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--focus); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem 1rem; z-index: 2; }
header { padding: 1.5rem 0 .5rem; border-bottom: 2px solid var(--line); }
h1 { font-size: 1.7rem; line-height: 1.25; margin: .25rem 0; text-wrap: balance; }
h2 { font-size: 1.3rem; margin: 2.5rem 0 .5rem; }
h3 { font-size: 1.05rem; margin: 1.75rem 0 .25rem; }
p, li { max-width: 46rem; }
.source, .note, figcaption, dt { color: var(--soft); }
nav.sections ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; padding: 0; margin: .75rem 0; list-style: none; }
.numbers, main > .numbers { display: grid; grid-auto-flow: column; grid-auto-columns: minmax(0, 1fr); gap: .75rem;
  padding: 0; margin: 1.25rem 0; list-style: none; }
.numbers li { background: var(--card); border: 1px solid var(--line); border-radius: .5rem; padding: .6rem .9rem;
  max-width: none; }
@media (max-width: 60rem) {
  .numbers, main > .numbers { grid-auto-flow: row; grid-template-columns: repeat(2, minmax(0, 1fr)); }
  .numbers li:last-child:nth-child(odd) { grid-column: 1 / -1; }
}
.numbers b { display: block; font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.numbers span { display: block; color: var(--soft); font-size: .875rem; }
.warning { background: var(--flag); color: var(--flag-ink); border-left: .4rem solid currentColor; padding: .6rem 1rem;
  max-width: none; }
code, pre, .tsv { font-family: ui-monospace, "DejaVu Sans Mono", monospace; font-size: .85em; }
pre { background: var(--card); border: 1px solid var(--line); border-radius: .375rem; padding: .6rem .8rem;
  overflow-x: auto; white-space: pre-wrap; overflow-wrap: anywhere; }
.table-box { margin: .75rem 0 1.5rem; }
.tools { margin-bottom: .4rem; display: flex; flex-wrap: wrap; gap: .5rem 1rem; align-items: center; min-height: 2.2rem; }
.tools [role=status] { color: var(--soft); font-size: .875rem; }
button, input { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--soft);
  border-radius: .375rem; padding: .2rem .7rem; }
button { cursor: pointer; }
.no-script .tools { display: none; }
.tsv { width: 100%; height: 12rem; background: var(--card); color: var(--ink); }
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: .5rem; }
.scroll.more-right { box-shadow: inset -.6rem 0 .5rem -.4rem var(--soft); border-right: 3px solid var(--soft); }
.scroll.more-left { border-left: 3px solid var(--soft); }
.wide-hint { color: var(--soft); font-size: .875rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
caption { text-align: left; font-weight: 600; padding: .55rem .7rem; background: var(--card); }
th, td { text-align: left; vertical-align: top; padding: .4rem .55rem; border-top: 1px solid var(--line);
  min-width: 3.5rem; }
thead th { background: var(--card); vertical-align: bottom; }
tbody tr:hover { background: var(--card); }
td.number, th.number { text-align: right; white-space: nowrap; }
td.words { min-width: 15rem; }
.claim-part { margin: .6rem 0; padding-left: .8rem; border-left: 3px solid var(--line); }
td.evidence { min-width: 22rem; }
td.setting { min-width: 9rem; max-width: 14rem; }
td.data { min-width: 8.5rem; }
td.metric { min-width: 8rem; }
tbody th { min-width: 9.5rem; }
tbody td:first-child { min-width: 5.5rem; }
#all-claims tbody th { min-width: 4.5rem; }
#all-rows td.words { min-width: 11rem; }
.keep { white-space: nowrap; }
th .note { font-weight: normal; }
#all-cases tbody th { min-width: 14rem; font-weight: normal; }
thead button { background: none; border: 0; padding: 0; font-weight: inherit; text-align: inherit; }
thead button::after { content: "\00a0↕"; color: var(--soft); }
[aria-sort=ascending] button::after { content: "\00a0↑"; color: inherit; }
[aria-sort=descending] button::after { content: "\00a0↓"; color: inherit; }
.good, .holds, .done, .agrees, .better { color: var(--good); }
.bad, .fails, .failed, .timed-out, .out-of-memory, .worse, .differs { color: var(--bad); }
.undecided, .refused, .not-run { color: var(--open); }
.not-tested, .none, .other { color: var(--soft); }
.mark { font-weight: 600; }
.mark.other { font-weight: normal; }
.pivot td { min-width: 7.5rem; }
.pivot td b, .pivot td span { display: block; width: fit-content; }
.pivot td b { font-size: 1.05em; }
.pivot td .theirs { color: var(--soft); }
.stand-in { background: repeating-linear-gradient(135deg, var(--flag) 0 10px, transparent 10px 20px); }
.flag { display: inline-block; background: var(--flag); color: var(--flag-ink); border: 1px solid currentColor;
  border-radius: .25rem; padding: 0 .35rem; font-weight: 600; white-space: nowrap; }
details > summary { cursor: pointer; }
details.missing { margin: .25rem 0 .25rem 1rem; max-width: 60rem; }
details > summary.wide { font-size: 1.3rem; font-weight: bold; margin: 2.5rem 0 .5rem; }
td ul { margin: .25rem 0; padding-left: 1.1rem; }
dl { display: grid; grid-template-columns: minmax(8rem, max-content) 1fr; gap: .2rem 1.25rem; }
dd { margin: 0; overflow-wrap: anywhere; }
.figures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(34rem, 100%), 1fr)); gap: 1.5rem; }
figure { margin: 0; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; min-width: 0; }
figure .drawing { overflow-x: auto; }
figure img { display: block; width: 100%; min-width: 30rem; height: auto; }
@media screen and (max-width: 33rem) {
  figure > .drawing::before { content: "↔  wider than the page: scrolls sideways"; display: block;
    position: sticky; left: 0; color: var(--soft); font-size: .875rem; }
}
figcaption b { color: var(--ink); display: block; }
.figures > .wide { grid-column: 1 / -1; }
.panels { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: .75rem;
  margin-bottom: .5rem; }
.panel { padding: 0; border: 0; border-radius: 0; }
.panel a { display: block; }
.panel img { min-width: 0; max-height: 32rem; object-fit: contain; border: 1px solid var(--line); }
.panel img.small { image-rendering: pixelated; }
.panel figcaption { font-size: .875rem; line-height: 1.35; padding-top: .2rem; }
footer { margin-top: 3rem; border-top: 2px solid var(--line); color: var(--soft); }
@media (max-width: 40rem) {
  body { padding: 0 .75rem 2rem; }
  dl { grid-template-columns: 1fr; }
  dd { margin-bottom: .4rem; }
  main > ul { padding-left: 1.2rem; }
  .panels { grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .5rem; }
}
@media print {
  @page { size: A4 landscape; margin: 12mm; }
  :root { --page: #fff; --card: #fff; --ink: #000; --soft: #444; --line: #999; --link: #000;
    --good: #0a6640; --bad: #a3161f; --open: #7a4b00; --flag: #fff; --flag-ink: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  .tools, .tsv, nav.sections, .skip { display: none; }
  .scroll, figure .drawing { overflow: visible; border: 0; }
  table { font-size: 7.5pt; }
  th, td { min-width: 0 !important; padding: 2pt 4pt; overflow-wrap: break-word; }
  td.setting, tbody th, code { overflow-wrap: anywhere; }
  td.number, .keep { white-space: normal; overflow-wrap: normal; }
  thead button::after { content: none !important; }
  #all-rows tr > :last-child { display: none; }
  td.setting { max-width: none; }
  thead { display: table-header-group; }
  tr, figure, .numbers li { break-inside: avoid; }
  h2, h3, caption { break-after: avoid; }
  figure img { min-width: 0; }
  figure.wide { break-inside: auto; }
  .panels { grid-template-columns: repeat(4, minmax(0, 1fr)); }
  .panel img { max-height: 8cm; }
}
)css";

}  // namespace structlab::harness
