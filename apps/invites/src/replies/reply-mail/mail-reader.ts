import { JobThread, logEvent, type Logger } from '@kalends/service-runtime';
import type { EpochMs } from '@kalends/icalendar';
import type { ReplyMail } from '../../itip/model.js';

export interface MailJob {
  raw: Uint8Array;
  receivedAt: EpochMs;
}

/** The bundle of `mail-worker.ts`: the relative path is the same from `src/` and from `dist/`. */
const bundled = new URL('../../../../../dist/mail-worker.js', import.meta.url);

const heapMb = 128;
const idleMs = 60_000;
/** A mail is parsed within milliseconds, the largest within a second; the margin is for a busy machine. */
const deadlineMs = 5_000;
const deadlinePerMegabyteMs = 400;

/**
 * Parses mails in a separate thread, bounded in time and memory: a mail that breaks the thread is `unreadable`, without
 * other effects.
 */
export class MailReader {
  private readonly thread: JobThread<MailJob, ReplyMail | 'unreadable'>;

  constructor(
    log: Logger,
    program: URL = bundled,
    private readonly timeoutMs: number = deadlineMs,
  ) {
    const onLost = (detail: string) => logEvent(log, 'mail_thread.replaced', { detail });
    this.thread = new JobThread({ program, name: 'mail reader', heapMb, idleMs, onLost });
  }

  /** Rejects if no thread could be started: the mail itself may be good. */
  async read(raw: Buffer, receivedAt: EpochMs): Promise<ReplyMail | 'unreadable'> {
    const deadline = this.timeoutMs + (raw.length / 1_000_000) * deadlinePerMegabyteMs;
    const result = await this.thread.run({ raw, receivedAt }, deadline);
    return result.ok ? result.output : 'unreadable';
  }

  close(): Promise<void> {
    return this.thread.close();
  }
}
