import { Body, Controller, Get, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { httpUrl } from '@kalends/contracts';
import { isTimeZone } from '@kalends/icalendar';
import { randomToken, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLinkToken } from '../../accounts/link-token.js';
import { browserOf, knowBrowser, nameBrowser } from '../../http/browser/browser.js';
import { offersGoogle, type GatewayConfig } from '../../config.js';
import { clockToken, configToken, relayToken, sealerToken, type Clock, type Waker } from '../../http/providers.js';
import { checkAuthorization, type AuthorizationRequest } from '../journey/authorization-request.js';
import { AuthorizeHandler, type Linked } from './authorize.handler.js';
import { DecideJourney, type Allowed } from './decide-journey.handler.js';
import { choosePage, consentPage, credentialsPage } from './authorize.pages.js';
import { journeyLifetime, openJourney, sealJourney, type Journey } from '../journey/journey.js';
import { allowForms, dangerPage, goTo, lost, sendBack, show, type JourneyAnswer } from '../journey/reply.js';
import { refusalText, textsFor, type Texts } from '../journey/texts/texts.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { NewAccounts } from '../../http/rate-limit/new-accounts.js';
import { passwordAttempt, triedAt } from './password-attempt.js';

type AuthorizeConfig = Pick<
  GatewayConfig,
  'PUBLIC_URL' | 'GOOGLE_CLIENT_ID' | 'GOOGLE_CLIENT_SECRET' | 'GOOGLE_AUTHORIZE_URL'
>;
type Form = Record<string, unknown> | undefined;

const field = (form: Form, name: string): string => {
  const value = form?.[name];
  return typeof value === 'string' ? value.trim() : '';
};

/** Whether there is something that an application can be allowed to use. */
const isReady = ({ accountId, stagedId, builtIn }: Journey) =>
  accountId !== null || stagedId !== null || builtIn !== null;

/** Apple's calendars may lie elsewhere than at iCloud; others always say where. */
const isAddress = (url: string, provider: 'apple' | 'caldav') =>
  url === '' ? provider === 'apple' : httpUrl('url').safeParse(url).success;

/** Whether to allow it makes an account for somebody whom no provider vouches for. */
const isNobodys = ({ accountId, vouched }: Journey) => accountId === null && !vouched;

/** A form with credentials, and where it came from. */
interface CaldavAttempt {
  journey: Journey;
  browserId: string;
  provider: 'apple' | 'caldav';
  form: Form;
  tzid: string;
  address: string;
}

const consentAtGoogle = (sealed: string) => `/oauth/providers/google/start?journey=${sealed}`;

/** The OAuth journey: choose and connect a calendar, consent, return to the application (RFC 6749 §4.1). */
@Controller('oauth/authorize')
export class AuthorizeController {
  constructor(
    private readonly handler: AuthorizeHandler,
    private readonly decide: DecideJourney,
    private readonly attempts: FailedAttempts,
    private readonly accounts: NewAccounts,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: AuthorizeConfig,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Get()
  async begin(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const application = await this.handler.application(query.client_id);
    const check = checkAuthorization(query, application);
    if (check.outcome === 'tell-user') {
      const t = textsFor(typeof query.locale === 'string' ? query.locale : null, request);
      const wait = await this.attempts.count({ kind: 'authorize', address: request.ip });
      if (wait !== null) return this.closed(reply, t, wait);
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
      id: randomToken(24),
      request: check.request,
      accountId: linked?.accountId ?? null,
      stagedId: null,
      vouched: false,
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
    const zone = field(form, 'tzid').slice(0, 64);
    const tzid = isTimeZone(zone) ? zone : 'Etc/UTC';
    const other = { ...journey, stagedId: null, vouched: false, builtIn: null };
    if (provider === 'connected' && journey.accountId) return this.askConsent(reply, t, other, browserId!);
    if (provider === 'kalends') return this.askConsent(reply, t, { ...other, builtIn: { tzid } }, browserId!);
    if (provider === 'google' && offersGoogle(this.config)) {
      return goTo(reply, consentAtGoogle(sealJourney(this.sealer, { ...journey, tzid }, browserId!)));
    }
    if (provider !== 'apple' && provider !== 'caldav') return lost(reply, t);
    return this.connectCaldav(reply, t, { journey, browserId: browserId!, provider, form, tzid, address: request.ip });
  }

  @Post('consent')
  async consent(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const journey = openJourney(this.sealer, form?.journey, browserId, this.clock());
    const decision = field(form, 'decision');
    if (!journey || !isReady(journey) || (decision !== 'allow' && decision !== 'deny')) {
      return lost(reply, this.textsOf(journey, request));
    }
    const t = this.textsOf(journey, request);
    if (decision === 'deny') {
      const isDenied = await this.decide.deny(journey);
      this.relay.wake();
      return isDenied ? this.sendDenied(reply, journey) : lost(reply, t, t.answerStrange);
    }
    const wait = isNobodys(journey) ? await this.accounts.count(request.ip) : null;
    if (wait !== null) return this.closed(reply, t, wait);
    const allowed = await this.decide.allow(journey, browserId!, this.clock());
    this.relay.wake();
    return this.answer(reply, t, journey, browserId!, allowed);
  }

  private answer(reply: FastifyReply, t: Texts, journey: Journey, browserId: string, allowed: Allowed) {
    const { redirectUri, state } = journey.request;
    if (allowed.outcome === 'over') return lost(reply, t);
    if (allowed.outcome === 'denied') return this.sendDenied(reply, journey);
    if (allowed.outcome === 'elsewhere') return show(reply, dangerPage(t, t.refusals['connected-elsewhere']), 409);
    if (allowed.outcome === 'review') return this.askConsent(reply, t, allowed.journey, browserId);
    nameBrowser(reply, allowed.newBrowserId, this.config.PUBLIC_URL);
    return this.sendBack(reply, redirectUri, { code: allowed.code, state });
  }

  /** Too much came from this address: the user is told to wait so many seconds. */
  private closed(reply: FastifyReply, t: Texts, seconds: number) {
    void reply.header('retry-after', String(seconds));
    return show(reply, dangerPage(t, t.tooManyRequests), 429);
  }

  private sendDenied(reply: FastifyReply, { request: { redirectUri, state } }: Journey) {
    const answer = { error: 'access_denied', error_description: 'The user denied the request.', state };
    return this.sendBack(reply, redirectUri, answer);
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
    return show(
      google ? allowForms(reply, this.config.GOOGLE_AUTHORIZE_URL) : reply,
      choosePage(shown, { chosen: request.provider, connected, google }),
    );
  }

  /** Which account the journey adds to: the link token's, the browser's, or a new one (contract §3). */
  private async linkedTo(request: AuthorizationRequest, browserId: string): Promise<Linked | null | 'unknown-link'> {
    const { linkToken, clientId, avoidLinking } = request;
    if (linkToken === null) return avoidLinking ? null : this.handler.linked(clientId, browserId);
    const accountId = openLinkToken(this.sealer, linkToken, clientId, this.clock());
    const linked = accountId === null ? null : await this.handler.linkedAccount(accountId);
    return linked ?? 'unknown-link';
  }

  private async connectCaldav(reply: FastifyReply, t: Texts, attempt: CaldavAttempt) {
    const { journey, browserId, provider, form, tzid, address } = attempt;
    const typed = { url: field(form, 'url'), username: field(form, 'username'), tzid };
    const password = typeof form?.password === 'string' ? form.password : '';
    const shown = { t, application: '', journey: field(form, 'journey') };
    const again = (text: string | null, status = 200) =>
      show(reply, credentialsPage(shown, provider, typed, text), status);
    if (form?.username === undefined) return again(null);
    const wrong = passwordAttempt.safeParse({ ...typed, password }).success ? null : t.unusable;
    if (wrong !== null) return again(wrong, 422);
    if (typed.username === '' || password === '' || !isAddress(typed.url, provider)) return again(t.fillEachField, 422);
    const counted = { kind: 'password', address, target: triedAt(typed) };
    const wait = await this.attempts.closedFor(counted);
    if (wait !== null) {
      void reply.header('retry-after', String(wait));
      return again(t.tooManyTries, 429);
    }
    const url = typed.url === '' ? {} : { url: typed.url };
    const credentials = { provider_name: provider, ...url, username: typed.username, password };
    const outcome = await this.handler.connect(journey, credentials, tzid);
    this.relay.wake();
    if (!('outcome' in outcome)) return this.askConsent(reply, t, outcome, browserId);
    // whatever was refused made us try an address for somebody; only a wrong password is a guess at that user's
    const isGuess = outcome.refusal === 'authentication-failed';
    await this.attempts.count(isGuess ? counted : { kind: 'password', address });
    return again(refusalText(t, outcome), 422);
  }

  private async askConsent(reply: FastifyReply, t: Texts, journey: Journey, browserId: string) {
    const application = await this.handler.application(journey.request.clientId);
    if (!application) return lost(reply, t);
    const calendars = await this.handler.shared(t, journey);
    const shown = { t, application: application.name, journey: sealJourney(this.sealer, journey, browserId) };
    const { scope, redirectUri } = journey.request;
    return show(allowForms(reply, redirectUri), consentPage(shown, scope, calendars, new URL(redirectUri).host));
  }

  private sendBack(reply: FastifyReply, redirectUri: string, answer: JourneyAnswer) {
    return sendBack(reply, this.config.PUBLIC_URL, redirectUri, answer);
  }
}
