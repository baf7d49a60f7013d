import { randomUUID } from 'node:crypto';
import { examplesOf, topics } from '@kalends/contracts';
import { startTestGateway, type ReplyTo, type TestGateway } from '../../apps/gateway/src/gateway.fixture.js';
import { newAccountWithCalendar } from '../../apps/gateway/src/read-model/gateway-database.fixture.js';
import { tokenHash } from '../../apps/gateway/src/tokens/hash.js';

const redirectUri = 'http://localhost:3000/callback';

/** What of the requests' bodies the answers repeat. */
interface Asked {
  kind: string;
  members?: object[];
  meeting?: { groups: { members: { sub: string }[] }[] };
}

const hour = { start: Date.parse('2026-12-01T10:00:00Z'), end: Date.parse('2026-12-01T10:30:00Z') };

/** Answers in place of the other services: a free slot, a hold, an open channel, an invite. */
const replyTo = (name: string, { kind, members, meeting }: Asked) => {
  const hold = { hold_id: 'visit-4711', members, ...hour, expires_at: hour.end, pinned: false };
  const people = meeting?.groups[0]?.members.map(({ sub }) => sub);
  const replies: Record<string, unknown> = {
    'gateway.query.availability.v1': { outcome: 'found', people, found: [{ ...hour, participants: [0] }], unknown: [] },
    'gateway.query.channel.v1': { outcome: 'accepted' },
    'gateway.query.smart-invite.v1': inviteReply(),
    'gateway.query.hold.v1': kind === 'place' ? { outcome: 'held', repeated: false, hold } : { outcome: 'done' },
  };
  if (!(name in replies)) throw new Error(`no reply is defined for ${name}`);
  return replies[name];
};

/** The contract's example of an invite, with its texts. */
function inviteReply() {
  const topic = topics.find(({ name }) => name === 'gateway.query.smart-invite.v1')!;
  const replies = examplesOf(topic).map(({ reply }) => reply as { outcome: string; invite?: object } | undefined);
  const invite = replies.find((reply) => reply?.outcome === 'invite')?.invite;
  return { outcome: 'invite', invite: { ...invite, icalendar: 'BEGIN:VCALENDAR', email: 'Subject: Board meeting' } };
}

/** A gateway with an account, and the variables that the guides' commands use. */
export async function startForGuides(): Promise<{ gateway: TestGateway; variables: Record<string, string> }> {
  const gateway = await startTestGateway({ replyTo: replyTo as ReplyTo });
  const { pool } = gateway.database;
  const [secret, code] = [`KAL_${randomUUID()}`, randomUUID()];
  await pool.query("UPDATE application SET redirect_uris = $1, plan = 'emerging'", [[redirectUri]]);
  await pool.query(
    "INSERT INTO application_secret (secret_id, client_id, secret_hash, secret_sealed) VALUES ('sec_1', 'app', $1, 'v1.sealed')",
    [tokenHash(secret)],
  );
  const { accountId, calendarId, token } = await newAccountWithCalendar(pool, [
    'read_events',
    'create_event',
    'delete_event',
  ]);
  await pool.query(
    `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, expires_at)
     VALUES ($1, 'app', $2, $3, '{read_events}', now() + interval '10 min')`,
    [tokenHash(code), accountId, redirectUri],
  );
  const client = { CLIENT_ID: 'app', CLIENT_SECRET: secret, REDIRECT_URI: redirectUri, CODE: code, API_KEY: secret };
  return {
    gateway,
    variables: { KALENDS: gateway.url, TOKEN: token, CALENDAR: calendarId, SUB: accountId, ...client },
  };
}
