import { Body, Controller, Delete, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { createDeveloper } from '@kalends/public-api';
import { sqlOfPrisma } from '@kalends/messaging';
import { randomToken } from '@kalends/security';
import { Post } from '../../http/idempotency/post.js';
import { lockCreation } from '../../accounts/lock-creation.js';
import { recordAudit } from '../../audit/record-audit.js';
import type { Prisma, PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { prismaToken } from '../../http/injection-tokens.js';
import { invalidField, notFound, validate } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';

/** Most developers of a deployment: each has 100 applications at most. */
const maxDevelopers = 1_000;

const newKey = () => `kdk_${randomToken(40)}`;

@Controller('admin/v1/developers')
@UseGuards(AdminKeyGuard)
export class AdministerDevelopersController {
  constructor(@Inject(prismaToken) private readonly prisma: PrismaClient) {}

  @Post()
  async create(@AdministratorOf() administrator: Administrator, @Body() input: unknown) {
    onlyDeployment(administrator);
    const { name } = validate(createDeveloper.body, input);
    const key = newKey();
    const developer_id = `dev_${randomToken(24)}`;
    await this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'developer', 'deployment');
      if ((await db.developer.count()) >= maxDevelopers) {
        throw invalidField('name', 'too_many', `a deployment may have at most ${maxDevelopers} developers`);
      }
      await db.developer.create({ data: { developer_id, name, key_hash: tokenHash(key) } });
      const audited = { action: 'developer.created', subject: developer_id, after: { name } } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
    });
    return { developer_id, name, key };
  }

  @Get()
  async list(@AdministratorOf() administrator: Administrator) {
    onlyDeployment(administrator);
    const select = { developer_id: true, name: true, created_at: true, _count: { select: { applications: true } } };
    const found = await this.prisma.developer.findMany({ select, orderBy: { created_at: 'asc' }, take: maxDevelopers });
    const developers = found.map(({ _count: { applications }, created_at, ...developer }) => ({
      ...developer,
      created_at: created_at.toISOString(),
      applications,
    }));
    return { developers };
  }

  @Post(':developerId/key')
  async replaceKey(@AdministratorOf() administrator: Administrator, @Param('developerId') developerId: string) {
    onlyDeployment(administrator);
    const key = newKey();
    await this.prisma.$transaction(async (db) => {
      await this.lock(db, developerId);
      await db.developer.update({ where: { developer_id: developerId }, data: { key_hash: tokenHash(key) } });
      await sqlOfPrisma(db).query('DELETE FROM console_session WHERE developer_id = $1', [developerId]);
      await recordAudit(sqlOfPrisma(db), administrator, { action: 'developer.key_replaced', subject: developerId });
    });
    return { developer_id: developerId, key };
  }

  @Delete(':developerId')
  @HttpCode(204)
  async remove(@AdministratorOf() administrator: Administrator, @Param('developerId') developerId: string) {
    onlyDeployment(administrator);
    await this.prisma.$transaction(async (db) => {
      const { name } = await this.lock(db, developerId);
      const applications = await db.application.count({ where: { developer_id: developerId } });
      if (applications > 0) {
        const description = `The developer has applications (${applications}), which have to be deleted first: their users' data end with them.`;
        throw invalidField('developer_id', 'has_applications', description);
      }
      await db.developer.delete({ where: { developer_id: developerId } });
      const audited = { action: 'developer.deleted', subject: developerId, before: { name } } as const;
      await recordAudit(sqlOfPrisma(db), administrator, audited);
    });
  }

  /** Locks the row, so that no application is created meanwhile: that needs the developer's row, too. */
  private async lock(db: Prisma.TransactionClient, developerId: string): Promise<{ name: string }> {
    const [row] = await db.$queryRaw<{ name: string }[]>`
      SELECT name FROM developer WHERE developer_id = ${developerId} FOR UPDATE`;
    if (!row) throw notFound('developer');
    return row;
  }
}
