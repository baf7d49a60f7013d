import { inSpan, logEvent, type Logger } from '@kalends/service-runtime';
import { inTransaction } from '@kalends/postgres';
import type { Pool } from 'pg';
import type { Clock, Wake } from '../../injection-tokens.js';
import { recordMail } from '../record-reply/record-replies.js';
import type { MailReader } from '../reply-mail/mail-reader.js';
import { lockByToken } from '../../invites/rows.js';
import { claimMails, readAlone, readRaw, deleteClaimed, type ClaimedMail } from './claim.queries.js';

const concurrency = 8;
/** After a worker dies, others claim its mails when this has passed; a slower worker finds them done. */
const leaseMs = 10_000;
/** A mail that is parsed alone may take as long as its deadline allows. */
const aloneLeaseMs = 30_000;
/**
 * A mail that was parsed alone this often without a result, because the process died, is not parsed again. It is parsed in a
 * thread that can die alone, so a process that dies this often most probably does not die of the mail.
 */
const maxAloneAttempts = 20;

interface ProcessInboundMailDependencies {
  pool: Pool;
  clock: Clock;
  /** Called after something was published. */
  wake: Wake;
  reader: MailReader;
  log: Logger;
}

/** Parses stored mails and records their answers; replicas work concurrently by leases. */
export class ProcessInboundMail {
  constructor(private readonly dependencies: ProcessInboundMailDependencies) {}

  /** Returns how many mails were claimed. */
  async round(): Promise<number> {
    const mails = await claimMails(this.dependencies.pool, concurrency, leaseMs);
    const isPlain = ({ raw, attempts }: ClaimedMail) => raw !== null && attempts === 1;
    const done = await Promise.all(mails.filter(isPlain).map((mail) => this.recordOne(mail)));
    for (const mail of mails) if (!isPlain(mail)) done.push(await this.recordOne(mail));
    if (mails.length > 0) this.dependencies.wake();
    return done.filter(Boolean).length;
  }

  /** After a failure the mail is claimed again in a later round, when its lease has expired. */
  private async recordOne(mail: ClaimedMail): Promise<boolean> {
    try {
      await inSpan({ name: 'record mail', service: 'invites' }, () => this.record(mail));
      return true;
    } catch (error) {
      this.dependencies.log.warn(
        { err: error, mail_id: mail.mail_id },
        'a mail could not be recorded and will be retried',
      );
      return false;
    }
  }

  private async record(claimed: ClaimedMail): Promise<void> {
    const { mail_id, reply_token } = claimed;
    const alone = claimed.attempts === 1 ? 0 : await readAlone(this.dependencies.pool, claimed, aloneLeaseMs);
    const raw = claimed.raw ?? (await readRaw(this.dependencies.pool, mail_id));
    if (!raw || alone === undefined) return;
    const receivedAt = Number(claimed.received_at);
    const mail = alone > maxAloneAttempts ? 'unreadable' : await this.dependencies.reader.read(raw, receivedAt);
    const outcome = await inTransaction(this.dependencies.pool, async (client) => {
      if (!(await deleteClaimed(client, mail_id))) return undefined;
      const addressed = await lockByToken(client, reply_token);
      // the address was known when the mail was received: its application has been erased since then
      if (!addressed) return { erased: true };
      const { replies, unmatched } = await recordMail(client, addressed, { raw, mail, receivedAt, clientId: null });
      return { invite_id: addressed.row.invite_id, recorded: replies.length, unmatched };
    });
    if (outcome) logEvent(this.dependencies.log, 'mail.processed', { mail_id, bytes: raw.length, ...outcome });
  }
}
