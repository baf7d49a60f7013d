import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { clients, compatibilityDocument, outcomeOf } from './compatibility-table.js';

interface Recorded {
  version: string;
  requests: { call: string }[];
}

const recordings = join(import.meta.dirname, '../../../apps/e2e/src/clients/recordings');
const path = join(import.meta.dirname, '../../../docs/compatibility.md');

describe('the compatibility of clients', () => {
  it('given the methods of the clients, then the document has what each of them does', async () => {
    const expected = await format(compatibilityDocument(), { ...(await resolveConfig(path)), filepath: path });
    await expect(expected).toMatchFileSnapshot(path);
  });

  it('given a method of a client, then its call is offered or refused by name, never unknown', () => {
    const calls = Object.values(clients).flatMap(({ methods }) => Object.values(methods));
    expect(calls.filter((call) => outcomeOf(call) === undefined)).toEqual([]);
  });

  it('given the installed npm client, then its list has each of its public methods', () => {
    const Cronofy = createRequire(import.meta.url)('cronofy') as { prototype: object };
    const methods = Object.keys(Cronofy.prototype).filter((name) => !name.startsWith('_'));
    expect(Object.keys(clients['npm cronofy']!.methods).sort()).toEqual(methods.sort());
  });

  it.each([
    ['Ruby cronofy', 'ruby.json', 'user_auth_link'],
    ['PHP cronofy', 'php.json', 'getAuthorizationURL'],
  ])(
    'given a method of %s that works, then its request was recorded, or it makes an address',
    (name, file, address) => {
      const { version, methods } = clients[name]!;
      const recorded = JSON.parse(readFileSync(join(recordings, file), 'utf8')) as Recorded;
      const working = Object.entries(methods).filter(([, call]) => call !== null && outcomeOf(call) === 'works');
      const calls = new Set([...recorded.requests.map(({ call }) => call), address]);
      expect([recorded.version, working.map(([method]) => method).filter((method) => !calls.has(method))]).toEqual([
        version,
        [],
      ]);
    },
  );
});
