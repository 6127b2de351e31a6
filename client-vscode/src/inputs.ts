/** Inputs of a check as the user types them, `x=float32[1,3,224,224] ids=int64[2,32]{0:100}`, and what to propose. */

const ITEM = /(?:[A-Za-z_]\w*\s*=\s*)?(?:[a-z]+\d*\s*\[[\d\s,]*\]\s*(?:\{[^{}]*\})?|@[^\s;]+)/y;
const GAP = /[\s;,]*/y;

/** The single inputs; undefined when the text is not a list of them. */
export function split(text: string): string[] | undefined {
  const items: string[] = [];
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const match = pattern.exec(text)?.[0];
    at += match?.length ?? 0;
    return match;
  };
  take(GAP);
  while (at < text.length) {
    const item = take(ITEM);
    if (item === undefined) {
      return undefined;
    }
    items.push(item.trim());
    take(GAP);
  }
  return items;
}

/** Names of the parameters without a default of `forward` in a class of a Python text. */
export function forwardParameters(text: string, className: string): string[] {
  const head = new RegExp(`^([ \\t]*)class\\s+${className}\\b`, 'm').exec(text);
  if (head === null) {
    return [];
  }
  const indent = head[1] ?? '';
  const rest = text.slice(head.index + head[0].length);
  const next = new RegExp(`\\n${indent}(?=[^\\s#)])`).exec(rest);
  const body = next === null ? rest : rest.slice(0, next.index);
  const forward = /^[ \t]+def\s+forward\s*\(/m.exec(body);
  if (forward === null) {
    return [];
  }
  return parameters(body.slice(forward.index + forward[0].length));
}

function parameters(text: string): string[] {
  const items: string[] = [];
  let item = '';
  let depth = 0;
  for (const char of text.replace(/#.*/g, '')) {
    if (depth === 0 && (char === ')' || char === ',')) {
      items.push(item);
      item = '';
      if (char === ')') {
        break;
      }
      continue;
    }
    depth += '([{'.includes(char) ? 1 : ')]}'.includes(char) ? -1 : 0;
    item += char;
  }
  const plain = items.slice(1).filter((each) => !each.includes('=') && !each.includes('*'));
  return plain.map((each) => (each.split(':')[0] ?? '').trim()).filter((name) => /^[A-Za-z_]\w*$/.test(name));
}

/** A first proposal: images, or indices where the name sounds like them. */
export function proposal(names: readonly string[]): string {
  const shown = names.length === 0 ? ['x'] : names;
  return shown.map((name) => `${name}=${sounds(name) ? 'int64[1,16]{0:100}' : 'float32[1,3,224,224]'}`).join(' ');
}

function sounds(name: string): boolean {
  return /^(idx|ids?|tokens?|src|tgt|labels?|indices)$|_(ids?|tokens?|idx)$/.test(name);
}
