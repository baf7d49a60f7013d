import { Controller, Get, Inject, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { GatewayConfig } from '../../config.js';
import { configToken } from '../../http/injection-tokens.js';
import { apiCatalog, catalogProfile, llmsText } from './descriptions.present.js';

/** Where programs find the descriptions of the API: a catalogue (RFC 9727), and a list for language models. */
@Controller()
export class ListDescriptionsController {
  private readonly base: string;

  constructor(@Inject(configToken) { PUBLIC_URL }: Pick<GatewayConfig, 'PUBLIC_URL'>) {
    this.base = PUBLIC_URL;
  }

  @Get('.well-known/api-catalog')
  catalog(@Res() reply: FastifyReply) {
    const own = `<${this.base}/.well-known/api-catalog>; rel="api-catalog"; profile="${catalogProfile}"`;
    // a text would get a charset, which this type does not have
    return reply
      .header('link', own)
      .type(`application/linkset+json; profile="${catalogProfile}"`)
      .send(Buffer.from(JSON.stringify(apiCatalog(this.base))));
  }

  @Get('llms.txt')
  llms(@Res() reply: FastifyReply) {
    return reply.header('cache-control', 'no-cache').type('text/plain; charset=utf-8').send(llmsText(this.base));
  }
}
