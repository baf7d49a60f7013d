import { Body, Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { isTimeZone } from '@kalends/icalendar';
import type { Sealer } from '@kalends/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLinkToken } from '../accounts/link-token.js';
import { browserOf, knowBrowser } from '../browser/browser.js';
import type { GatewayConfig } from '../config.js';
import { clockToken, configToken, relayToken, sealerToken, type Clock, type Waker } from '../http/providers.js';
import { answerTo, checkAuthorization, type AuthorizationRequest } from './authorization-request.js';
import { AuthorizeHandler, type Linked } from './authorize.handler.js';
import { choosePage, consentPage, credentialsPage, dangerPage } from './authorize.pages.js';
import { journeyLifetime, openJourney, sealJourney, type Journey } from './journey.js';

type Form = Record<string, unknown> | undefined;

const field = (form: Form, name: string): string => {
  const value = form?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** The OAuth journey: choose and connect a calendar, consent, return to the application (RFC 6749 §4.1). */
@Controller('oauth/authorize')
export class AuthorizeController {
  constructor(
    private readonly handler: AuthorizeHandler,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Get()
  async begin(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const application = await this.handler.application(query.client_id);
    const check = checkAuthorization(query, application?.redirect_uris ?? null);
    if (check.outcome === 'tell-user') return this.show(reply, dangerPage(check.description), 400);
    if (check.outcome === 'tell-application') {
      const { error, description, state } = check;
      return this.sendBack(reply, check.redirectUri, { error, error_description: description, state });
    }
    const browserId = knowBrowser(request, reply, this.config.PUBLIC_URL);
    const { provider, redirectUri, state } = check.request;
    const linked = await this.linkedTo(check.request, browserId);
    if (linked === 'unknown-link') {
      const description = 'link_token is unknown, of another application, or older than 5 minutes.';
      return this.sendBack(reply, redirectUri, { error: 'invalid_request', error_description: description, state });
    }
    const journey: Journey = {
      request: check.request,
      accountId: linked?.accountId ?? null,
      profileId: null,
      newAccount: false,
      builtIn: null,
      expires: this.clock() + journeyLifetime,
    };
    const shown = { application: application!.name, journey: sealJourney(this.sealer, journey, browserId) };
    return this.show(reply, choosePage(shown, provider, linked?.profileNames ?? []));
  }

  @Post('connect')
  async connect(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request);
    const journey = openJourney(this.sealer, form?.journey, browserId, this.clock());
    if (!journey) return this.lost(reply);
    const provider = field(form, 'provider_name');
    const tzid = isTimeZone(field(form, 'tzid')) ? field(form, 'tzid') : 'Etc/UTC';
    if (provider === 'connected' && journey.accountId) return this.askConsent(reply, journey, browserId!);
    if (provider === 'kalends') return this.askConsent(reply, { ...journey, builtIn: { tzid } }, browserId!);
    if (provider !== 'apple' && provider !== 'caldav') return this.lost(reply);
    return this.connectCaldav(reply, journey, browserId!, provider, form, tzid);
  }

  @Post('consent')
  async consent(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request);
    const journey = openJourney(this.sealer, form?.journey, browserId, this.clock());
    const decision = field(form, 'decision');
    const ready = journey && (journey.accountId !== null || journey.builtIn !== null);
    if (!ready || (decision !== 'allow' && decision !== 'deny')) return this.lost(reply);
    const { redirectUri, state } = journey.request;
    if (decision === 'deny') {
      await this.handler.deny(journey);
      this.relay.wake();
      const answer = { error: 'access_denied', error_description: 'The user denied the request.', state };
      return this.sendBack(reply, redirectUri, answer);
    }
    const code = await this.handler.allow(journey, browserId!, this.clock());
    this.relay.wake();
    return this.sendBack(reply, redirectUri, { code, state });
  }

  /** Which account the journey adds to: the link token's, the browser's, or a new one (contract §3). */
  private async linkedTo(request: AuthorizationRequest, browserId: string): Promise<Linked | null | 'unknown-link'> {
    const { linkToken, clientId, avoidLinking } = request;
    if (linkToken === null) return avoidLinking ? null : this.handler.linked(clientId, browserId);
    const accountId = openLinkToken(this.sealer, linkToken, clientId, this.clock());
    const linked = accountId === null ? null : await this.handler.linkedAccount(accountId);
    return linked ?? 'unknown-link';
  }

  private async connectCaldav(
    reply: FastifyReply,
    journey: Journey,
    browserId: string,
    provider: 'apple' | 'caldav',
    form: Form,
    tzid: string,
  ) {
    const typed = { url: field(form, 'url'), username: field(form, 'username'), tzid };
    const password = typeof form?.password === 'string' ? form.password : '';
    const shown = { application: '', journey: field(form, 'journey') };
    if (form?.username === undefined) return this.show(reply, credentialsPage(shown, provider, typed, null));
    if (typed.username === '' || password === '' || (provider === 'caldav' && !URL.canParse(typed.url))) {
      const missing = 'Fill in each field; the address begins with https://';
      return this.show(reply, credentialsPage(shown, provider, typed, missing), 422);
    }
    const url = provider === 'caldav' ? { url: typed.url } : {};
    const credentials = { provider_name: provider, ...url, username: typed.username, password };
    const outcome = await this.handler.connect(journey, credentials, tzid);
    this.relay.wake();
    if ('outcome' in outcome)
      return this.show(reply, credentialsPage(shown, provider, typed, outcome.description), 422);
    return this.askConsent(reply, outcome, browserId);
  }

  private async askConsent(reply: FastifyReply, journey: Journey, browserId: string) {
    const application = await this.handler.application(journey.request.clientId);
    if (!application) return this.lost(reply);
    const held = journey.accountId ? await this.handler.profileNames(journey.accountId) : [];
    const names = journey.builtIn ? [...held, 'A new calendar here'] : held;
    const shown = { application: application.name, journey: sealJourney(this.sealer, journey, browserId) };
    const calendars = names.length > 0 ? names : ['The calendars of the account just connected'];
    return this.show(
      reply,
      consentPage(shown, journey.request.scope, calendars, new URL(journey.request.redirectUri).host),
    );
  }

  private lost(reply: FastifyReply) {
    return this.show(reply, dangerPage('This step belongs to another browser, or took longer than half an hour.'), 400);
  }

  private show(reply: FastifyReply, page: string, status = 200) {
    return reply.status(status).headers({ 'cache-control': 'no-store' }).type('text/html; charset=utf-8').send(page);
  }

  /** `iss`: RFC 9207. */
  private sendBack(reply: FastifyReply, redirectUri: string, answer: Record<string, string | null>) {
    const location = answerTo(redirectUri, { ...answer, iss: this.config.PUBLIC_URL });
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }
}
