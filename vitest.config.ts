import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { bundle, isFresh } from './tools/bundle/bundle.mjs';

/** Real calendars for tests: `CORPUS_DIR`, or the corpora beside this checkout. */
const beside = fileURLToPath(new URL('../shared/corpora', import.meta.url));
const corpusDir = process.env.CORPUS_DIR || (existsSync(beside) ? beside : undefined);

// Specs start programs as they are shipped; an outdated bundle would test nothing. Nx bundles before
// those tests that need it, and KALENDS_BUNDLE=as-is runs specs that start no program.
const asIs = process.env.NX_TASK_TARGET_PROJECT !== undefined || process.env.KALENDS_BUNDLE === 'as-is';
if (!asIs && !isFresh()) await bundle();

const shared = {
  env: corpusDir === undefined ? {} : { CORPUS_DIR: corpusDir },
  environment: 'node' as const,
  pool: 'forks' as const,
  // modules are loaded once per worker: importing the services for each file takes a third of the time
  isolate: false,
  // against what hangs: how long something may take, tests say themselves
  testTimeout: 120_000,
  hookTimeout: 120_000,
  expect: { poll: { timeout: 60_000 } },
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

/** Processes of the last release beside those of this one. */
const processes = ['tools/outages/release.spec.ts', 'tools/outages/skew.spec.ts'];
/** Each breaks what ten processes, or a client, stand on. */
const outages = [
  'tools/outages/**/*.spec.ts',
  'tools/k8s/processes.spec.ts',
  'libs/messaging/src/kafka/faults.spec.ts',
];
const costs = ['apps/e2e/src/write-counts.spec.ts'];
const fuzz = ['apps/e2e/src/fuzz/**/*.spec.ts'];
/** Each fills databases of its own. */
const scale = ['apps/e2e/src/scale/**/*.spec.ts'];
/** Random changes and faults, on each transport. */
const convergence = ['convergence', 'healing', 'slow-neighbours'].map((name) => `apps/e2e/src/${name}.spec.ts`);
/** Programs and servers of others, which have to be fetched, compiled or started as root. */
const foreign = [
  'apps/*/src/**/*.foreign.spec.ts',
  'libs/{*,providers/*}/src/**/*.foreign.spec.ts',
  'tools/**/*.foreign.spec.ts',
];

/** Needs a running cluster: npm run cluster:check. */
const cluster = 'tools/cluster/checks/**/*.spec.ts';

/** Sources are tested as they are, without a build. */
const project = (test: object) => ({
  oxc,
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: { ...shared, ...test },
});

/**
 * Files that run one after the other. Projects that do not isolate files and have different numbers of workers need different
 * groups (`groupOrder`).
 */
const oneByOne = (name: string, groupOrder: number, test: object) =>
  project({ name, ...test, fileParallelism: false, sequence: { groupOrder } });

const isNight = process.env.KALENDS_NIGHTLY === '1';

/**
 * What pages, HTTP, a restore and single services do, whatever carries the messages between them: on Kafka at night. caldav-journey,
 * smart-invites, availability, changes and channels have the same paths through the services.
 */
const aboveTheBus = isNight
  ? []
  : [
      'add-to-calendar',
      'availability-members',
      'backup',
      'bookable-events',
      'booking-changes',
      'booking-changes-race',
      'booking-frame',
      'booking-page',
      'booking-providers',
      'booking-race',
      'booking-sequence',
      'booking-slots',
      'connection-health',
      'console',
      'console-causes',
      'console-sign-in',
      'deny',
      'elements',
      'errors',
      'example',
      'expiring-certificate',
      'external-events',
      'foreign-names',
      'further-provider',
      'google-journey',
      'google-return',
      'guides',
      'hostile-calendar',
      'hostile-names',
      'hostile-requests',
      'identity',
      'instances',
      'isolation',
      'journey-back',
      'journey-languages',
      'microsoft-journey',
      'microsoft-rooms',
      'new-members',
      'oauth',
      'official-client',
      'openapi',
      'own-elements',
      'own-elements-react',
      'own-user',
      'pages-of-hours',
      'provider-calendars',
      'published-calendar',
      'python-client',
      'reads',
      'recorded-clients',
      'recurrence',
      'reference',
      'request-ids',
      'simulated-providers',
      'token-endpoint',
      'traces',
      'working-hours',
    ].map((name) => `apps/e2e/src/${name}.spec.ts`);

const globalSetup = ['apps/e2e/src/harness/global-setup.ts'];
/** The end-to-end files run once per transport. */
const e2e = (transport: 'embedded' | 'kafka', groupOrder: number) =>
  oneByOne(`e2e-${transport}`, groupOrder, {
    include: ['apps/e2e/src/**/*.spec.ts'],
    exclude: [...costs, ...fuzz, ...scale, ...convergence, ...(transport === 'kafka' ? aboveTheBus : [])],
    globalSetup,
  });

export default defineConfig({
  test: {
    maxWorkers: 2,
    tags: [
      {
        name: 'long',
        description:
          'takes seconds, and a shorter test takes its path: left out where all tests run by day (tools/test/run.mjs); it runs at night, and where its file is chosen',
      },
    ],
    projects: [
      project({
        name: 'unit',
        include: ['libs/{*,providers/*}/src/**/*.spec.ts', 'apps/*/src/**/*.spec.ts', 'tools/**/*.spec.ts'],
        exclude: ['apps/e2e/**', ...outages, ...processes, ...foreign, cluster],
        globalSetup: ['libs/testing/src/shared-postgres.ts'],
      }),
      oneByOne('foreign', 1, { include: foreign, globalSetup: ['libs/testing/src/shared-postgres.ts'] }),
      // npm run bench:economy
      oneByOne('economy', 12, {
        include: ['apps/calendar-sync/src/economy.fixture.ts'],
        globalSetup: ['libs/testing/src/shared-postgres.ts'],
      }),
      // each starts ten processes and breaks what they stand on
      oneByOne('outages', 2, { include: outages, exclude: processes }),
      oneByOne('processes', 3, { include: processes }),
      // counts of the embedded transport, on a database of their own
      oneByOne('costs', 4, { include: costs }),
      oneByOne('fuzz', 5, { include: fuzz }),
      oneByOne('scale', 6, { include: scale }),
      oneByOne('cluster', 7, { include: [cluster] }),
      e2e('embedded', 8),
      e2e('kafka', 9),
      oneByOne('convergence-embedded', 10, { include: convergence, globalSetup }),
      oneByOne('convergence-kafka', 11, { include: convergence, globalSetup }),
    ],
  },
});
