import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { settleProfile, type SettleProfile } from '@kalends/contracts';
import { OnMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import {
  clockToken,
  logToken,
  poolToken,
  sealerToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../../injection-tokens.js';
import { storeStagedRevocation } from '../../published-state/pending-revocations.js';
import { publishStaged } from '../../published-state/publish-staged.js';
import { lockAccount } from '../../published-state/rows.js';
import { removeStaged } from '../../published-state/staged-profiles.js';

/** Publishes staged credentials as a profile, or erases them; a redelivery changes nothing. */
@Controller()
export class SettleProfileHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  @OnMessage(settleProfile)
  async settle(@Payload() command: SettleProfile) {
    await inTransaction(this.pool, async (client) => {
      if (command.kind === 'publish') await lockAccount(client, command.account_id);
      const staged = await removeStaged(client, command.staged_id);
      if (!staged)
        return logEvent(this.log, 'staged_profile.missed', { kind: command.kind, profile_id: command.staged_id });
      const context = { sealer: this.sealer, now: this.clock() };
      if (command.kind === 'drop' || !(await publishStaged(client, staged, { target: command, ...context })))
        await storeStagedRevocation(client, staged, context);
    });
    this.wake();
  }
}
