import { parentPort } from 'node:worker_threads';
import type { JobMessage } from '@kalends/service-runtime';
import type { ReplyMail } from '../../itip/model.js';
import type { MailJob } from './mail-reader.js';
import { parseReplyMail } from './parse-reply-mail.js';

/** The program of the thread that parses mails: an exception caused by a mail ends only this thread. */
const port = parentPort!;
const post = (message: JobMessage<ReplyMail | 'unreadable'>) => port.postMessage(message);

port.on('message', ({ raw, receivedAt }: MailJob) => {
  const mail = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength);
  parseReplyMail(mail, { now: receivedAt }).then(
    (output) => post({ output }),
    (error: unknown) => post({ failed: String(error) }),
  );
});
post({ ready: true });
