import { fileURLToPath } from 'node:url';
import { startBusService, type RunningService, type Transport } from '@kalends/messaging';
import type { Logger } from '@kalends/service';
import type { InvitesConfig } from './config.js';
import { InvitesModule } from './module.js';

export { invitesSettings, type InvitesConfig } from './config.js';

/** Starts invites: its schema, its place on the bus, its health. */
export function startInvites(
  config: InvitesConfig,
  transport: Transport,
  options: { log?: Logger } = {},
): Promise<RunningService> {
  return startBusService({
    service: 'invites',
    config,
    transport,
    migrations: fileURLToPath(new URL('../src/prisma/migrations', import.meta.url)),
    contracts: [],
    log: options.log,
    build: () => ({ module: InvitesModule }),
  });
}
