import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { developerHeaders } from '../../http/pages/layout.js';
import { notFound } from '../../http/refusals.js';
import { demoFor, landingToken, type Landing } from '../../landing/landing.js';
import { guideText } from '../guide-text.js';
import { isGuide } from '../guides.js';
import { guidePage } from './show-guide.pages.js';

/** The guides, as pages and as Markdown (`<name>.md`), both with the values of this installation. */
@Controller('docs')
export class ShowGuideController {
  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(landingToken) private readonly landing: Landing,
  ) {}

  @Get(':name')
  show(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const guide = name.replace(/\.md$/, '');
    if (!isGuide(guide)) throw notFound('guide');
    const demo = demoFor(request, this.config, this.landing);
    const values = { base: this.config.PUBLIC_URL, demo };
    void reply.header('cache-control', demo ? 'no-store' : 'no-cache');
    if (name !== guide) return reply.type('text/markdown; charset=utf-8').send(guideText(guide, values));
    return reply.headers(developerHeaders).type('text/html; charset=utf-8').send(guidePage(guide, values));
  }
}
