import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { randomToken, type Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { openLinkToken } from '../../accounts/link-token.js';
import type { GatewayConfig } from '../../config.js';
import { ensureBrowserId } from '../../http/browser/browser.js';
import { clockToken, configToken, sealerToken, type Clock } from '../../http/injection-tokens.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { Additions } from '../journey/additions.js';
import { checkAuthorization, type AuthorizationRequest } from '../journey/authorization-request.js';
import { JourneyAccounts, type Linked } from '../journey/journey-accounts.js';
import { consentIdOf, providers } from '@kalends/provider-registry';
import {
  consentAddresses,
  consentStart,
  offeredAccounts,
  offers,
  type OffersConfig,
} from '../journey/consent-providers.js';
import { journeyLifetime, type Journey } from '../journey/journey.js';
import { JourneySteps, type Exchange } from '../journey/journey-steps.js';
import { Journeys } from '../journey/journeys.js';
import { allowForms, dangerPage, goTo, lost, sendBack, show, tooMany } from '../journey/reply.js';
import { additionTextsOf } from '../journey/texts/addition/addition-texts.js';
import { textsFor, type Texts } from '../journey/texts/texts.js';
import { allowZoneScript } from '../journey/zone-field.js';
import { guessZone } from '../journey/zones.js';
import { choosePage } from './begin-journey.pages.js';

type BeginConfig = Pick<GatewayConfig, 'PUBLIC_URL'> & OffersConfig;

const forDeveloper = {
  unknownApplication: 'invalid_request: client_id is missing or not known.',
  unregisteredAddress:
    'invalid_request: redirect_uri is not one of those registered for this client_id; it must be equal in every character.',
} as const;

type Begun = Pick<Journey, 'request' | 'accountId' | 'unlinked' | 'tzid'>;

const newJourney = (begun: Begun, now: number): Journey => ({
  id: randomToken(24),
  ...begun,
  stagedId: null,
  vouched: false,
  builtIn: null,
  expires: now + journeyLifetime,
});

interface Step {
  t: Texts;
  journey: Journey;
  sealed: string;
}

/** Whether somebody else may begin: the account is the browser's, not the application's choice. */
const canBeOther = ({ accountId, request }: Journey): boolean => accountId !== null && request.linkToken === null;

/**
 * The first step of the OAuth journey: the application's request is checked, the user chooses a calendar (RFC 6749 §4.1.1).
 */
@Controller('oauth/authorize')
export class BeginJourneyController {
  constructor(
    private readonly accounts: JourneyAccounts,
    private readonly journeys: Journeys,
    private readonly steps: JourneySteps,
    private readonly attempts: FailedAttempts,
    private readonly additions: Additions,
    @Inject(sealerToken) private readonly sealer: Sealer,
    @Inject(configToken) private readonly config: BeginConfig,
    @Inject(clockToken) private readonly clock: Clock,
  ) {}

  @Get()
  async begin(@Query() query: Record<string, unknown>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const application = await this.accounts.application(query.client_id);
    const check = checkAuthorization(query, application);
    if (check.outcome === 'show-error') {
      const t = textsFor(typeof query.locale === 'string' ? query.locale : null, request);
      const wait = await this.attempts.count({ kind: 'authorize', address: request.ip });
      return wait === null
        ? show(reply, dangerPage(t, t[check.reason], forDeveloper[check.reason]), 400)
        : tooMany(reply, t, wait);
    }
    const { PUBLIC_URL } = this.config;
    if (check.outcome === 'redirect-error') {
      const { error, description, state } = check;
      const redirection = { redirectUri: check.redirectUri, issuer: PUBLIC_URL };
      return sendBack(reply, redirection, { error, error_description: description, state });
    }
    if (!(await this.additions.isFor(check.request))) {
      const t = textsFor(check.request.locale, request);
      return show(reply, dangerPage(t, additionTextsOf(t).over), 404);
    }
    const browserId = ensureBrowserId(request, reply, PUBLIC_URL);
    const { provider, redirectUri, state, locale } = check.request;
    const linked = await this.linkedTo(check.request, browserId);
    if (linked === 'unknown-link') {
      const error_description = 'link_token is unknown, of another application, or older than 5 minutes.';
      const answer = { error: 'invalid_request', error_description, state };
      return sendBack(reply, { redirectUri, issuer: PUBLIC_URL }, answer);
    }
    const accountId = linked?.accountId ?? null;
    const unlinked = accountId !== null && !(await this.accounts.isLinked(accountId, browserId));
    const begun = { request: check.request, accountId, unlinked, tzid: guessZone(request) };
    const journey = newJourney(begun, this.clock());
    const sealed = this.journeys.seal(journey, browserId);
    const id = consentIdOf(provider);
    // whose account a link token names, the user must see before the sign-in
    if (id !== null && offers(this.config, id) && !unlinked) return goTo(reply, consentStart(id, 'journey', sealed));
    return this.choose({ request, reply }, { t: textsFor(locale, request), journey, sealed });
  }

  /** Again, after a calendar that could not be connected, or for somebody else than who used this browser before. */
  @Get('choose')
  async chooseAgain(
    @Query() { journey: sealed, other }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const opened = await this.steps.open({ request, reply }, sealed);
    if (!opened) return;
    const { journey, browserId, t } = opened;
    if (other === undefined || !canBeOther(journey))
      return this.choose({ request, reply }, { t, journey, sealed: String(sealed) });
    const anew = { ...journey, accountId: null, stagedId: null, vouched: false, builtIn: null };
    return this.choose({ request, reply }, { t, journey: anew, sealed: this.journeys.seal(anew, browserId) });
  }

  private async choose({ request, reply }: Exchange, { t, journey, sealed }: Step) {
    const { accountId, request: requested } = journey;
    const brand = await this.accounts.brand(requested.clientId);
    if (!brand) return lost(reply, t);
    const connected = accountId === null ? [] : ((await this.accounts.linkedAccount(accountId))?.profileNames ?? []);
    const offered = offeredAccounts(this.config);
    const foreign = await this.accounts.foreign(journey);
    const addresses = consentAddresses(
      this.config,
      providers.map(({ id }) => id),
    );
    allowZoneScript(allowForms(reply, requested.redirectUri, ...addresses));
    const other = canBeOther(journey) ? `/oauth/authorize/choose?journey=${sealed}&other=1` : null;
    const choice = { chosen: requested.provider, connected, other, offered, foreign, guess: guessZone(request) };
    return show(reply, choosePage({ t, brand, journey: sealed }, choice));
  }

  /** Which account the journey adds to: the link token's, the browser's, or a new one (AUTH-9). */
  private async linkedTo(request: AuthorizationRequest, browserId: string): Promise<Linked | null | 'unknown-link'> {
    const { linkToken, clientId, avoidLinking } = request;
    if (linkToken === null) return avoidLinking ? null : this.accounts.linked(clientId, browserId);
    const accountId = openLinkToken(this.sealer, { token: linkToken, clientId }, this.clock());
    const linked = accountId === null ? null : await this.accounts.linkedAccount(accountId);
    return linked ?? 'unknown-link';
  }
}
