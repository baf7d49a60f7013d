import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSources } from '../architecture/source-tree.js';
import { hasClient, isGenerated, services } from './generate.mjs';

const root = join(import.meta.dirname, '../..');
const isClient = (imported: string) => imported.endsWith('/generated/prisma/client.js');

describe('the committed Prisma clients', () => {
  it('given the services that use only SQL, when clients are generated, then they have none', () => {
    const sources = readSources(root);
    const importing = services().filter(({ name }) =>
      sources.some((file) => file.path.startsWith(`apps/${name}/`) && file.imports.some(isClient)),
    );
    const generating = services().filter(({ schema: path }) => hasClient(path));
    expect(generating).toEqual(importing);
    expect(importing.length).toBeGreaterThan(0);
  });

  it('given the committed clients, when compared with their schemas, then they were generated from them', () => {
    const committed = services().filter(({ schema: path }) => hasClient(path));
    // differs after a change of a schema: npm run generate
    expect(committed.filter(({ schema: path }) => !isGenerated(path))).toEqual([]);
  });
});
