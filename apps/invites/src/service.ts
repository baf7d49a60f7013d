import { fileURLToPath } from 'node:url';
import { erasureRequested, replyRecorded, smartInviteQuery } from '@kalends/contracts';
import {
  startBusService,
  type BusServiceParts,
  type Participant,
  type RunningService,
  type Transport,
} from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import { replyAddressOf, type InvitesConfig } from './config.js';
import { InvitesModule } from './module.js';
import { readTls } from './receive-mail/read-tls.js';
import { ReceiveMail } from './receive-mail/receive-mail.server.js';
import { RecordMails } from './record-mail/record-mail.worker.js';
import { createReplyAddresses } from './reply-address/reply-addresses.js';
import { Loop } from './workers/loop.js';

export { invitesSettings, type InvitesConfig } from './config.js';

export interface StartOptions {
  log?: Logger;
  /** Epoch ms of now. */
  clock?: () => number;
}

export interface RunningInvites extends RunningService {
  smtpPort: number;
}

interface Smtp {
  port: number;
}

async function build(
  config: InvitesConfig,
  clock: () => number,
  smtp: Smtp,
  { pool, relay }: Participant,
  log: Logger,
): Promise<BusServiceParts> {
  const addresses = createReplyAddresses(replyAddressOf(config));
  const tls = await readTls(config);
  const wake = () => relay.wake();
  const worker = new RecordMails({ pool, clock, wake, log });
  const recording = new Loop({ name: 'record-mail', round: () => worker.round(), pollMs: 500, log });
  const onKept = () => recording.wake();
  const listener = new ReceiveMail({ pool, addresses, clock, log, onKept, tls, name: config.MAIL_DOMAIN });
  return {
    module: InvitesModule.of({ pool, clock, wake, addresses, log }),
    start: async () => {
      recording.start();
      smtp.port = await listener.listen(config.SMTP_PORT, config.HOST);
    },
    stop: async () => {
      await listener.close();
      await recording.stop();
    },
  };
}

/** Starts invites: keeps Smart Invites, takes replies by SMTP and from the gateway, tells of each. */
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
    contracts: [smartInviteQuery, replyRecorded, erasureRequested] as never[],
    log: options.log,
    build: (participant, log) => build(config, options.clock ?? Date.now, smtp, participant, log),
  });
  return { ...running, smtpPort: smtp.port };
}
