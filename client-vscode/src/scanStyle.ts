/** How the page of a scan looks. */

export const SCAN_STYLE = `
header { position: sticky; top: 0; background: var(--vscode-editor-background); padding-bottom: 0.6rem; z-index: 1; }
.bar { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin-top: 0.6rem; }
button { font: inherit; color: inherit; background: none; border: 1px solid var(--vscode-widget-border, rgba(128,128,128,.4));
  border-radius: 1rem; padding: 0.1rem 0.7rem; cursor: pointer; }
button[aria-pressed=false] { opacity: 0.45; }
button b { font-variant-numeric: tabular-nums; }
input { font: inherit; color: var(--vscode-input-foreground); background: var(--vscode-input-background);
  border: 1px solid var(--vscode-input-border, transparent); padding: 0.2rem 0.5rem; flex: 1 1 14rem; min-width: 8rem; }
:focus-visible { outline: 1px solid var(--vscode-focusBorder); }
.dot::before { content: "●"; margin-right: 0.4em; }
.consistent::before { color: var(--ok); } .adjusted::before { color: var(--info); } .divergent::before { color: var(--warn); }
.unsupported::before { color: var(--bad); } .unmapped::before { color: var(--dim); }
details { border-top: 1px solid var(--vscode-widget-border, rgba(128,128,128,.25)); padding: 0.3rem 0; }
summary { cursor: pointer; padding: 0.2rem 0; }
summary .dim { margin-left: 0.8em; }
table { table-layout: fixed; margin: 0.2rem 0 0.6rem; }
td { overflow-wrap: anywhere; }
td code { color: var(--vscode-foreground); }
th:nth-child(1) { width: 3rem; } th:nth-child(2) { width: 26%; } th:nth-child(3) { width: 25%; } th:nth-child(5) { width: 5.5rem; }
tr[tabindex] { cursor: pointer; }
tr[tabindex]:hover { background: var(--vscode-list-hoverBackground); }
.problem { color: var(--vscode-errorForeground); }
`;
