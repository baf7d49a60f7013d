import { Body, Controller, Inject, UseGuards } from '@nestjs/common';
import { createDeveloper } from '@kalends/contracts';
import { randomToken } from '@kalends/security';
import { Post } from '../../http/idempotency/post.js';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { AdministratorOf, AdminKeyGuard, onlyDeployment, type Administrator } from '../../http/admin-key.js';
import { prismaToken } from '../../http/injection-tokens.js';
import { validate } from '../../http/refusals.js';
import { tokenHash } from '../../tokens/hash.js';

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
    await this.prisma.developer.create({ data: { developer_id, name, key_hash: tokenHash(key) } });
    return { developer_id, name, key };
  }
}
