import { Controller, Get, Inject, Param, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { PrismaClient } from '../../generated/prisma/client.js';
import { prismaToken } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';

/** Opened by itself, an image is a document: it gets an origin of its own, and may load nothing. */
const policy = "default-src 'none'; sandbox";

/** The logos of applications, for the pages of the journey. */
@Controller('applications/:clientId/logo')
export class ServeLogoController {
  constructor(@Inject(prismaToken) private readonly prisma: PrismaClient) {}

  @Get()
  async serve(@Param('clientId') client_id: string, @Query('v') version: unknown, @Res() reply: FastifyReply) {
    if (client_id.length > 128) throw notFound('logo');
    const application = await this.prisma.application.findUnique({
      where: { client_id },
      select: { logo_version: true, logo: true },
    });
    if (!application?.logo) throw notFound('logo');
    const isCurrent = version === application.logo_version;
    return reply
      .headers({
        'content-security-policy': policy,
        'cache-control': isCurrent ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .type(application.logo.content_type)
      .send(Buffer.from(application.logo.content));
  }
}
