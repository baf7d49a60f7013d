import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bundle, isFresh } from './tools/bundle/bundle.mjs';
import { caddy } from './tools/docker/caddy.mjs';

/** Real calendars for tests: `CORPUS_DIR`, or the corpora beside this checkout. */
const beside = fileURLToPath(new URL('../shared/corpora', import.meta.url));
const corpusDir = process.env.CORPUS_DIR ?? (existsSync(beside) ? beside : '');

// Specs start programs as they are shipped; an outdated bundle would test nothing. Nx bundles before
// those tests that need it, and KALENDS_BUNDLE=as-is runs specs that start no program.
const asIs = process.env.NX_TASK_TARGET_PROJECT !== undefined || process.env.KALENDS_BUNDLE === 'as-is';
if (!asIs && !isFresh()) await bundle();

const shared = {
  env: { CORPUS_DIR: corpusDir },
  environment: 'node' as const,
  pool: 'forks' as const,
  // modules are loaded once per worker: importing the services for each file takes a third of the time
  isolate: false,
  // against what hangs: how long something may take, tests say themselves
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 10_000 } },
};
// not `module`: builds for bundlers are not what Node loads
const conditions = ['@kalends/source', 'node'];
/** What TypeScript's `experimentalDecorators` and `emitDecoratorMetadata` do. */
const oxc = {
  target: 'es2022',
  decorator: { legacy: true, emitDecoratorMetadata: true },
  assumptions: { setPublicClassFields: true },
  typescript: { removeClassFieldsWithoutInitializer: true },
};

const isNightly = process.env.KALENDS_NIGHTLY === '1';
/** The processes of the manifests, and those of the last release beside them: no time limit that a busy machine would miss. */
const processes = ['tools/outages/release.spec.ts', 'tools/outages/skew.spec.ts', 'tools/k8s/processes.spec.ts'];
const outages = ['tools/outages/**/*.spec.ts'];
/** Measures for a minute what changes with a release at most. */
const measured = 'tools/outages/resources.spec.ts';
const costs = ['apps/e2e/src/write-counts.spec.ts'];
const fuzz = ['apps/e2e/src/fuzz/**/*.spec.ts'];
/** Each fills databases of its own. */
const scale = ['apps/e2e/src/scale/**/*.spec.ts'];

/** Compiling Caddy takes a minute and a half of both processors. */
const compiled = isNightly || existsSync(caddy) ? [] : ['tools/docker/caddy.spec.ts'];

/** Needs a running cluster: npm run cluster:check. */
const cluster = 'tools/cluster/checks/**/*.spec.ts';

/**
 * The end-to-end files run once per transport; everything else runs once. Projects that do not isolate files and have
 * different numbers of workers need different groups.
 */
const e2e = (transport: 'embedded' | 'kafka') => ({
  oxc,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    ...shared,
    name: `e2e-${transport}`,
    include: ['apps/e2e/src/**/*.spec.ts'],
    exclude: [...costs, ...fuzz, ...scale],
    globalSetup: ['apps/e2e/src/harness/global-setup.ts'],
    fileParallelism: false,
    sequence: { groupOrder: transport === 'embedded' ? 4 : 5 },
  },
});

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          ...shared,
          name: 'unit',
          include: ['libs/*/src/**/*.spec.ts', 'apps/*/src/**/*.spec.ts', 'tools/**/*.spec.ts'],
          exclude: ['apps/e2e/**', ...outages, ...processes, ...compiled, cluster],
          globalSetup: ['libs/testing/src/shared-postgres.ts'],
        },
      },
      // each starts ten processes and breaks what they stand on: one after the other, beside nothing else
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          ...shared,
          name: 'outages',
          include: outages,
          exclude: [...processes, ...(isNightly ? [] : [measured])],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: {
          ...shared,
          name: 'processes',
          include: processes,
          fileParallelism: false,
          sequence: { groupOrder: 7 },
        },
      },
      // counts of the embedded transport, on a database of their own
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: { ...shared, name: 'costs', include: costs, fileParallelism: false, sequence: { groupOrder: 2 } },
      },
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: { ...shared, name: 'fuzz', include: fuzz, fileParallelism: false, sequence: { groupOrder: 8 } },
      },
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: { ...shared, name: 'scale', include: scale, fileParallelism: false, sequence: { groupOrder: 6 } },
      },
      {
        oxc,
        resolve: { conditions },
        ssr: { resolve: { conditions } },
        test: { ...shared, name: 'cluster', include: [cluster], fileParallelism: false, sequence: { groupOrder: 3 } },
      },
      e2e('embedded'),
      e2e('kafka'),
    ],
  },
});
