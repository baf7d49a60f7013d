import { bookableEventQuery, type BookableEventQuery, type BookableEventReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount } from '../../read-model/gateway-database.fixture.js';
import { firstPage, pagesOf, readPage } from './registration-pages.js';

describe('bookable events over HTTP', () => {
  let gateway: TestGateway;
  const requests: BookableEventQuery[] = [];
  const replyTo = (topic: string, body: BookableEventQuery): BookableEventReply => {
    if (topic !== bookableEventQuery.name) throw new Error(topic);
    requests.push(body);
    return { outcome: 'unknown' };
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(() => void (requests.length = 0));

  it('given an access token in place of the API key, then 401, and nothing is requested', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const { status } = await gateway.call('GET', '/v1/bookable_events/yoga', { token });
    expect([status, requests]).toEqual([401, []]);
  });

  it('given pages of registrations, then next_page is there exactly while another page follows (HTTP-9)', () => {
    const base = `${publicUrl}/v1/bookable_events/yoga/registrations/pages`;
    const first = pagesOf(firstPage, 250, { after: 100, base });
    expect([first.current, first.total]).toEqual([1, 3]);
    expect(readPage(first.next_page!.slice(base.length + 1))).toEqual({ after: 100, number: 2 });
    expect(pagesOf({ after: 200, number: 3 }, 250, { after: null, base })).toEqual({ current: 3, total: 3 });
    expect(readPage('forged')).toBeNull();
  });
});
