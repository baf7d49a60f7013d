import { Controller, Get, Param, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { notFound } from '../../http/refusals.js';
import { isGuide } from '../guides.js';
import { guidePage } from './show-guide.pages.js';

/** The guides, beside the API reference. */
@Controller('docs')
export class ShowGuideController {
  @Get(':name')
  show(@Param('name') name: string, @Res() reply: FastifyReply) {
    if (!isGuide(name)) throw notFound('guide');
    return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(guidePage(name));
  }
}
