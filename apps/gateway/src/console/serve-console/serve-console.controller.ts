import { Controller, Get, Inject, Param, Res } from '@nestjs/common';
import { randomToken } from '@kalends/security';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';
import { consoleFile, type ConsoleFile } from './console-files.js';

/**
 * What the console may load and where it may send requests: this server only. Of what is written into the page, only styles
 * with this response's nonce apply: React Aria inserts some.
 */
const policyOf = (nonce: string) =>
  `default-src 'none';script-src 'self';style-src 'self' 'nonce-${nonce}';img-src 'self' data:;font-src 'self';connect-src 'self';frame-ancestors 'none';base-uri 'none';form-action 'none'`;

const emptyNonce = '<meta property="csp-nonce" content="" />';

const noIssuer = '<meta name="oidc-host" content="" />';

const forever = 'public, max-age=31536000, immutable';

/** The console: one page, whose addresses are its own to show, and its files, whose names change with their content. */
@Controller('console')
export class ServeConsoleController {
  private readonly issuer: string;

  constructor(@Inject(configToken) { OIDC_ISSUER: issuer }: GatewayConfig) {
    this.issuer = noIssuer.replace('""', `"${issuer ? new URL(issuer).host : ''}"`);
  }

  @Get()
  first(@Res() reply: FastifyReply) {
    return this.page(reply);
  }

  @Get('assets/:name')
  asset(@Param('name') name: string, @Res() reply: FastifyReply) {
    const file = consoleFile(`assets/${name}`);
    if (!file) throw notFound('file');
    return this.send(reply, file, forever);
  }

  @Get('*')
  any(@Res() reply: FastifyReply) {
    return this.page(reply);
  }

  private page(reply: FastifyReply) {
    const file = consoleFile('index.html');
    if (!file) throw notFound('console: it was not built');
    const nonce = randomToken(16);
    const content = file.content
      .toString()
      .replace(emptyNonce, emptyNonce.replace('""', `"${nonce}"`))
      .replace(noIssuer, this.issuer);
    return this.send(reply.header('content-security-policy', policyOf(nonce)), { ...file, content }, 'no-store');
  }

  private send(
    reply: FastifyReply,
    { type, content }: Pick<ConsoleFile, 'type'> & { content: Buffer | string },
    caching: string,
  ) {
    return reply.header('cache-control', caching).type(type).send(content);
  }
}
