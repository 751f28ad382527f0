/** The style sheet of a report, for light and dark mode, print and phones. */
export const STYLE = `
:root { color-scheme: light dark;
  --page: #fff; --panel: #f6f7f9; --line: #e1e5eb; --text: #1b2230; --soft: #5a6476; --good: #14693a; --bad: #b3261e; --unclear: #8a4b00;
  --one: #2f5fd0; --two: #d0651b; --three: #9aa5b8; --four: #16866a; --five: #8a4fc7; --six: #b03a70; --seven: #6b7a1f;
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
@media (prefers-color-scheme: dark) { :root {
  --page: #11151c; --panel: #181e28; --line: #2b3443; --text: #e4e8ef; --soft: #9ba7ba; --good: #7fd49f; --bad: #ff9a92; --unclear: #f0b871;
  --one: #85a6ff; --two: #f4a261; --three: #64718a; --four: #5ecfae; --five: #c39bf0; --six: #f08cb4; --seven: #c3cf6a; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text); overflow-wrap: break-word; }
main { max-width: 56rem; margin: 0 auto; padding: 2.5rem 1.5rem 4rem; }
h1 { font-size: 1rem; font-weight: 600; color: var(--soft); margin: 0 0 1.2rem; }
h2 { font-size: 1.2rem; letter-spacing: -0.01em; margin: 2.6rem 0 0.3rem; }
p { margin: 0 0 0.8em; }
a { color: inherit; }
.verdict { font-size: 1.7rem; line-height: 1.25; letter-spacing: -0.02em; font-weight: 650; margin: 0 0 1.2rem; text-wrap: balance; }
.verdict::before { content: ""; display: block; width: 3rem; height: 5px; border-radius: 3px; background: var(--unclear); margin-bottom: 0.9rem; }
.verdict.kept::before { background: var(--good); }
.verdict.not_kept::before { background: var(--bad); }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(6.6rem, 1fr)); gap: 0.6rem; margin: 0 0 1.2rem; padding: 0; }
.tiles div { background: var(--panel); border: 1px solid var(--line); border-radius: 10px; padding: 0.6rem 0.8rem; display: flex; flex-direction: column; justify-content: space-between; }
.tiles dt { color: var(--soft); font-size: 0.8rem; line-height: 1.3; }
.tiles dd { margin: 0; font-size: 1.25rem; font-weight: 620; font-variant-numeric: tabular-nums; white-space: nowrap; }
.tiles .bad dd { color: var(--bad); }
.reading, .small { color: var(--soft); font-size: 0.9rem; max-width: 46rem; }
.legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; list-style: none; margin: 0 0 0.4rem; padding: 0; font-size: 0.85rem; }
.key { display: inline-block; width: 1.1rem; height: 3px; border-radius: 2px; vertical-align: middle; margin-right: 0.45rem; background: currentColor; }
.one { color: var(--one); } .two { color: var(--two); } .three { color: var(--three); } .four { color: var(--four); } .five { color: var(--five); } .six { color: var(--six); } .seven { color: var(--seven); } .bad { color: var(--bad); }
.picture svg { display: block; max-width: 100%; height: auto; font-size: 11px; font-variant-numeric: tabular-nums; }
.picture .wide { width: 100%; }
.picture .narrow { display: none; }
svg text { fill: var(--soft); }
svg .grid { stroke: var(--line); } svg .axis, svg .tick { stroke: var(--soft); } svg .shade { fill: var(--panel); }
svg .line { fill: none; stroke: currentColor; stroke-width: 1.8; stroke-linejoin: round; } svg .line.three { stroke-width: 1.1; }
svg .fill { fill: currentColor; opacity: 0.14; } svg .dot { fill: currentColor; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; min-width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 0.4rem 0 0.4rem 1.2rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child, th.text, td.text { text-align: left; padding-left: 0; padding-right: 1.2rem; font-weight: inherit; }
thead th { color: var(--soft); font-size: 0.8rem; font-weight: 600; }
.configuration th { color: var(--soft); width: 12rem; } .configuration td { text-align: left; white-space: normal; overflow-wrap: anywhere; }
code { font: 0.875em ui-monospace, "SF Mono", Menlo, Consolas, monospace; overflow-wrap: anywhere; }
ul.plain { padding-left: 1.2rem; margin: 0.4rem 0 0; max-width: 46rem; } ul.plain li { margin-bottom: 0.35rem; } ul.plain code { white-space: nowrap; }
footer { margin-top: 3rem; padding-top: 1rem; border-top: 1px solid var(--line); }
@media (max-width: 40rem) { main { padding: 1.5rem 1rem 3rem; } .verdict { font-size: 1.35rem; } .picture .wide { display: none; } .picture .narrow { display: block; width: 100%; }
  .tiles { grid-template-columns: 1fr 1fr; } .configuration th { width: 8rem; } }
@media print { main { max-width: none; padding: 0; } section { break-inside: avoid; } }
`
