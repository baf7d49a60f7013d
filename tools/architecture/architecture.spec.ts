import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as rules from './architecture-rules.js';
import { contractLogic, crowdedEndpoints } from './contract-rules.js';
import { readSources, sourceFile } from './source-tree.js';
import { valueCycles } from './value-cycles.js';

const root = join(import.meta.dirname, '../..');
const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];
const pure = [
  'libs/icalendar/src',
  'libs/contracts/src',
  'libs/topics/src',
  'libs/public-api/src',
  'libs/design/src',
  'libs/free-busy/src',
  'libs/event-writes/src',
  'apps/invites/src/itip',
];

/** Folders of a service that several resources import; each entry is a decision. */
const shared: Record<string, readonly string[]> = {
  gateway: [
    'accounts',
    'applications',
    'audit',
    'availability/hold-time',
    'availability/query-availability',
    'booking-links',
    'booking-links/book-slot',
    'booking-links/change-booking',
    'booking-links/show-booking-page',
    'events',
    'events/accept-write',
    'http',
    'http/admission',
    'http/browser',
    'http/bus',
    'http/code',
    'http/cors',
    'http/idempotency',
    'http/pages',
    'http/rate-limit',
    'oauth/journey',
    'oauth/journey/texts',
    'oauth/journey/texts/addition',
    'oauth/journey/texts/booking',
    'provider-writes',
    'landing',
    'read-model',
    'tokens',
  ],
  e2e: ['harness', 'convergence'],
  'calendar-sync': ['budget', 'leases', 'published-state', 'stored-credentials'],
  invites: ['invites', 'itip', 'replies', 'replies/record-reply', 'replies/reply-mail', 'replies/reply-mail/tnef'],
  availability: ['busy-time', 'busy-time/member-time'],
  notifier: ['callbacks', 'channels'],
  simulator: [
    'google',
    'google/calendar',
    'google/oauth',
    'http',
    'microsoft',
    'microsoft/entra',
    'microsoft/graph',
    'microsoft/subscriptions',
  ],
};

/** Files below `libs` that build schemas, and those that read contracts. */
const ofContracts = {
  builders: [
    'contracts/src/calendar-sync/provider-names.ts',
    'public-api/src/shared/endpoint.ts',
    'public-api/src/shared/errors.ts',
    'public-api/src/shared/fields.ts',
    'public-api/src/shared/unsupported.ts',
    'public-api/src/shared/written-time.ts',
    'public-api/src/availability/availability-fields.ts',
    'public-api/src/availability/meeting.ts',
    'public-api/src/availability/rule.ts',
    'public-api/src/bookable-events/bookable-event-fields.ts',
    'public-api/src/events/transparency-fields.ts',
    'public-api/src/events/written-event.ts',
    'public-api/src/oauth/pages.ts',
    'public-api/src/oauth/token-call.ts',
  ],
  tools: ['contracts/src/documents/', 'contracts/src/examples/', 'public-api/src/documents/'],
};

describe('the architecture', () => {
  const files = readSources(root);

  it('given the tree, when read, then there is something to check', () => {
    expect(files.length).toBeGreaterThan(50);
    expect(files.some((file) => file.path === 'apps/gateway/src/main.ts')).toBe(true);
  });
  it('only main.ts uses process', () => expect(rules.processOutsideMain(files)).toEqual([]));
  it('sibling use cases do not import each other', () => expect(rules.siblingImports(files, shared)).toEqual([]));
  it('pure folders do no I/O', () => expect(rules.impureImports(files, pure)).toEqual([]));
  it('a handler handles messages', () => expect(rules.idleHandlers(files)).toEqual([]));
  it('no file is over 300 lines', () => expect(rules.longFiles(files)).toEqual([]));
  it('file names have a known role', () => expect(rules.unknownRoles(files)).toEqual([]));
  it('dates are computed in libs/icalendar only', () => expect(rules.dateArithmetic(files)).toEqual([]));
  it('a use case has a spec beside it', () => expect(rules.useCasesWithoutSpec(files, services)).toEqual([]));

  it('files do not load one another in a cycle', () => expect(valueCycles(files)).toEqual([]));

  it('contracts have no logic', () => expect(contractLogic(files, ofContracts)).toEqual([]));
  it('an endpoint has a separate file', () => expect(crowdedEndpoints(files)).toEqual([]));

  it('every workspace package has Nx tags with a type', () => {
    const packages = ['apps', 'libs', 'libs/providers']
      .flatMap((group) => readdirSync(join(root, group)).map((name) => `${group}/${name}/package.json`))
      .filter((path) => existsSync(join(root, path)));
    expect(packages).toContain('libs/providers/port/package.json');
    const untagged = packages.filter((path) => {
      const { nx } = JSON.parse(readFileSync(join(root, path), 'utf8')) as { nx?: { tags?: string[] } };
      return !nx?.tags?.some((tag) => tag.startsWith('type:'));
    });
    expect(untagged).toEqual([]);
  });
});

describe('the architecture rules', () => {
  const file = (path: string, text: string) => [sourceFile(path, text)];

  it('given planted violations, when checked, then each rule finds its own', () => {
    expect(
      rules.processOutsideMain(file('libs/service-runtime/src/a.ts', 'const port = process.env.PORT;')),
    ).toHaveLength(1);
    expect(
      rules.processOutsideMain(file('libs/service-runtime/src/a.ts', "import { env } from 'node:process';")),
    ).toHaveLength(1);
    for (const [path, imported] of [
      ['apps/gateway/src/events/read-events/a.ts', '../delete-event/b.js'],
      ['apps/gateway/src/events/read-events/a.ts', '../../accounts/b.js'],
      ['apps/gateway/src/events/read-events/a.ts', '../../accounts/create-account/b.js'],
      ['apps/gateway/src/events/a.ts', './read-events/b.js'],
      ['apps/gateway/src/tokens/a.ts', '../oauth/issue-token/b.js'],
    ] as const)
      expect(rules.siblingImports(file(path, `import { b } from '${imported}';`), {})).toHaveLength(1);
    expect(
      rules.impureImports(file('libs/icalendar/src/a.ts', "import { readFile } from 'node:fs';"), pure),
    ).toHaveLength(1);
    expect(rules.longFiles(file('libs/service-runtime/src/a.ts', 'x;\n'.repeat(301)))).toHaveLength(1);
    expect(rules.unknownRoles(file('apps/gateway/src/a/events.service.ts', ''))).toHaveLength(1);
    expect(
      rules.dateArithmetic(file('apps/gateway/src/a/b.ts', 'day.setHours(3);\nconst now = Date.now();')),
    ).toHaveLength(2);
  });

  it('given files that import one another, when checked, then only cycles of values are reported', () => {
    const cyclesOf = (ofA: string, ofB: string) =>
      valueCycles([sourceFile('libs/a/src/a.ts', ofA), sourceFile('libs/a/src/b.ts', ofB)]);
    const cycle = ['libs/a/src/a.ts → libs/a/src/b.ts → libs/a/src/a.ts'];
    expect(cyclesOf("import { b } from './b.js';", "import { type A, a } from './a.js';")).toEqual(cycle);
    expect(cyclesOf("export * from './b.js';", "import './a.js';")).toEqual(cycle);
    expect(cyclesOf("import { b } from './b.js';", "import type { A } from './a.js';")).toEqual([]);
    expect(cyclesOf("import { b } from './b.js';", "export { type A } from './a.js';")).toEqual([]);
  });

  it('given use cases, when checked, then those without a spec in the same folder are reported', () => {
    const at = (...paths: string[]) =>
      rules.useCasesWithoutSpec(
        paths.map((path) => sourceFile(`apps/gateway/src/${path}`, '')),
        services,
      );
    for (const entry of [
      'events/batch/batch.controller.ts',
      'events/batch/batch.handler.ts',
      'events/batch/a.worker.ts',
    ])
      expect(at(entry, 'events/a.spec.ts', 'events/batch/parts/a.spec.ts')).toEqual([
        'apps/gateway/src/events/batch has no spec',
      ]);
    expect(at('events/batch/batch.controller.ts', 'events/batch/read-entry.spec.ts')).toEqual([]);
    expect(at('events/batch/batch.queries.ts', 'invites/invites.controller.ts')).toEqual([]);
  });

  it.each([
    ['a function', 'contracts/src/gateway/a.ts', 'export function idsOf(erasure: Erasure) { return [erasure.id]; }'],
    ['an arrow', 'contracts/src/invites/a.ts', 'export const idsOf = (erasure: Erasure) => [erasure.id];'],
    ['a class', 'contracts/src/notifier/a.ts', 'export class Change {}'],
    ['a function of a builder', 'public-api/src/shared/fields.ts', 'export function sum(a: number) { return a + 1; }'],
    ['statements of a builder', 'public-api/src/shared/fields.ts', 'export const text = () => { return z.string(); };'],
  ])('given %s that a contract exports, when checked, then it is reported', (_what, path, text) => {
    expect(contractLogic(file(`libs/${path}`, text), ofContracts)).toHaveLength(1);
  });

  it('given a handler that handles no message, when checked, then it is reported', () => {
    const path = 'apps/gateway/src/events/read/read.handler.ts';
    expect(rules.idleHandlers(file(path, 'export class Read {}'))).toHaveLength(1);
    expect(rules.idleHandlers(file(path, 'class Read { @OnMessage(topic) read() {} }'))).toEqual([]);
  });

  it('given the module of a resource, when it imports a use case of another one, then only that is reported', () => {
    const of = (imported: string) =>
      rules.siblingImports(file('apps/gateway/src/callbacks/callbacks.module.ts', `import '${imported}';`), {});
    expect(of('../oauth/issue-token/issue-token.js')).toHaveLength(1);
    expect([...of('./channels/channels.controller.js'), ...of('../oauth/oauth.module.js')]).toEqual([]);
  });

  it('given two endpoints in a file, when checked, then both are reported', () => {
    const two = "export const read = endpoint({ method: 'get' });\nexport const write = endpoint({ method: 'post' });";
    expect(crowdedEndpoints(file('libs/public-api/src/events/a.ts', two))).toEqual([
      'libs/public-api/src/events/a.ts declares read and write',
    ]);
  });

  it('given schemas, refinements and one endpoint, when checked, then nothing is reported', () => {
    const allowed = [
      sourceFile(
        'libs/public-api/src/events/a.ts',
        `const inOrder = ({ a, b }: Pair) => a < b;
         export const pair = z.object({ a: z.int(), b: z.int() }).refine(inOrder);
         export type Pair = z.infer<typeof pair>;
         export const write = endpoint({ body: pair });
         export const writeOfApplication = ofApplication(write);`,
      ),
      sourceFile('libs/public-api/src/shared/fields.ts', 'export const text = (max: number) => z.string().max(max);'),
      sourceFile('libs/public-api/src/documents/a.ts', 'export function render() { return {}; }'),
      sourceFile('libs/contracts/src/gateway/a.spec.ts', 'export function given() { return {}; }'),
      sourceFile('libs/icalendar/src/a.ts', 'export function parse() { return {}; }'),
    ];
    expect(contractLogic(allowed, ofContracts)).toEqual([]);
    expect(crowdedEndpoints(allowed)).toEqual([]);
  });

  it('given allowed code, when checked, then nothing is reported', () => {
    const allowed = [
      sourceFile('apps/gateway/src/main.ts', 'process.exit(Date.now());'),
      sourceFile(
        'apps/gateway/src/events/read-events/read-events.controller.ts',
        "// process.env and Date.now()\nconst a = 'process.env'; import '../../tokens/b.js';",
      ),
      sourceFile('apps/gateway/src/events/read-events/a.ts', "import '../times.js'; import '../../injection.js';"),
      sourceFile('apps/gateway/src/events/read-events/read-events.spec.ts', 'Date.now();'),
      sourceFile('apps/gateway/src/clock/clock.ts', 'export const now = () => Date.now();'),
      sourceFile('libs/icalendar/src/zone.ts', 'Date.UTC(2026, 0, 1);'),
    ];
    expect(rules.processOutsideMain(allowed)).toEqual([]);
    expect(rules.siblingImports(allowed, shared)).toEqual([]);
    expect(rules.unknownRoles(allowed)).toEqual([]);
    expect(rules.dateArithmetic(allowed)).toEqual([]);
  });
});
