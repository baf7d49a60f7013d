import { Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { relinkUrlOf } from '../../accounts/relink-url.js';
import { browserOf } from '../../http/browser/browser.js';
import type { GatewayConfig } from '../../config.js';
import {
  clockToken,
  configToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import type { Journey } from '../journey/journey.js';
import { JourneyAccounts } from '../journey/journey-accounts.js';
import { Journeys, type OpenedRelink } from '../journey/journeys.js';
import { permissionsReview, type PermissionStep } from '../journey/permission-step.js';
import type { Relink } from '../journey/relink.js';
import { relinkDonePage } from '../journey/relink.pages.js';
import { allowForms, dangerPage, goTo, lost, sendBack, show } from '../journey/reply.js';
import { textsFor, type Texts } from '../journey/texts/texts.js';
import { connectedElsewherePage, relinkProblemPage } from './authorize-provider.pages.js';
import { ConsentCookie } from './consent-cookie.js';
import type { ConsentResponse } from './consent-at-google.handler.js';
import { OfferedConsent } from './offered-consent.js';
import type { RelinkOutcome } from './relink-at-google.handler.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

type Query = Record<string, unknown>;

/** A sign-in at Google that proves whose profile it is. */
interface Proof {
  relink: Relink;
  permission: PermissionStep;
  browserId: string;
  t: Texts;
}

type Unproved = Exclude<RelinkOutcome, { outcome: 'connected' }>;

function problemOf(t: Texts, outcome: Unproved): string {
  if (outcome.outcome === 'another') return t.relinkOther(outcome.email);
  return outcome.isAway ? t.relinkAway : t.relinkFailed;
}

/** The part of the journey at Google: the redirect there, and the return with a state that only this browser can present. */
@Controller('oauth/providers/google')
export class AuthorizeProviderController {
  private readonly cookie: ConsentCookie;

  constructor(
    private readonly consent: OfferedConsent,
    private readonly journeys: Journeys,
    private readonly accounts: JourneyAccounts,
    @Inject(sealerToken) sealer: Sealer,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'ENCRYPTION_KEY'>,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {
    this.cookie = new ConsentCookie(sealer, config.PUBLIC_URL.startsWith('https:'));
  }

  /** With a `journey`, or with a `relink`: a profile whose owner connects it again. */
  @Get('start')
  async start(@Query() query: Query, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { handler } = this.consent;
    if (!handler) return this.notOffered(request, reply);
    const step = this.startOf(query, request);
    if (!step) return lost(reply, textsFor(null, request));
    const { browserId, state, requested } = step;
    const location = await handler.start(state, requested, (verifier) =>
      this.cookie.issue(reply, { browserId, state, verifier }, this.clock()),
    );
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  @Get('callback')
  async finish(@Query() query: Query, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { handler } = this.consent;
    if (!handler) return this.notOffered(request, reply);
    const [state, code, error] = [text(query.state), text(query.code), text(query.error)];
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const verifier = this.cookie.take({ request, reply }, { browserId, state }, this.clock());
    const opened = this.journeys.open(request, state, 'google-state');
    const again = this.journeys.openRelink(request, state, 'google-state');
    const t = opened.journey ? opened.t : again.t;
    const isAnswer = verifier !== null && (code === '') !== (error === '');
    if (!isAnswer || (!opened.journey && !again.relink)) return lost(reply, t, t.answerRejected);
    const response = { state, verifier, code, error };
    if (!opened.journey) {
      const { relink, browserId: prover } = again as Extract<OpenedRelink, { browserId: string }>;
      const { permission } = relink;
      if (permission) return this.finishProof(reply, { relink, permission, browserId: prover, t }, response);
      return this.finishRelink(reply, { t, relink }, response);
    }
    const { journey } = opened;
    const application = await this.accounts.application(journey.request.clientId);
    if (!application) return lost(reply, t);
    const outcome = await handler.finish(journey, response);
    this.relay.wake();
    if (outcome.outcome === 'failed') return this.sendBack(reply, journey, outcome);
    const next = outcome.outcome === 'connected' ? outcome.journey : journey;
    const sealed = this.journeys.seal(next, opened.browserId);
    if (outcome.outcome === 'connected') return goTo(reply, `/oauth/authorize/consent?journey=${sealed}`);
    const page = connectedElsewherePage({ t, application: application.name, journey: sealed }, outcome.email);
    return show(allowForms(reply, journey.request.redirectUri), page, 409);
  }

  /** The purpose of the consent, and the state that is returned with it. */
  private startOf(query: Query, request: FastifyRequest) {
    const opened = this.journeys.open(request, query.journey);
    if (opened.journey) {
      const { journey, browserId } = opened;
      const requested = { ...journey.request, accountId: journey.accountId };
      return { browserId, state: this.journeys.seal(journey, browserId, 'google-state'), requested };
    }
    const again = this.journeys.openRelink(request, query.relink);
    if (!again.relink) return null;
    const { relink, browserId } = again;
    const requested = { ...relink, locale: relink.lang, hint: relink.profileName };
    return { browserId, state: this.journeys.sealRelink(relink, browserId, 'google-state'), requested };
  }

  /** Back to the request for permissions, with the profile proved, or with why it is not. */
  private async finishProof(
    reply: FastifyReply,
    { relink, permission, browserId, t }: Proof,
    response: ConsentResponse,
  ) {
    const outcome = await this.consent.relink!.finish(relink, response);
    this.relay.wake();
    const isProved = outcome.outcome === 'connected';
    const proved = isProved ? [...permission.proved, relink.profileId] : permission.proved;
    const step = { ...permission, proved, problem: isProved ? null : problemOf(t, outcome) };
    return goTo(reply, permissionsReview(this.journeys.sealPermission(step, browserId)));
  }

  private async finishRelink(
    reply: FastifyReply,
    { t, relink }: { t: Texts; relink: Relink },
    response: ConsentResponse,
  ) {
    const application = await this.accounts.application(relink.clientId);
    if (!application) return lost(reply, t);
    const outcome = await this.consent.relink!.finish(relink, response);
    this.relay.wake();
    if (outcome.outcome === 'connected') return show(reply, relinkDonePage({ t, application: application.name }));
    const shown = { t, profileName: relink.profileName, again: relinkUrlOf(this.config)(relink.profileId) };
    const failed = outcome.outcome === 'failed' && outcome.isAway ? 503 : 403;
    return show(reply, relinkProblemPage(shown, problemOf(t, outcome)), outcome.outcome === 'another' ? 409 : failed);
  }

  private sendBack(reply: FastifyReply, { request }: Journey, failure: { error: string; description: string }) {
    const { redirectUri, state } = request;
    const answer = { error: failure.error, error_description: failure.description, state };
    return sendBack(reply, { redirectUri, issuer: this.config.PUBLIC_URL }, answer);
  }

  private notOffered(request: FastifyRequest, reply: FastifyReply) {
    const t = textsFor(null, request);
    return show(reply, dangerPage(t, t.googleNotOffered), 404);
  }
}
