// `npm run test:unit`: the quick specs, which start nothing. `npm run spec -- <part of a path>…`: those specs and no others.
import { spawnSync } from 'node:child_process';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { allSpecs, quickSpecs } from './quick.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const quick = quickSpecs(root);
const [mode, ...names] = process.argv.slice(2);
const chosen = mode === 'spec' ? allSpecs(root).filter((path) => names.some((name) => path.includes(name))) : quick;
if (chosen.length === 0) {
  console.error(`no spec has ${names.join(' or ') || 'no name'} in its path`);
  process.exit(1);
}
const run = (args, env = {}) => {
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (status !== 0) process.exit(status ?? 1);
};
const startsNothing = chosen.every((path) => quick.includes(path));
// specs that start our programs start built ones; vitest.config.ts bundles them
run(['tools/prisma/generate.mjs']);
if (!startsNothing) run(['node_modules/typescript/bin/tsc', '-b']);
const project = chosen.some((path) => path.startsWith('apps/e2e/'))
  ? []
  : ['unit', 'outages', 'processes'].flatMap((name) => ['--project', name]);
const env = startsNothing ? { KALENDS_BUNDLE: 'as-is' } : {};
run(['node_modules/vitest/vitest.mjs', 'run', ...project, ...chosen], env);
