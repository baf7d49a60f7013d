import { inSpan, inTransaction, logEvent, type Logger } from '@kalends/service';
import type { Pool } from 'pg';
import type { Clock, Wake } from '../providers.js';
import { recordMail } from '../record-reply/record-mail.js';
import { parseReplyMail } from '../reply-mail/parse-reply-mail.js';
import { lockByToken } from '../store/rows.js';
import { claimMails, readRaw, takeOut, type ClaimedMail } from './claim.queries.js';

const atOnce = 8;
/** A worker that dies leaves its mails to others after this; one that is slower than that finds them done. */
const leaseMs = 10_000;
/** A mail whose reading ended the process this often is not read again. */
const mostAttempts = 5;

export interface RecordMailParts {
  pool: Pool;
  clock: Clock;
  /** Called when something was told. */
  wake: Wake;
  log: Logger;
}

/** Reads kept mails and records what they answer; replicas work side by side by leases. */
export class RecordMails {
  constructor(private readonly parts: RecordMailParts) {}

  /** Answers how many mails were taken out. */
  async round(): Promise<number> {
    const mails = await claimMails(this.parts.pool, atOnce, leaseMs);
    const small = mails.filter(({ raw }) => raw !== null);
    const done = await Promise.all(small.map((mail) => this.recordOne(mail)));
    for (const mail of mails) if (mail.raw === null) done.push(await this.recordOne(mail));
    if (mails.length > 0) this.parts.wake();
    return done.filter(Boolean).length;
  }

  /** A failure leaves the mail to a later round, when its lease has ended. */
  private async recordOne(mail: ClaimedMail): Promise<boolean> {
    try {
      await inSpan({ name: 'record mail', service: 'invites' }, () => this.record(mail));
      return true;
    } catch (error) {
      this.parts.log.warn(
        { err: error, mail_id: mail.mail_id },
        'a mail could not be recorded and will be tried again',
      );
      return false;
    }
  }

  private async record({ mail_id, reply_token, received_at, attempts, ...claimed }: ClaimedMail): Promise<void> {
    const raw = claimed.raw ?? (await readRaw(this.parts.pool, mail_id));
    if (!raw) return;
    const receivedAt = Number(received_at);
    const mail = attempts > mostAttempts ? 'unreadable' : await parseReplyMail(raw, { now: receivedAt });
    const outcome = await inTransaction(this.parts.pool, async (client) => {
      if (!(await takeOut(client, mail_id))) return undefined;
      const row = await lockByToken(client, reply_token);
      // the address was known when the mail was taken: its application has been erased since
      if (!row) return { erased: true };
      const { replies, unmatched } = await recordMail(client, row, { raw, mail, receivedAt, clientId: null });
      return { invite_id: row.invite_id, recorded: replies.length, unmatched };
    });
    if (outcome) logEvent(this.parts.log, 'mail-recorded', { mail_id, bytes: raw.length, ...outcome });
  }
}
