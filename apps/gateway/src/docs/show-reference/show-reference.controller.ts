import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import { openApiDocument, type DocumentName } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { demoFor, landingToken, type Landing } from '../../landing/landing.js';
import { isReferenceFile, referenceFile } from './reference-files.js';
import { referencePage } from './show-reference.pages.js';
import { startReference } from './start-reference.js';

/**
 * What the page may load and where it may send requests: this server only. Swagger UI writes style attributes and has its
 * icons in its style sheet.
 */
const policy =
  "default-src 'none';script-src 'self';style-src 'self' 'unsafe-inline';img-src 'self' data:;connect-src 'self';frame-ancestors 'none';base-uri 'none';form-action 'none'";

const paths = { public: '/openapi.json', journey: '/docs/journey.json', admin: '/docs/admin.json' } as const;

/** The API reference: pages that show the OpenAPI documents, with all that they load. */
@Controller('docs')
export class ShowReferenceController {
  private readonly journey: object;
  private readonly admin: object;

  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(landingToken) private readonly landing: Landing,
  ) {
    this.journey = openApiDocument(config.PUBLIC_URL, 'journey');
    this.admin = openApiDocument(config.PUBLIC_URL, 'admin');
  }

  @Get()
  showPublic(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const demo = demoFor(request, this.config, this.landing);
    return this.show(reply, 'public', demo?.access_token ?? null);
  }

  @Get('journey')
  showJourney(@Res() reply: FastifyReply) {
    return this.show(reply, 'journey');
  }

  @Get('admin')
  showAdmin(@Res() reply: FastifyReply) {
    return this.show(reply, 'admin');
  }

  @Get('journey.json')
  @Header('Access-Control-Allow-Origin', '*')
  journeyDocument() {
    return this.journey;
  }

  @Get('admin.json')
  @Header('Access-Control-Allow-Origin', '*')
  adminDocument() {
    return this.admin;
  }

  @Get('assets/:name')
  asset(@Param('name') name: string, @Res() reply: FastifyReply) {
    void reply.header('cache-control', 'public, max-age=3600');
    if (name === 'start.js') return reply.type('text/javascript; charset=utf-8').send(startReference);
    if (!isReferenceFile(name)) throw notFound('file');
    const { type, content } = referenceFile(name);
    return reply.type(type).send(content);
  }

  private show(reply: FastifyReply, document: DocumentName, token: string | null = null) {
    return reply
      .headers({ 'cache-control': 'no-store', 'content-security-policy': policy })
      .type('text/html; charset=utf-8')
      .send(referencePage({ document, openapi: paths[document], token }));
  }
}
