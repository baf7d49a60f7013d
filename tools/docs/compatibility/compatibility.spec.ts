import { createRequire } from 'node:module';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { describe, expect, it } from 'vitest';
import { clients, compatibilityDocument, outcomeOf } from './compatibility-table.js';

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
});
