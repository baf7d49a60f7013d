import { Controller, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { sqlOf } from '@kalends/messaging';
import type { Pool } from 'pg';
import { recordAudit } from '../audit/record-audit.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../http/admin-key.js';
import { Post } from '../http/idempotency/post.js';
import { poolToken } from '../http/injection-tokens.js';
import { notFound } from '../http/refusals.js';
import { Services } from '../http/bus/services.js';
import { auditedLetter, findDeadLetter } from './find-dead-letter.js';

interface Letter {
  service: string;
  deadLetterId: string;
}

const actions = {
  'replay-dead-letter': 'dead_letter.replayed',
  'discard-dead-letter': 'dead_letter.discarded',
} as const;

/** Sends a dead letter again, or deletes it; the audit has it before. */
@Controller('admin/v1/dead_letters/:service/:deadLetterId')
@UseGuards(AdminKeyGuard)
export class RepairDeadLetterController {
  constructor(
    private readonly services: Services,
    @Inject(poolToken) private readonly pool: Pool,
  ) {}

  @Post('replay')
  @HttpCode(202)
  async replay(@AdministratorOf() administrator: Administrator, @Param() letter: Letter) {
    await this.repair(administrator, letter, 'replay-dead-letter');
  }

  @Post('discard')
  @HttpCode(204)
  async discard(@AdministratorOf() administrator: Administrator, @Param() letter: Letter) {
    await this.repair(administrator, letter, 'discard-dead-letter');
  }

  private async repair(administrator: Administrator, letter: Letter, kind: keyof typeof actions): Promise<void> {
    onlyDeployment(administrator);
    const found = await findDeadLetter(this.services, letter.service, letter.deadLetterId);
    await recordAudit(sqlOf(this.pool), administrator, { ...auditedLetter(found), action: actions[kind] });
    const { dead_letter_id } = found.dead_letter;
    const reply = await this.services.request(found.service, { kind, dead_letter_id });
    if (reply.outcome !== 'done') throw notFound('dead letter');
  }
}
