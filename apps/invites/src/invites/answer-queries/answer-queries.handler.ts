import { Controller, Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { smartInviteQuery, type SmartInviteQuery, type SmartInviteReply } from '@kalends/contracts';
import { OnRequest, once, sqlOf, type MessageContext } from '@kalends/messaging';
import { Batcher, logEvent, type Logger } from '@kalends/service-runtime';
import { inTransaction } from '@kalends/postgres';
import type { Pool, PoolClient } from 'pg';
import { presentInvite, presentWithText } from '../present-invite.js';
import {
  addressesToken,
  clockToken,
  logToken,
  maxInvitesToken,
  poolToken,
  readerToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../../injection-tokens.js';
import type { MailReader } from '../../replies/reply-mail/mail-reader.js';
import type { ReplyAddresses } from '../../replies/reply-addresses.js';
import { createInvites, type RequestedInvite } from '../create-invites.js';
import { findInvite, findInvites, type InviteRow } from '../rows.js';
import { recordSubmittedMail, type SubmittedMail } from './record-submitted-mail.js';
import { listUnmatched } from './list-unmatched.queries.js';
import { cancel, keyOf, remove, upsertInvite, requestedInvite } from './manage-invite.js';

type Kind<K extends SmartInviteQuery['kind']> = Extract<SmartInviteQuery, { kind: K }>;
type Change = Kind<'upsert' | 'cancel' | 'remove'>;

const group = 'invites';

/** Maximum number of invites that one statement creates. */
const createBatchSize = 64;

/**
 * Requests of the gateway for an application or the operator. A change goes through the inbox: a redelivery changes nothing.
 */
@Controller()
export class AnswerQueriesHandler {
  private readonly creating: Batcher<RequestedInvite, boolean>;

  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(addressesToken) private readonly addresses: ReplyAddresses,
    @Inject(readerToken) private readonly reader: MailReader,
    @Inject(logToken) private readonly log: Logger,
    @Inject(maxInvitesToken) private readonly maxInvites: number,
  ) {
    this.creating = new Batcher((requested) => createInvites(pool, requested, maxInvites), createBatchSize);
  }

  @OnRequest(smartInviteQuery)
  async answer(
    @Payload() request: SmartInviteQuery,
    @Ctx() { id }: Pick<MessageContext, 'id'>,
  ): Promise<SmartInviteReply> {
    switch (request.kind) {
      case 'read':
        return this.read(request);
      case 'show':
        return this.show(request);
      case 'list-unmatched':
        return listUnmatched(this.pool, request.before, request.limit);
      case 'receive-reply':
        return this.receive(request, id);
      default:
        return this.change(request, id);
    }
  }

  private async read(request: Kind<'read'>): Promise<SmartInviteReply> {
    const row = (await findInvite(this.pool, keyOf(request))) ?? (await this.toSeveral(request));
    if (!row) return { outcome: 'unknown-invite' };
    const present = request.include_text ? presentWithText : presentInvite;
    return { outcome: 'invite', invite: await present(row, this.addresses) };
  }

  /** The invite to several of whom the named address is one. */
  private async toSeveral({ recipient_email, ...request }: Kind<'read'>): Promise<InviteRow | undefined> {
    if (recipient_email === null) return undefined;
    const row = await findInvite(this.pool, keyOf({ ...request, recipient_email: null }));
    const email = recipient_email.toLowerCase();
    return row?.invite.recipients.some((one) => one.email.toLowerCase() === email) ? row : undefined;
  }

  private async show({ client_id, smart_invite_id }: Kind<'show'>): Promise<SmartInviteReply> {
    const rows = await findInvites(this.pool, client_id, smart_invite_id);
    return { outcome: 'invites', invites: rows.map((row) => presentInvite(row, this.addresses)) };
  }

  private async change(request: Change, messageId: string): Promise<SmartInviteReply> {
    const reply =
      (request.kind === 'upsert' ? await this.create(request, messageId) : null) ??
      (await inTransaction(this.pool, (client) =>
        once(sqlOf(client), { group, messageId }, () => this.apply(client, request)),
      ));
    this.wake();
    const { kind, client_id, smart_invite_id } = request;
    logEvent(this.log, 'smart_invite.saved', { kind, client_id, smart_invite_id, outcome: reply.outcome });
    return reply;
  }

  /** Creates the invite together with concurrent ones; null: it exists already, or creating it failed. */
  private async create(request: Kind<'upsert'>, messageId: string): Promise<SmartInviteReply | null> {
    const requested = await requestedInvite(request, { addresses: this.addresses, now: this.clock() });
    try {
      return (await this.creating.add({ ...requested, group, messageId })) ? requested.reply : null;
    } catch (error) {
      // one invite's error must not fail the others: each is retried alone and reports its own error
      this.log.debug({ err: error }, 'invites could not be created as a batch');
      return null;
    }
  }

  private apply(client: PoolClient, request: Change): Promise<SmartInviteReply> {
    const context = { addresses: this.addresses, now: this.clock() };
    if (request.kind === 'upsert') return upsertInvite(client, request, { ...context, maxInvites: this.maxInvites });
    if (request.kind === 'cancel') {
      return cancel(client, { key: keyOf(request), recipients: request.recipients }, context);
    }
    const key = keyOf({ ...request, recipient_email: null });
    return remove(client, { key, email: request.email }, context);
  }

  private async receive({ client_id, mail }: Kind<'receive-reply'>, messageId: string): Promise<SmartInviteReply> {
    const raw = Buffer.from(mail, 'base64');
    const receivedAt = this.clock();
    const parsed = await this.reader.read(raw, receivedAt);
    const submitted: SubmittedMail = { clientId: client_id, raw, mail: parsed, receivedAt };
    const reply = await inTransaction(this.pool, (client) =>
      once(sqlOf(client), { group, messageId }, () => recordSubmittedMail(client, submitted, this.addresses)),
    );
    this.wake();
    logEvent(this.log, 'reply.submitted', { client_id, bytes: raw.length, ...summary(reply) });
    return reply;
  }
}

const summary = (reply: SmartInviteReply) =>
  reply.outcome === 'received' ? { recorded: reply.replies.length, unmatched: reply.unmatched } : {};
