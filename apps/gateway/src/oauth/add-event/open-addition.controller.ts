import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Additions } from '../journey/additions.js';
import { dangerPage, goTo, show } from '../journey/reply.js';
import { additionTextsOf } from '../journey/texts/addition/addition-texts.js';
import { textsFor } from '../journey/texts/texts.js';

/** Where an application sends its user to add an event (SCH-15): into the journey, which changes nothing before Allow. */
@Controller('add_to_calendar/:token')
export class OpenAdditionController {
  constructor(@Inject(Additions) private readonly additions: Additions) {}

  @Get()
  async open(@Param('token') token: string, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const addition = await this.additions.open(token);
    const t = textsFor(null, request);
    void reply.header('x-robots-tag', 'noindex, nofollow');
    if (!addition) return show(reply, dangerPage(t, additionTextsOf(t).over), 404);
    const { clientId: client_id, redirectUri: redirect_uri, scope, state } = addition;
    const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri, scope: scope.join(' ') });
    if (state !== null) query.set('state', state);
    query.set('addition', token);
    return goTo(reply, `/oauth/authorize?${query.toString()}`);
  }
}
