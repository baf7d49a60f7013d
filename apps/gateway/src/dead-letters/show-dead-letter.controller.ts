import { Controller, Get, Inject, Param, Query, UseGuards } from '@nestjs/common';
import { showDeadLetterQuery } from '@kalends/public-api';
import { sqlOf } from '@kalends/messaging';
import type { Pool } from 'pg';
import { recordAudit } from '../audit/record-audit.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../http/admin-key.js';
import { poolToken } from '../http/injection-tokens.js';
import { validate } from '../http/refusals.js';
import { Services } from '../http/bus/services.js';
import { presentDeadLetter } from './dead-letter.present.js';
import { auditedLetter, findDeadLetter } from './find-dead-letter.js';

/** One dead letter. Its content is shown with a reason, which the audit has before. */
@Controller('admin/v1/dead_letters/:service/:deadLetterId')
@UseGuards(AdminKeyGuard)
export class ShowDeadLetterController {
  constructor(
    private readonly services: Services,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  @Get()
  async show(
    @AdministratorOf() administrator: Administrator,
    @Param() { service, deadLetterId: id }: { service: string; deadLetterId: string },
    @Query() input: unknown,
  ) {
    onlyDeployment(administrator);
    const { reason } = validate(showDeadLetterQuery, input);
    const found = await findDeadLetter(this.services, service, id);
    const isShown = reason !== undefined;
    if (isShown) {
      const audited = { ...auditedLetter(found), action: 'dead_letter.viewed', reason } as const;
      await recordAudit(sqlOf(this.pool), administrator, audited);
    }
    return {
      dead_letter: presentDeadLetter(found.service, found.dead_letter),
      content: isShown ? found.body : null,
      content_truncated: isShown && found.truncated,
    };
  }
}
