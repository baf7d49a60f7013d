import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newPerson, openAvailabilityDatabase, type AvailabilityDatabase } from '../../availability-database.fixture.js';
import { DeclareCalendarHandler } from './declare-calendar.handler.js';

describe('requests about how a calendar counts (AVL-33)', () => {
  let database: AvailabilityDatabase;
  let handler: DeclareCalendarHandler;
  beforeAll(async () => {
    database = await openAvailabilityDatabase();
    handler = new DeclareCalendarHandler(database.pool);
  });
  afterAll(() => database.stop());

  it('given nothing declared, then events count as shown; what is declared twice is declared once, and read', async () => {
    const account_id = await newPerson(database);
    const calendar = { account_id, calendar_id: `cal_${account_id}` };
    const read = () => handler.declare({ ...calendar, counting: null });
    expect(await read()).toEqual({ counting: { counts_as: 'shown', ignores_all_day: false } });
    const counting = { counts_as: 'busy', ignores_all_day: true } as const;
    for (let n = 0; n < 2; n += 1) expect(await handler.declare({ ...calendar, counting })).toEqual({ counting });
    expect(await read()).toEqual({ counting });
  });

  it('given a calendar without events yet, then what is declared waits for them', async () => {
    const calendar = { account_id: randomUUID(), calendar_id: randomUUID() };
    const counting = { counts_as: 'free', ignores_all_day: false } as const;
    await handler.declare({ ...calendar, counting });
    expect(await handler.declare({ ...calendar, counting: null })).toEqual({ counting });
  });
});
