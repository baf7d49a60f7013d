import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { accessEnded, type AccessEnded } from '@kalends/contracts';
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
import { recordAccess } from '../../published-state/account-access.js';
import { endAccess } from '../../published-state/end-access.js';
import { isErased } from '../../published-state/erased-accounts.js';
import { lockAccount } from '../../published-state/rows.js';

/** No application may use the account any longer: access to its providers ends. A redelivery changes nothing. */
@Controller()
export class EndAccessHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
    @Inject(sealerToken) private readonly sealer: Sealer,
  ) {}

  /** Without a number it comes from an earlier release: the gateway of this one repeats it with a number. */
  @OnMessage(accessEnded)
  async end(@Payload() { account_id, access }: AccessEnded): Promise<void> {
    if (access === undefined) return;
    const isNews = await inTransaction(
      this.pool,
      async (client) => {
        if (await isErased(client, account_id)) return false;
        if (!(await recordAccess(client, { account_id, access, ended: true }))) return false;
        await endAccess(client, { account_id }, { reason: 'grants', sealer: this.sealer, now: this.clock() });
        return true;
      },
      { first: (client) => lockAccount(client, account_id) },
    );
    if (!isNews) return;
    logEvent(this.log, 'access.ended', { account_id });
    this.wake('workers');
  }
}
