import type { TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, newAccount, newApplication, profileOf } from '../../read-model/gateway-database.fixture.js';

/** The origin of the page that shows the Element. */
export const page = 'https://app.example';

/** An application with a user who has one calendar, and a page with an Element. */
export async function newElementUser(gateway: TestGateway, scope = ['read_events', 'create_event']) {
  const { pool } = gateway.database;
  const { clientId, secret } = await newApplication(pool);
  const account = await newAccount(pool, scope, clientId);
  const { accountId } = account;
  const calendarId = `cal_${accountId}`;
  const profile = profileOf(accountId, { calendar_ids: [calendarId] });
  await apply(pool, accountId, [profile, calendarOf(accountId, calendarId)]);
  const token = async (permissions: string[], more: { subs?: string[]; origin?: string } = {}) => {
    const body = { permissions, subs: more.subs ?? [accountId], origin: more.origin ?? page };
    const answer = await gateway.call('POST', '/v1/element_tokens', { token: secret, body });
    return (answer.body as { element_token: { token: string } }).element_token.token;
  };
  return { ...account, clientId, secret, calendarId, profileId: profile.profile_id, elementToken: token };
}

export type ElementUser = Awaited<ReturnType<typeof newElementUser>>;
