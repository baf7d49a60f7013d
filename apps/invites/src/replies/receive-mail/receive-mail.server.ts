import type { AddressInfo } from 'node:net';
import { logEvent, metrics, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import type { SMTPServerDataStream, SMTPServerOptions, SMTPServerSession } from 'smtp-server';
import type { Clock } from '../../injection-tokens.js';
import type { ReplyAddresses } from '../reply-addresses.js';
import { BoundedSmtpServer, type ConnectionBounds } from './bounded-smtp.server.js';
import { hasRoomForOperator, isKnownToken, storeRawMail } from './raw-mail.queries.js';
import { MailMemory, readBody } from './read-body.js';

/** RFC 1870; announced and enforced. */
const maxMailBytes = 25 * 1024 * 1024;

/** Of a mail to postmaster or abuse. */
const maxOperatorBytes = 262_144;

const allMailBytes = 8 * maxMailBytes;
const maxClients = 200;
const maxRecipients = 20;
const closeMs = 5_000;

interface ReceiveMailDependencies {
  pool: Pool;
  addresses: ReplyAddresses;
  clock: Clock;
  log: Logger;
  /** Called when a message is stored in the database. */
  onStored: () => void;
  /** PEM; null: no STARTTLS is announced. */
  tls: { cert: string; key: string } | null;
  /** The listener's name in its greeting. */
  name: string;
  /** Defaults to {@link defaultBounds}. */
  bounds?: Partial<ConnectionBounds>;
}

/** A mail of 25 MB takes minutes over a slow line (RFC 5321 §4.5.3.2); no client is silent for long in the middle of it. */
const defaultBounds: ConnectionBounds = { perAddress: 20, idleMs: 60_000, sessionMs: 900_000 };

const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode });

const bodyRefusals = {
  busy: () => refusal(452, 'too much mail at once; try again'),
  'too-big-for-operator': () => refusal(552, 'a message to postmaster or abuse may have 256 kB'),
  'too-big': () => refusal(552, 'the message is larger than 25 MB'),
  'header-too-big': () => refusal(552, 'a header field is larger than 64 kB, or all of them than 256 kB'),
};

/**
 * The SMTP listener (RFC 5321): accepts mail only for invites' reply addresses, and for postmaster and abuse of their domain (§4.5.1),
 * whose mail is listed with what is not a reply. Responds 250 only after the raw message is committed.
 */
export class ReceiveMail {
  private readonly server: BoundedSmtpServer;
  private readonly memory = new MailMemory(allMailBytes);

  constructor(private readonly dependencies: ReceiveMailDependencies) {
    const options: SMTPServerOptions = {
      name: dependencies.name,
      banner: 'Kalends',
      size: maxMailBytes,
      maxClients,
      closeTimeout: closeMs,
      disableReverseLookup: true,
      authOptional: true,
      logger: false,
      ...(dependencies.tls ?? {}),
      disabledCommands: ['AUTH', ...(dependencies.tls ? [] : ['STARTTLS'])],
      onRcptTo: ({ address }, session, done) => settle(this.accept(address, session), done),
      onData: (stream, session, done) => settle(this.store(stream, session), done),
    };
    this.server = new BoundedSmtpServer(options, { ...defaultBounds, ...dependencies.bounds });
    this.server.on('error', (error) => dependencies.log.info({ err: error }, 'an SMTP connection failed'));
  }

  /** Resolves with the port. */
  async listen(port: number, host: string): Promise<number> {
    await new Promise<void>((resolve, reject) => {
      this.server.server.once('error', reject);
      this.server.listen(port, host, () => resolve());
    });
    return (this.server.server.address() as AddressInfo).port;
  }

  /** Accepts no more connections; open ones may finish, within seconds. */
  close(): Promise<void> {
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async accept(address: string, session: SMTPServerSession): Promise<void> {
    if (session.envelope.rcptTo.length >= maxRecipients) throw refusal(452, 'too many recipients in one message');
    const { addresses, pool } = this.dependencies;
    if (addresses.isOfOperator(address)) {
      if (await this.whileReachable(hasRoomForOperator(pool))) return;
      throw refusal(452, 'the mailbox is full');
    }
    const token = addresses.tokenOf(address);
    const known = token !== null && (await this.whileReachable(isKnownToken(pool, token)));
    if (!known) throw refusal(550, 'no such mailbox here');
  }

  private async store(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<void> {
    const { pool, addresses, clock, log, onStored } = this.dependencies;
    const body = await readBody(stream, maxMailBytes, this.memory);
    if (!body.ok) throw bodyRefusals[body.reason]();
    const { mailFrom, rcptTo } = session.envelope;
    const isToOperator = rcptTo.some(({ address }) => addresses.isOfOperator(address));
    if (isToOperator && body.raw.length > maxOperatorBytes) {
      this.memory.release(body.raw.length);
      throw bodyRefusals['too-big-for-operator']();
    }
    const toOperatorFrom = isToOperator ? (mailFrom && mailFrom.address) || '' : null;
    const tokens = rcptTo.map(({ address }) => addresses.tokenOf(address)).filter((one) => one !== null);
    try {
      await this.whileReachable(
        storeRawMail(pool, { tokens: [...new Set(tokens)], raw: body.raw, toOperatorFrom }, clock()),
      );
    } finally {
      this.memory.release(body.raw.length);
    }
    metrics.mailsTaken.inc();
    logEvent(log, 'mail.stored', { bytes: body.raw.length, recipients: tokens.length });
    onStored();
  }

  /** An unreachable database is a temporary failure: the mail is never bounced to its sender. */
  private async whileReachable<Result>(work: Promise<Result>): Promise<Result> {
    try {
      return await work;
    } catch (error) {
      this.dependencies.log.error({ err: error }, 'mail could not be stored');
      throw refusal(451, 'temporary failure; try again');
    }
  }
}

function settle(work: Promise<void>, done: (error?: Error | null) => void): void {
  work.then(
    () => done(),
    (error: Error) => done('responseCode' in error ? error : refusal(451, 'temporary failure; try again')),
  );
}
