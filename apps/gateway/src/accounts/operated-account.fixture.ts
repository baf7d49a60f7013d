import { providerWritesQuery, type ProviderWritesReply } from '@kalends/contracts';
import { adminKey, startTestGateway, type ReplyTo } from '../gateway.fixture.js';

interface Details {
  grants: { grant_id: string; scope: string }[];
  profile_states: { profile_id: string }[];
  [member: string]: unknown;
}

const nothingWaits: ProviderWritesReply = { waiting: [], total: 0, written: null };

/** A gateway with one account, and the calls of an operator. `replies`: of other services; by default no write waits. */
export async function startWithAccount(replies: Readonly<Record<string, ReplyTo>> = {}) {
  const known: Readonly<Record<string, ReplyTo>> = { [providerWritesQuery.name]: () => nothingWaits, ...replies };
  const gateway = await startTestGateway({ replyTo: (topic, body) => known[topic]!(topic, body) });
  const call = (method: string, path: string, body?: object) =>
    gateway.call(method, path, { token: adminKey, ...(body ? { body } : {}) });
  const application = await call('POST', '/admin/v1/applications', { name: 'Rooms', redirect_uris: [] });
  const { client_id: clientId } = application.body as { client_id: string };
  const made = await call('POST', `/admin/v1/applications/${clientId}/accounts`, {
    email: 'ann@example.com',
    name: 'Ann',
    scope: 'read_events create_event',
  });
  const account = made.body as { sub: string; access_token: string; calendar_id: string };
  const details = async () =>
    ((await call('GET', `/admin/v1/accounts/${account.sub}`)).body as { account: Details }).account;
  return { gateway, clientId, account, call, details };
}
