import { ESLint } from 'eslint';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { readGraph, type Graph } from './graph.fixture.js';

const root = join(import.meta.dirname, '../..');
// no program has the files that are planted, so their types are unknown
const untyped = {
  files: ['**/*.ts'],
  languageOptions: { parserOptions: { project: null } },
  rules: { '@typescript-eslint/no-floating-promises': 'off' as const },
};
const eslint = new ESLint({ cwd: root, overrideConfig: untyped });
const rule = 'no-restricted-imports';

let graph: Graph;
beforeAll(async () => {
  graph = await readGraph();
});

/** What ESLint reports about a file that need not exist. */
async function found(path: string, text: string): Promise<(string | null)[]> {
  const [result] = await eslint.lintText(text, { filePath: join(root, path) });
  return result!.messages.map(({ ruleId }) => ruleId);
}

describe('module boundaries', () => {
  it('given the workspace, when its tags are read, then each package has one type and one scope that the rules know', () => {
    expect(graph.nodes['@kalends/gateway']?.data.tags).toEqual(expect.arrayContaining(['scope:gateway']));
    const wrong = Object.values(graph.nodes).filter(({ data: { tags = [], root: folder } }) => {
      const types = tags.filter((tag) => /^type:(pure|lib|testing|service|composition|cli|e2e|page|tool)$/.test(tag));
      const service =
        types[0] === 'type:service'
          ? folder.split('/')[1]
          : '(shared|public-api|provider|provider-port|provider-registry|operator|console|product|tools)';
      return types.length !== 1 || tags.filter((tag) => new RegExp(`^scope:${service}$`).test(tag)).length !== 1;
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each([
    ['a service imports another', 'apps/invites/src/a.ts', '@kalends/gateway'],
    ['a spec of a service imports another', 'apps/invites/src/a.spec.ts', '@kalends/gateway'],
    ['a library imports a service', 'libs/messaging/src/a.ts', '@kalends/notifier'],
    ['a pure library imports an impure one', 'libs/icalendar/src/a.ts', '@kalends/messaging'],
    ['a pure library imports a database', 'libs/free-busy/src/a.ts', 'pg'],
    ['a pure library imports a module of Node', 'libs/free-busy/src/a.ts', 'node:fs'],
    ['product code imports a test library', 'apps/gateway/src/a.ts', '@kalends/testing'],
    ['product code imports the simulator', 'apps/all-in-one/src/a.ts', '@kalends/simulator'],
    ['a library imports a test library', 'libs/messaging/src/a.ts', '@kalends/testing'],
    ['the command line imports a service', 'apps/cli/src/a.ts', '@kalends/gateway'],
    ['product code imports a tool', 'apps/cli/src/a.ts', '../../../tools/kafka/kafka.mjs'],
    ['a service other than the gateway imports the public API', 'apps/notifier/src/a.ts', '@kalends/public-api'],
    ['contracts import the public API', 'libs/contracts/src/a.ts', '@kalends/public-api'],
    ['a service imports a provider', 'apps/calendar-sync/src/a.ts', '@kalends/provider-google/sync'],
    ['a service imports another half of a provider', 'apps/gateway/src/a.ts', '@kalends/provider-microsoft/consent'],
    ['a service without providers imports the registry', 'apps/invites/src/a.ts', '@kalends/provider-registry'],
    ['a provider imports another', 'libs/providers/google/src/a.ts', '@kalends/provider-caldav'],
    ['a provider imports the registry', 'libs/providers/google/src/a.ts', '@kalends/provider-registry'],
    ['a provider imports the public API', 'libs/providers/google/src/a.ts', '@kalends/public-api'],
    ['contracts import a provider', 'libs/contracts/src/a.ts', '@kalends/provider-registry'],
    ['a package is imported by its path', 'apps/cli/src/a.ts', '../../../libs/icalendar/src/index.js'],
    ['a program other than TypeScript imports a test library', 'apps/gateway/src/a.mjs', '@kalends/testing'],
  ])('given a planted file, when %s, then the rule reports it', async (_, path, imported) => {
    expect(await found(path, `import * as a from '${imported}';\nexport { a };\n`)).toEqual([rule]);
  });

  it('given a planted file, when product code imports one of our packages dynamically, then that is reported', async () => {
    expect(await found('apps/cli/src/a.ts', `export const a = () => import('@kalends/gateway');\n`)).toEqual([
      'no-restricted-syntax',
    ]);
  });

  it.each([
    ['apps/gateway/src/a.ts', '@kalends/icalendar'],
    ['apps/gateway/src/a.ts', '@kalends/public-api'],
    ['apps/cli/src/a.ts', '@kalends/public-api'],
    ['apps/gateway/src/a.ts', '@kalends/provider-registry'],
    ['apps/calendar-sync/src/a.ts', '@kalends/provider-port/sync'],
    ['apps/calendar-sync/src/a.spec.ts', '@kalends/provider-google/testing'],
    ['libs/providers/google/src/a.ts', '@kalends/provider-port/consent'],
    ['libs/providers/registry/src/a.ts', '@kalends/provider-google'],
    ['apps/gateway/src/a.spec.ts', '@kalends/testing'],
    ['apps/gateway/src/a.fixture.ts', '@kalends/simulator'],
    ['apps/cli/src/a.spec.ts', '../../../tools/kafka/kafka.mjs'],
    ['apps/all-in-one/src/a.ts', '@kalends/gateway'],
    ['apps/e2e/bench/a.mjs', '@kalends/notifier'],
  ])('given %s, when it imports %s, then that is allowed', async (path, imported) => {
    expect(await found(path, `import * as a from '${imported}';\nexport { a };\n`)).toEqual([]);
  });
});

describe('programs that no compiler reads', () => {
  it.each([
    ['no-undef', 'export const a = () => nowhere;\n'],
    ['no-dupe-keys', 'export const a = { b: 1, b: 2 };\n'],
    ['@typescript-eslint/no-unused-vars', 'const a = 1;\n'],
  ])('given a planted .mjs, when linted, then %s reports it', async (expected, text) => {
    expect(await found('tools/kafka/a.mjs', text)).toEqual([expected]);
  });
});
