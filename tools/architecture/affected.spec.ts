import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGraph, type Graph } from './graph.fixture.js';

const root = join(import.meta.dirname, '../..');
const require = createRequire(import.meta.url);
/** What `nx affected` itself calls; the command needs two seconds per run. */
const { filterAffected } = require('nx/src/project-graph/affected/affected-project-graph') as {
  filterAffected(graph: Graph, files: { file: string; getChanges: () => [] }[]): Promise<Graph>;
};

const services = ['availability', 'calendar-sync', 'gateway', 'invites', 'notifier'];
/** Projects that start all programs, or check the whole tree. */
const starters = [
  ...['all-in-one', 'e2e', 'tools-alone', 'tools-bundle', 'tools-cluster', 'tools-contracts'],
  ...['tools-dev', 'tools-docker', 'tools-k8s', 'tools-outages', 'tools-package'],
];
const checks = ['tools-architecture', 'tools-docs', 'tools-faults', 'tools-generators', 'tools-test'];
const short = (name: string) => name.replace('@kalends/', '');

let graph: Graph;
beforeAll(async () => {
  graph = await readGraph();
});

/** The projects, without their npm scope, that a change of the file affects. */
async function affected(file: string): Promise<string[]> {
  const { nodes } = await filterAffected(graph, [{ file, getChanges: () => [] }]);
  return Object.keys(nodes).map(short).sort();
}

describe('what a change affects', () => {
  it.each(services)(
    'given a change of %s, when computed, then it, the projects that start it and the checks are affected',
    async (service) => {
      const own = service === 'gateway' ? [service, 'tools-prisma'] : [service];
      expect(await affected(`apps/${service}/src/service.ts`)).toEqual([...own, ...starters, ...checks].sort());
    },
  );

  it.each([
    ['icalendar', [...services, 'contracts', 'free-busy'], ['messaging', 'service', 'testing']],
    ['free-busy', ['availability', 'gateway'], ['calendar-sync', 'invites', 'notifier', 'icalendar', 'messaging']],
    ['design', ['gateway', 'simulator'], ['availability', 'invites', 'notifier', 'contracts', 'public-api']],
    ['event-writes', ['calendar-sync', 'gateway'], ['availability', 'invites', 'notifier', 'contracts']],
    ['contracts', [...services, 'public-api', 'tools-contracts'], ['messaging', 'icalendar', 'free-busy', 'simulator']],
    [
      'public-api',
      ['gateway', 'cli'],
      [...services.filter((name) => name !== 'gateway'), 'contracts', 'messaging', 'simulator'],
    ],
    ['messaging', [...services, 'cli'], ['contracts', 'icalendar', 'free-busy', 'simulator']],
    ['testing', [...services, 'messaging', 'simulator'], ['contracts', 'icalendar', 'free-busy']],
  ])('given a change of %s, when computed, then only its importers are affected', async (library, yes, no) => {
    const found = await affected(`libs/${library}/src/index.ts`);
    expect(found).toEqual(expect.arrayContaining([library, ...yes, ...starters, ...checks]));
    expect(found.filter((name) => no.includes(name))).toEqual([]);
  });

  it.each(['caldav', 'google', 'microsoft', 'built-in'])(
    'given a change of the provider %s, when computed, then the registry, the services with providers, and who starts or checks them are affected',
    async (name) => {
      const own = [`provider-${name}`, 'provider-registry', 'calendar-sync', 'gateway', 'tools-prisma'];
      expect(await affected(`libs/providers/${name}/src/index.ts`)).toEqual([...own, ...starters, ...checks].sort());
    },
  );

  it.each([
    ['tools/kafka/kafka.mjs', ['messaging', 'cli', 'e2e', 'tools-outages', 'tools-k8s'], ['icalendar', 'contracts']],
    ['examples/week-view/main.mjs', ['e2e'], [...services, 'all-in-one']],
    ['tools/ical4j/ical4j.mjs', ['invites', 'all-in-one', 'e2e'], ['gateway', 'messaging', 'tools-kafka']],
    ['tools/testbed/programs.mjs', ['tools-outages', 'tools-k8s', 'tools-workflows'], ['icalendar', 'contracts']],
    ['tools/oracle/series.py', ['icalendar', 'gateway', 'e2e'], ['service', 'testing', 'tools-kafka']],
    ['tools/docker/images.foreign.spec.ts', ['tools-docker', 'tools-k8s'], [...services, 'e2e']],
    ['apps/simulator/src/simulator.ts', ['calendar-sync', 'gateway', 'e2e'], ['invites', 'notifier', 'availability']],
    ['apps/cli/src/cli.ts', ['e2e', 'tools-docs', 'tools-bundle'], services],
    ['k8s/base/gateway.yaml', ['tools-k8s'], [...services, 'e2e', 'tools-docs']],
    ['docker/Dockerfile', ['tools-docker', 'tools-k8s'], [...services, 'e2e', 'tools-docs']],
    ['.github/workflows/nightly.yml', ['tools-workflows'], [...services, 'e2e', 'tools-docs']],
    ['docs/operate.md', ['tools-docs', 'tools-k8s'], [...services, 'e2e', 'tools-docker']],
  ])('given a change of %s, when computed, then its users are affected', async (file, yes, no) => {
    const found = await affected(file);
    expect(found).toEqual(expect.arrayContaining(yes));
    expect(found.filter((name) => no.includes(name))).toEqual([]);
  });

  it.each(['package-lock.json', 'tsconfig.base.json', 'vitest.config.ts', 'eslint.config.mjs'])(
    'given a change of %s, when computed, then every package is affected',
    async (file) => expect(await affected(file)).toEqual(expect.arrayContaining([...services, ...starters, 'testing'])),
  );

  it('given every folder of apps, libs and tools, when the graph is read, then each is a separate project', () => {
    const roots = Object.values(graph.nodes).map(({ data }) => data.root);
    expect(roots.filter((folder) => !/^\w+\/[^/]+$|^libs\/providers\/[^/]+$/.test(folder))).toEqual([]);
    expect(roots.filter((folder) => folder.startsWith('tools/')).length).toBeGreaterThan(10);
  });

  it('given every package, when its targets are read, then it can be built, type-checked, linted and tested', () => {
    const missing = Object.values(graph.nodes)
      .filter(({ data }) => /^(apps|libs)\//.test(data.root))
      .flatMap(({ name, data }) =>
        ['build', 'typecheck', 'lint', 'test'].filter((target) => !data.targets?.[target]).map((t) => `${name}:${t}`),
      );
    expect(missing).toEqual([]);
  });

  it('given the command, when it runs on the same change, then it has the same result', { tags: 'long' }, async () => {
    const args = ['show', 'projects', '--affected', '--files=libs/free-busy/src/index.ts', '--json'];
    const { stdout } = await promisify(execFile)(process.execPath, [require.resolve('nx'), ...args], {
      cwd: root,
      env: { ...process.env, NX_DAEMON: 'false' },
    });
    const names = (JSON.parse(stdout) as string[]).map(short).sort();
    expect(names).toEqual(await affected('libs/free-busy/src/index.ts'));
  });
});
