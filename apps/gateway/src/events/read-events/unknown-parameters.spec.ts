import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

describe('parameters that a read does not have (EVT-41)', () => {
  let gateway: TestGateway;
  let token: string;
  beforeAll(async () => {
    gateway = await startTestGateway();
    ({ token } = await newAccountWithCalendar(gateway.database.pool));
  });
  afterAll(() => gateway.stop());

  it.each([
    ['/v1/events', 'start=2026-11-20&end=2026-11-21', ['end', 'start']],
    ['/v1/events', 'page=2&limit=10', ['limit', 'page']],
    ['/v1/free_busy', 'calendar_id=cal_1&since=2026-11-20', ['calendar_id', 'since']],
  ])(
    'given GET %s with %s, then 422 names each: ignored, they would return other events',
    async (path, query, names) => {
      const { status, body } = await gateway.call('GET', `${path}?tzid=Etc/UTC&${query}`, { token });
      const { errors } = body as { errors: Record<string, { key: string }[]> };
      expect([status, Object.keys(errors).sort()]).toEqual([422, names]);
    },
  );

  it('given those that it has, then it answers', async () => {
    const query = 'tzid=Etc/UTC&from=2026-11-20&to=2026-11-21&calendar_ids[]=';
    const { status } = await gateway.call('GET', `/v1/events?${query.replace('&calendar_ids[]=', '')}`, { token });
    expect(status).toBe(200);
  });
});
