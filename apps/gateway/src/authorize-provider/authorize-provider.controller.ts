import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Sealer } from '@kalends/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { browserOf } from '../browser/browser.js';
import type { GatewayConfig } from '../config.js';
import type { PrismaClient } from '../generated/prisma/client.js';
import {
  clockToken,
  configToken,
  prismaToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../http/providers.js';
import { openJourney, sealJourney, type Journey } from '../journey/journey.js';
import { dangerPage, goTo, lost, sendBack, show } from '../journey/reply.js';
import { connectedElsewherePage } from './authorize-provider.pages.js';
import { ConsentCookie } from './consent-cookie.js';
import { OfferedConsent } from './offered-consent.js';

const strange = 'This answer was used already, belongs to another browser, or came later than a quarter of an hour.';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The part of the journey that happens at Google: there, and back with a state that only this browser can bring. */
@Controller('oauth/providers/google')
export class AuthorizeProviderController {
  private readonly cookie: ConsentCookie;

  constructor(
    private readonly consent: OfferedConsent,
    @Inject(prismaToken) private readonly prisma: PrismaClient,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {
    this.cookie = new ConsentCookie(sealer, config.PUBLIC_URL.startsWith('https:'));
  }

  @Get('start')
  async start(@Query('journey') sealed: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { handler } = this.consent;
    if (!handler) return this.notOffered(reply);
    const browserId = browserOf(request);
    const journey = openJourney(this.sealer, sealed, browserId, this.clock());
    if (!journey || browserId === null) return lost(reply);
    const state = sealJourney(this.sealer, journey, browserId, 'google-state');
    const location = await handler.start(state, journey.request, (verifier) =>
      this.cookie.give(reply, browserId, state, verifier, this.clock()),
    );
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  @Get('callback')
  async finish(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { handler } = this.consent;
    if (!handler) return this.notOffered(reply);
    const [state, code, error] = [text(query.state), text(query.code), text(query.error)];
    const browserId = browserOf(request);
    const verifier = this.cookie.take(request, reply, browserId, state, this.clock());
    const journey = openJourney(this.sealer, state, browserId, this.clock(), 'google-state');
    if (!journey || verifier === null || (code === '') === (error === '')) return lost(reply, strange);
    const application = await this.prisma.application.findUnique({ where: { client_id: journey.request.clientId } });
    if (!application) return lost(reply);
    const outcome = await handler.finish(journey, { state, verifier, code, error });
    this.relay.wake();
    if (outcome.outcome === 'failed') return this.sendBack(reply, journey, outcome.error, outcome.description);
    const next = outcome.outcome === 'connected' ? outcome.journey : journey;
    const sealed = sealJourney(this.sealer, next, browserId!);
    if (outcome.outcome === 'connected') return goTo(reply, `/oauth/authorize/consent?journey=${sealed}`);
    return show(reply, connectedElsewherePage(outcome.email, application.name, sealed), 409);
  }

  private sendBack(reply: FastifyReply, { request }: Journey, error: string, error_description: string) {
    const { redirectUri, state } = request;
    return sendBack(reply, this.config.PUBLIC_URL, redirectUri, { error, error_description, state });
  }

  private notOffered(reply: FastifyReply) {
    return show(reply, dangerPage('Google’s calendars are not offered here.'), 404);
  }
}
