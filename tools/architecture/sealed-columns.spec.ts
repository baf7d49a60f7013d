import { services } from '@kalends/contracts';
import { afterAll, expect, it } from 'vitest';
import { sealedColumns } from '../../apps/cli/src/sealing/reseal.js';
import { columnsOfServices } from './tables.fixture.js';

const readColumns = columnsOfServices(afterAll);

it('given the services’ tables, when their sealed columns are read, then `secrets reseal` covers each', async () => {
  const columns = await readColumns();
  for (const service of services) {
    const stored = columns
      .filter((one) => one.service === service && /^sealed_|_sealed$/.test(one.column))
      .map(({ column }) => column);
    const known = (sealedColumns as Partial<Record<string, readonly { column: string }[]>>)[service] ?? [];
    expect(known.map(({ column }) => column).sort()).toEqual(stored.sort());
  }
});
