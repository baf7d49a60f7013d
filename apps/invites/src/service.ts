import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import {
  erasureRequested,
  inviteChanged,
  invitesOperations,
  replyRecorded,
  smartInviteQuery,
} from '@kalends/contracts';
import {
  startBusService,
  type BusServiceDependencies,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import { Loop, type Logger } from '@kalends/service-runtime';
import { replyAddressOf, type InvitesConfig } from './config.js';
import { InvitesModule } from './module.js';
import { readTls } from './replies/receive-mail/read-tls.js';
import { ReceiveMail } from './replies/receive-mail/receive-mail.server.js';
import { ProcessInboundMail } from './replies/process-inbound-mail/process-inbound-mail.worker.js';
import { purgeMail } from './replies/purge-mail/purge-mail.worker.js';
import { MailReader } from './replies/reply-mail/mail-reader.js';
import { createReplyAddresses } from './replies/reply-addresses.js';

export { invitesSettings } from './config.js';

interface StartOptions {
  log?: Logger;
  /** Epoch ms of now. */
  clock?: () => number;
}

interface RunningInvites extends RunningService {
  smtpPort: number;
}

/** For mails being parsed at the end; the next process handles those that take longer. */
const graceMs = 3_000;

interface Smtp {
  port: number;
}

async function build(
  config: InvitesConfig,
  { pool, relay, operations }: Participant,
  { clock, smtp, log }: { clock: () => number; smtp: Smtp; log: Logger },
): Promise<BusServiceDependencies> {
  const addresses = createReplyAddresses(replyAddressOf(config));
  const tls = await readTls(config);
  const wake = () => relay.wake();
  // one reader each: a submitted mail does not wait for mails that arrived by SMTP
  const [arrived, submitted] = [new MailReader(log), new MailReader(log)];
  const worker = new ProcessInboundMail({ pool, clock, wake, reader: arrived, log });
  const recording = new Loop({ name: 'record-mail', round: () => worker.round(), pollMs: 500, log });
  const { UNMATCHED_MAIL_DAYS: retentionDays } = config;
  const purging = new Loop({
    name: 'purge-mail',
    round: () => purgeMail({ pool, clock, log, retentionDays }),
    pollMs: 3_600_000,
    log,
  });
  const onStored = () => recording.wake();
  const bounds = { perAddress: config.SMTP_CONNECTIONS_PER_ADDRESS };
  const listener = new ReceiveMail({ pool, addresses, clock, log, onStored, tls, name: config.MAIL_DOMAIN, bounds });
  return {
    module: InvitesModule.of({
      ...{ pool, operations, clock, wake, addresses, reader: submitted, log },
      maxInvites: config.INVITES_PER_APPLICATION,
    }),
    start: async () => {
      recording.start();
      purging.start();
      smtp.port = await listener.listen(config.SMTP_PORT, config.HOST);
    },
    stop: async () => {
      await listener.close();
      const stopped = Promise.all([recording.stop(), purging.stop()]);
      await Promise.race([stopped, delay(graceMs, undefined, { ref: false })]);
      await Promise.all([arrived.close(), submitted.close()]);
      await stopped;
    },
  };
}

/** Starts invites: stores Smart Invites, receives replies by SMTP and from the gateway, publishes an event for each. */
export async function startInvites(
  config: InvitesConfig,
  transport: Transport,
  options: StartOptions = {},
): Promise<RunningInvites> {
  const smtp: Smtp = { port: config.SMTP_PORT };
  const running = await startBusService({
    service: 'invites',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [smartInviteQuery, replyRecorded, inviteChanged, erasureRequested, invitesOperations] as never[],
    log: options.log,
    build: (participant, log) => build(config, participant, { clock: options.clock ?? Date.now, smtp, log }),
  });
  return { ...running, smtpPort: smtp.port };
}
