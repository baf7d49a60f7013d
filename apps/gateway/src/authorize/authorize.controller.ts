import { Body, Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { isTimeZone } from '@kalends/icalendar';
import type { Sealer } from '@kalends/service';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLinkToken } from '../accounts/link-token.js';
import { browserOf, knowBrowser, nameBrowser } from '../browser/browser.js';
import { offersGoogle, type GatewayConfig } from '../config.js';
import { clockToken, configToken, relayToken, sealerToken, type Clock, type Waker } from '../http/providers.js';
import { checkAuthorization, type AuthorizationRequest } from '../journey/authorization-request.js';
import { AuthorizeHandler, type Linked } from './authorize.handler.js';
import { choosePage, consentPage, credentialsPage } from './authorize.pages.js';
import { journeyLifetime, openJourney, sealJourney, type Journey } from '../journey/journey.js';
import { dangerPage, goTo, lost, sendBack, show, type JourneyAnswer } from '../journey/reply.js';
import { refusalText, textsFor, type Texts } from '../journey/texts/texts.js';

type AuthorizeConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET'>;
type Form = Record<string, unknown> | undefined;

const field = (form: Form, name: string): string => {
  const value = form?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Whether there is something that an application can be allowed to use. */
const isReady = ({ accountId, builtIn }: Journey) => accountId !== null || builtIn !== null;

/** Apple's calendars may lie elsewhere than at iCloud; others always say where. */
const isAddress = (url: string, provider: 'apple' | 'caldav') =>
  url === '' ? provider === 'apple' : URL.canParse(url);

const consentAtGoogle = (sealed: string) => `/oauth/providers/google/start?journey=${sealed}`;

/** The OAuth journey: choose and connect a calendar, consent, return to the application (RFC 6749 §4.1). */
@Controller('oauth/authorize')
export class AuthorizeController {
  constructor(
    private readonly handler: AuthorizeHandler,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: AuthorizeConfig,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Get()
  async begin(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const application = await this.handler.application(query.client_id);
    const check = checkAuthorization(query, application?.redirect_uris ?? null);
    if (check.outcome === 'tell-user') {
      const t = textsFor(typeof query.locale === 'string' ? query.locale : null, request);
      return show(reply, dangerPage(t, t[check.reason]), 400);
    }
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
      tzid: 'Etc/UTC',
      expires: this.clock() + journeyLifetime,
    };
    const sealed = sealJourney(this.sealer, journey, browserId);
    if (provider === 'google' && offersGoogle(this.config)) return goTo(reply, consentAtGoogle(sealed));
    return this.choose(reply, this.textsOf(journey, request), journey, sealed);
  }

  /** Once more, after a calendar that could not be connected. */
  @Get('choose')
  async chooseAgain(@Query('journey') sealed: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const journey = openJourney(this.sealer, sealed, browserOf(request, this.config.PUBLIC_URL), this.clock());
    const t = this.textsOf(journey, request);
    return journey ? this.choose(reply, t, journey, String(sealed)) : lost(reply, t);
  }

  /** After a consent at a provider. */
  @Get('consent')
  async review(@Query('journey') sealed: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const journey = openJourney(this.sealer, sealed, browserId, this.clock());
    const t = this.textsOf(journey, request);
    return journey && isReady(journey) ? this.askConsent(reply, t, journey, browserId!) : lost(reply, t);
  }

  @Post('connect')
  async connect(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const journey = openJourney(this.sealer, form?.journey, browserId, this.clock());
    const t = this.textsOf(journey, request);
    if (!journey) return lost(reply, t);
    const provider = field(form, 'provider_name');
    const tzid = isTimeZone(field(form, 'tzid')) ? field(form, 'tzid') : 'Etc/UTC';
    if (provider === 'connected' && journey.accountId) return this.askConsent(reply, t, journey, browserId!);
    if (provider === 'kalends') return this.askConsent(reply, t, { ...journey, builtIn: { tzid } }, browserId!);
    if (provider === 'google' && offersGoogle(this.config)) {
      return goTo(reply, consentAtGoogle(sealJourney(this.sealer, { ...journey, tzid }, browserId!)));
    }
    if (provider !== 'apple' && provider !== 'caldav') return lost(reply, t);
    return this.connectCaldav(reply, t, journey, browserId!, provider, form, tzid);
  }

  @Post('consent')
  async consent(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const journey = openJourney(this.sealer, form?.journey, browserId, this.clock());
    const decision = field(form, 'decision');
    if (!journey || !isReady(journey) || (decision !== 'allow' && decision !== 'deny')) {
      return lost(reply, this.textsOf(journey, request));
    }
    const { redirectUri, state } = journey.request;
    if (decision === 'deny') {
      await this.handler.deny(journey);
      this.relay.wake();
      const answer = { error: 'access_denied', error_description: 'The user denied the request.', state };
      return this.sendBack(reply, redirectUri, answer);
    }
    const { code, newBrowserId } = await this.handler.allow(journey, browserId!, this.clock());
    nameBrowser(reply, newBrowserId, this.config.PUBLIC_URL);
    this.relay.wake();
    return this.sendBack(reply, redirectUri, { code, state });
  }

  private textsOf(journey: Journey | null, request: FastifyRequest): Texts {
    return textsFor(journey?.request.locale ?? null, request);
  }

  private async choose(reply: FastifyReply, t: Texts, { request, accountId }: Journey, sealed: string) {
    const application = await this.handler.application(request.clientId);
    if (!application) return lost(reply, t);
    const connected = accountId === null ? [] : ((await this.handler.linkedAccount(accountId))?.profileNames ?? []);
    const google = offersGoogle(this.config);
    const shown = { t, application: application.name, journey: sealed };
    return show(reply, choosePage(shown, { chosen: request.provider, connected, google }));
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
    t: Texts,
    journey: Journey,
    browserId: string,
    provider: 'apple' | 'caldav',
    form: Form,
    tzid: string,
  ) {
    const typed = { url: field(form, 'url'), username: field(form, 'username'), tzid };
    const password = typeof form?.password === 'string' ? form.password : '';
    const shown = { t, application: '', journey: field(form, 'journey') };
    if (form?.username === undefined) return show(reply, credentialsPage(shown, provider, typed, null));
    if (typed.username === '' || password === '' || !isAddress(typed.url, provider)) {
      return show(reply, credentialsPage(shown, provider, typed, t.fillEachField), 422);
    }
    const url = typed.url === '' ? {} : { url: typed.url };
    const credentials = { provider_name: provider, ...url, username: typed.username, password };
    const outcome = await this.handler.connect(journey, credentials, tzid);
    this.relay.wake();
    if ('outcome' in outcome) {
      return show(reply, credentialsPage(shown, provider, typed, refusalText(t, outcome)), 422);
    }
    return this.askConsent(reply, t, outcome, browserId);
  }

  private async askConsent(reply: FastifyReply, t: Texts, journey: Journey, browserId: string) {
    const application = await this.handler.application(journey.request.clientId);
    if (!application) return lost(reply, t);
    const calendars = await this.handler.shared(t, journey);
    const shown = { t, application: application.name, journey: sealJourney(this.sealer, journey, browserId) };
    return show(reply, consentPage(shown, journey.request.scope, calendars, new URL(journey.request.redirectUri).host));
  }

  private sendBack(reply: FastifyReply, redirectUri: string, answer: JourneyAnswer) {
    return sendBack(reply, this.config.PUBLIC_URL, redirectUri, answer);
  }
}
