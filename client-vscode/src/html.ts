/** Pages that a webview shows: escaped text, a strict content policy, the editor's own colours. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

export function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}

/** JSON that can stand inside a script element, whatever strings it holds. */
export function embedded(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

const STYLE = `
:root { --ok: var(--vscode-charts-green); --warn: var(--vscode-charts-yellow); --bad: var(--vscode-charts-red);
  --info: var(--vscode-charts-blue); --dim: var(--vscode-descriptionForeground); }
body { font: var(--vscode-font-size)/1.5 var(--vscode-font-family); color: var(--vscode-foreground);
  max-width: 74rem; margin: 0 auto; padding: 0.5rem 1.5rem 3rem; }
h1 { font-size: 1.5em; font-weight: 600; margin: 0.6em 0 0.2em; }
h2 { font-size: 1.1em; font-weight: 600; margin: 1.6em 0 0.4em; }
code, pre { font-family: var(--vscode-editor-font-family); font-size: 0.95em; }
code { background: none; color: inherit; padding: 0; }
pre { background: var(--vscode-textCodeBlock-background); padding: 0.8em 1em; white-space: pre-wrap; overflow-wrap: anywhere; border-radius: 4px; }
p { margin: 0.4em 0; }
.dim { color: var(--dim); }
table { border-collapse: collapse; width: 100%; }
th { text-align: left; font-weight: 600; color: var(--dim); }
th, td { padding: 0.25em 0.9em 0.25em 0; border-bottom: 1px solid var(--vscode-widget-border, rgba(128,128,128,.25)); vertical-align: top; }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
`;

export interface Page {
  title: string;
  body: string;
  style?: string;
  /** A nonce for the page's scripts, which must carry it. */
  nonce?: string;
  language: string;
}

export function page({ title, body, style = '', nonce, language }: Page): string {
  const scripts = nonce === undefined ? '' : ` script-src 'nonce-${nonce}';`;
  const policy = `default-src 'none'; style-src 'unsafe-inline';${scripts}`;
  return `<!DOCTYPE html>
<html lang="${escape(language)}"><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<title>${escape(title)}</title><style>${STYLE}${style}</style></head>
<body>${body}</body></html>`;
}
