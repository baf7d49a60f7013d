/** Records mails in a process that a test kills: `node crash-child.mjs <database URL> <program of the mail thread>`. */
import process from 'node:process';
import { createLogger, Loop } from '@kalends/service-runtime';
import { createPool } from '@kalends/postgres';
import { ProcessInboundMail } from '../../../dist/replies/process-inbound-mail/process-inbound-mail.worker.js';
import { MailReader } from '../../../dist/replies/reply-mail/mail-reader.js';

const [, , url, program] = process.argv;
const log = createLogger({ service: 'invites', level: 'error' });
const pool = createPool({ url, schema: 'invites', max: 2 });
const reader = new MailReader(log, new URL(program), 600_000);
const worker = new ProcessInboundMail({ pool, clock: Date.now, wake: () => undefined, reader, log });
new Loop({ name: 'record-mail', round: () => worker.round(), pollMs: 20, log }).start();
