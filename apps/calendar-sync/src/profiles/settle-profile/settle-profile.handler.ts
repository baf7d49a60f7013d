import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { settleProfile, type SettleProfile } from '@kalends/contracts';
import { OnMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Sealer } from '@kalends/security';
import type { Pool, PoolClient } from 'pg';
import {
  clockToken,
  logToken,
  poolToken,
  sealerToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../../injection-tokens.js';
import { isErased } from '../../published-state/erased-accounts.js';
import { storeStagedRevocation } from '../../published-state/pending-revocations.js';
import { hasAccessEnded, recordAccess } from '../../published-state/account-access.js';
import { publishStaged } from '../../published-state/publish-staged.js';
import { lockAccount } from '../../published-state/rows.js';
import { removeStaged } from '../../published-state/staged-profiles.js';

type Publication = Extract<SettleProfile, { kind: 'publish' }>;

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
      const isWanted = command.kind === 'publish' && (await this.hasAccess(client, command));
      if (!isWanted || !(await publishStaged(client, staged, { target: command, ...context })))
        await storeStagedRevocation(client, staged, context);
    });
    this.wake();
  }

  /** False if a later end of the account's access was handled before: it arrives on another topic. */
  private async hasAccess(client: PoolClient, { account_id, access }: Publication): Promise<boolean> {
    if (access === undefined || (await isErased(client, account_id))) return true;
    const isNews = await recordAccess(client, { account_id, access, ended: false });
    return isNews || !(await hasAccessEnded(client, account_id));
  }
}
