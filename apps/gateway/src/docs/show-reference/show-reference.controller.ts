import { Controller, Get, Header, Inject, Param, Req, Res } from '@nestjs/common';
import type { DocumentName } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { developerHeaders } from '../../http/pages/layout.js';
import { pageScript } from '../../http/pages/page-script.js';
import { notFound } from '../../http/refusals.js';
import { demoFor, landingToken, type Landing } from '../../landing/landing.js';
import { references } from '../operations.js';
import { ReferenceDocuments } from './reference-document.js';
import { elementScript } from './element-files.js';
import { liveElements } from './live-elements.js';
import { referenceReader } from './reference-files.js';
import { operationPage, overviewPage, startPage } from './show-reference.pages.js';
import { startReference } from './start-reference.js';

const scripts = new Map(
  Object.entries({ 'start.js': startReference, 'pages.js': pageScript, 'live.js': liveElements }),
);

const named = (name: string): DocumentName => (name === 'api' ? 'public' : (name as DocumentName));

const referenceAt = (path: string) => {
  const found = references().find((one) => one.path === `/docs/${path}`);
  if (!found) throw notFound('page');
  return found;
};

/** The start of the documentation and the API reference: pages of the OpenAPI documents, with all that they load. */
@Controller('docs')
export class ShowReferenceController {
  private readonly documents: ReferenceDocuments;

  constructor(
    @Inject(configToken) private readonly config: GatewayConfig,
    @Inject(landingToken) private readonly landing: Landing,
  ) {
    this.documents = new ReferenceDocuments(config.PUBLIC_URL);
  }

  @Get()
  showStart(@Res() reply: FastifyReply) {
    return this.send(reply, startPage());
  }

  @Get('api')
  showPublic(@Res() reply: FastifyReply) {
    return this.send(reply, overviewPage(referenceAt('api')));
  }

  @Get('journey')
  showJourney(@Res() reply: FastifyReply) {
    return this.send(reply, overviewPage(referenceAt('journey')));
  }

  @Get('admin')
  showAdmin(@Res() reply: FastifyReply) {
    return this.send(reply, overviewPage(referenceAt('admin')));
  }

  @Get('journey.json')
  @Header('Access-Control-Allow-Origin', '*')
  journeyDocument() {
    return this.documents.whole('journey');
  }

  @Get('admin.json')
  @Header('Access-Control-Allow-Origin', '*')
  adminDocument() {
    return this.documents.whole('admin');
  }

  @Get('assets/:name')
  asset(@Param('name') name: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    void reply.header('cache-control', 'public, max-age=3600').type('text/javascript; charset=utf-8');
    const script = scripts.get(name);
    if (script !== undefined) return reply.send(script);
    const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding']));
    if (name === 'elements.js') return this.sendElements(request, reply, acceptsGzip);
    if (name !== 'reference.js') throw notFound('file');
    if (acceptsGzip) void reply.header('content-encoding', 'gzip');
    return reply.header('vary', 'accept-encoding').send(referenceReader(acceptsGzip));
  }

  @Get(':reference/:operation')
  operation(
    @Param() { reference: name, operation: id }: { reference: string; operation: string },
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const reference = referenceAt(name);
    const json = /^(\w+)\.json$/.exec(id)?.[1];
    const document = this.documents.of(named(name), json ?? id);
    if (!document) throw notFound('operation');
    if (json) return reply.header('cache-control', 'no-cache').send(document);
    return this.send(reply, operationPage(reference, id, demoFor(request, this.config, this.landing)));
  }

  /** Pages of applications may load it from here, too. */
  private sendElements(request: FastifyRequest, reply: FastifyReply, acceptsGzip: boolean) {
    const { text, gzip, tags } = elementScript();
    const tag = acceptsGzip ? tags.gzip : tags.text;
    void reply.headers({ 'cache-control': 'public, max-age=300', etag: tag, vary: 'accept-encoding' });
    void reply.headers({ 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' });
    if (String(request.headers['if-none-match']).split(/,\s*/).includes(tag)) return reply.status(304).send();
    if (acceptsGzip) void reply.header('content-encoding', 'gzip');
    return reply.send(acceptsGzip ? gzip : text);
  }

  private send(reply: FastifyReply, page: string) {
    return reply
      .headers({ ...developerHeaders, 'cache-control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(page);
  }
}
