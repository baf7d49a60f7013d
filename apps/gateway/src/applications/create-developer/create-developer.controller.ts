import { Body, Controller, Inject, UseGuards } from '@nestjs/common';
import { createDeveloper } from '@kalends/public-api';
import { randomToken } from '@kalends/security';
import { Post } from '../../http/idempotency/post.js';
import { lockCreation } from '../../accounts/lock-creation.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { prismaToken } from '../../http/injection-tokens.js';
import { invalidField, validate } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';

/** Most developers of a deployment: each has 100 applications at most. */
const maxDevelopers = 1_000;

@Controller('admin/v1/developers')
@UseGuards(AdminKeyGuard)
export class CreateDeveloperController {
  constructor(@Inject(prismaToken) private readonly prisma: PrismaClient) {}

  @Post()
  async create(@AdministratorOf() administrator: Administrator, @Body() input: unknown) {
    onlyDeployment(administrator);
    const { name } = validate(createDeveloper.body, input);
    const key = `kdk_${randomToken(40)}`;
    const developer_id = `dev_${randomToken(24)}`;
    await this.prisma.$transaction(async (db) => {
      await lockCreation(db, 'developer', 'deployment');
      if ((await db.developer.count()) >= maxDevelopers) {
        throw invalidField('name', 'too_many', `a deployment may have at most ${maxDevelopers} developers`);
      }
      await db.developer.create({ data: { developer_id, name, key_hash: tokenHash(key) } });
    });
    return { developer_id, name, key };
  }
}
