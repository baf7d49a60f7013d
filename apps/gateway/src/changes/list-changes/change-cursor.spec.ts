import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

let gateway: TestGateway;
beforeAll(async () => (gateway = await startTestGateway()));
afterAll(() => gateway.stop());

it.each(['events', 'free_busy'])(
  'given a cursor of the log, when sent as a page of %s, then there is no such page (CHG-4)',
  async (pages) => {
    const { token } = await newAccountWithCalendar(gateway.database.pool, ['read_events', 'read_free_busy']);
    const { body } = await gateway.call('GET', '/v1/changes', { token });
    const { next_cursor } = body as { next_cursor: string };
    expect((await gateway.call('GET', `/v1/${pages}/pages/${next_cursor}`, { token })).status).toBe(404);
    expect((await gateway.call('GET', `/v1/${pages}/pages/forged.cursor`, { token })).status).toBe(404);
  },
);
