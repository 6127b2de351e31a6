// Bundles the extension and the script of its reports into client-vscode/dist.
import { context } from 'esbuild';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const production = process.argv.includes('--production');
const common = {
  bundle: true,
  minify: production,
  sourcemap: !production,
  outdir: join(here, 'dist'),
  logLevel: 'info',
};
const contexts = await Promise.all([
  context({
    ...common,
    entryPoints: [join(here, 'src/extension.ts')],
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    external: ['vscode'],
    // The language client's CommonJS build; its "module" variants pull in two copies of the protocol.
    mainFields: ['main'],
  }),
  context({
    ...common,
    entryPoints: [join(here, 'src/scanPage.ts')],
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
  }),
]);

if (process.argv.includes('--watch')) {
  await Promise.all(contexts.map((each) => each.watch()));
} else {
  await Promise.all(contexts.map((each) => each.rebuild()));
  await Promise.all(contexts.map((each) => each.dispose()));
}
