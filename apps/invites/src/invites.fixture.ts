import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { SmartInviteQuery, SmartInviteRecord, SmartInviteReply } from '@kalends/contracts';
import { messagingMigrations } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { createLogger, type Logger } from '@kalends/service-runtime';
import { connectTimeoutMs, databasesOfFile, testClock } from '@kalends/testing';
import { afterAll } from 'vitest';
import { AnswerQueriesHandler } from './invites/answer-queries/answer-queries.handler.js';
import { EraseDataHandler } from './erasure/erase-data.handler.js';
import type { ConnectionBounds } from './replies/receive-mail/bounded-smtp.server.js';
import { ReceiveMail } from './replies/receive-mail/receive-mail.server.js';
import { ProcessInboundMail } from './replies/process-inbound-mail/process-inbound-mail.worker.js';
import { MailReader } from './replies/reply-mail/mail-reader.js';
import { createReplyAddresses } from './replies/reply-addresses.js';

export const clientId = 'application-1';
export const ada = 'ada@example.com';

const submitted = { summary: 'Board meeting', start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z' };

export const upsert = (more: Partial<Extract<SmartInviteQuery, { kind: 'upsert' }>> = {}): SmartInviteQuery => ({
  kind: 'upsert',
  client_id: clientId,
  smart_invite_id: 'board',
  several: false,
  recipients: [{ email: ada }],
  callback_url: 'https://example.com/callback',
  submitted,
  event: {
    summary: 'Board meeting',
    start: { local: '2027-01-12T10:00:00', tzid: 'Etc/UTC' },
    end: { local: '2027-01-12T11:00:00', tzid: 'Etc/UTC' },
    status: 'confirmed',
    transparency: 'opaque',
  },
  ...more,
});

/** A reply as a mail client sends it, one calendar part (RFC 6047). */
export const replyMail = ({ uid, reply_address }: SmartInviteRecord, partstat: string, dtstamp: string): string =>
  [
    `From: <${ada}>`,
    `To: <${reply_address}>`,
    `Message-ID: <${partstat}-${dtstamp}@client.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=UTF-8; method=REPLY',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Hand Made//Client//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${dtstamp}`,
    'SEQUENCE:0',
    `ATTENDEE;PARTSTAT=${partstat}:mailto:${ada}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const own = fileURLToPath(new URL('./prisma/migrations', import.meta.url));
const databases = databasesOfFile({ schema: 'invites', folders: [own, messagingMigrations] }, afterAll);

/** The service's components on a real PostgreSQL, without a bus; the test runs the worker explicitly. */
export async function startInvitesFixture(openReader = (log: Logger) => new MailReader(log), maxInvites = 1_000) {
  const url = await databases.create();
  const pool = createPool({ url, schema: 'invites', max: 5, steadyPlans: true, connectTimeoutMs });
  const clock = testClock();
  const log = createLogger({ service: 'invites', level: 'silent' });
  const wake = () => undefined;
  const addresses = createReplyAddresses('{token}@mail.example.com');
  const reader = openReader(log);
  const queries = new AnswerQueriesHandler(pool, clock.now, wake, addresses, reader, log, maxInvites);
  const worker = new ProcessInboundMail({ pool, clock: clock.now, wake, reader, log });
  const erasure = new EraseDataHandler(pool, log);
  const listener = (tls: { cert: string; key: string } | null = null, bounds: Partial<ConnectionBounds> = {}) =>
    new ReceiveMail({ pool, addresses, clock: clock.now, log, onStored: wake, tls, name: 'mail.example.com', bounds });
  const request = (query: SmartInviteQuery, id: string = randomUUID()): Promise<SmartInviteReply> =>
    queries.answer(query, { id });
  const recordOf = (reply: SmartInviteReply): SmartInviteRecord => {
    if (reply.outcome !== 'invite') throw new Error(reply.outcome);
    return reply.invite;
  };
  return {
    url,
    pool,
    clock,
    worker,
    erasure,
    listener,
    request,
    make: async (more: Parameters<typeof upsert>[0] = {}) => recordOf(await request(upsert(more))),
    read: async (email: string | null = ada) =>
      recordOf(
        await request({
          kind: 'read',
          client_id: clientId,
          smart_invite_id: 'board',
          recipient_email: email,
          include_text: false,
        }),
      ),
    count: async (table: string): Promise<number> =>
      (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`)).rows[0]!.n,
    stop: async () => {
      await reader.close();
      await pool.end();
    },
  };
}

export type InvitesFixture = Awaited<ReturnType<typeof startInvitesFixture>>;
