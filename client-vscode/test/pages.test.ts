import { expect, test } from 'vitest';

import { embedded, escape, page } from '../src/html';
import type { Deviation, VerifyReport } from '../src/results';
import { because, figure, verifyPage, type Say } from '../src/verifyPage';

const say: Say = (text, ...parts) => text.replace(/\{(\d)\}/g, (_, index: string) => parts[Number(index)] ?? '');
const row: Deviation = { name: 'out', shape: [2, 10], dtype: 'float32', max_abs: 2.4e-7, max_rel: 0.01, cosine: 1, within: true };
const report: VerifyReport = {
  verdict: 'equivalent', reason: null, outputs: [row], layers: [], gradients: [], first_divergence: null,
  versions: { torch: '2.13.0', mindspore: '2.10.0' }, stand_ins: [], seconds: 12.34,
};
const checked = { name: 'Net', file: 'a.py', build: 'Net("<b>")', inputs: ['x=float32[1,3]'], mode: 'eval' };

test('what a report holds cannot become part of the page', () => {
  const html = verifyPage({ ...report, trace: '<script>alert(1)</script>' }, checked, say, 'en');

  expect(html).not.toContain('<script>');
  expect(html).toContain('Net(&quot;&lt;b&gt;&quot;)');
});

test('embedded data cannot end its script', () => {
  const value = { text: '</script><!-- & \u2028' };

  expect(embedded(value)).not.toMatch(/[<>&\u2028]/);
  expect(JSON.parse(embedded(value))).toEqual(value);
});

test('a page without a nonce runs no script', () => {
  expect(page({ title: 't', body: '', language: 'en' })).not.toContain('script-src');
  expect(escape(`<a href="x">'&`)).toBe('&lt;a href=&quot;x&quot;&gt;&#39;&amp;');
});

test('an equivalent model is told with its figure', () => {
  expect(because(report, say)).toBe('largest difference 2.4e-7');
  expect(verifyPage(report, checked, say, 'en')).toContain('torch 2.13.0 · mindspore 2.10.0');
});

test('a different model is told with its first layer', () => {
  const different: VerifyReport = { ...report, verdict: 'different', reason: 'outputs', message: 'The outputs differ.', first_divergence: 'bn1' };

  expect(because(different, say)).toBe('The outputs differ.; first in bn1');
});

test('figures are short', () => {
  expect([null, 0, 0.25, 2.4e-7, 12345.6].map(figure)).toEqual(['–', '0', '0.250', '2.4e-7', '1.2e+4']);
});
