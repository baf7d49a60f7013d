import { Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { Sealer } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { relinkUrlOf } from '../../accounts/relink-url.js';
import { browserOf, ensureBrowserId } from '../../http/browser/browser.js';
import type { GatewayConfig } from '../../config.js';
import {
  clockToken,
  configToken,
  relayToken,
  sealerToken,
  type Clock,
  type Waker,
} from '../../http/injection-tokens.js';
import { consentProvider } from '@kalends/provider-registry';
import type { Brand } from '../journey/brand.js';
import { adminConsentPath, consentStart } from '../journey/consent-providers.js';
import type { Journey } from '../journey/journey.js';
import { JourneyAccounts } from '../journey/journey-accounts.js';
import { ProvedAccounts } from '../journey/proved-accounts.js';
import { JourneySteps, type Exchange } from '../journey/journey-steps.js';
import { Journeys, type JourneyStep, type OpenedRelink } from '../journey/journeys.js';
import { permissionsReview, type PermissionStep } from '../journey/permission-step.js';
import type { Relink } from '../journey/relink.js';
import { relinkDonePage } from '../journey/relink.pages.js';
import { allowForms, answerAddress, dangerPage, goTo, lost, sendBack, show } from '../journey/reply.js';
import { localized } from '../journey/texts/localized.js';
import { textsFor, type Texts } from '../journey/texts/texts.js';
import { connectedElsewherePage, relinkProblemPage } from './authorize-provider.pages.js';
import { ConsentCookie } from './consent-cookie.js';
import type { ConsentResponse } from './consent-at-provider.js';
import { statusOf, type ConsentFailed } from '@kalends/provider-port/consent';
import { OfferedConsent, type Offered } from './offered-consent.js';
import type { RelinkOutcome } from './relink-at-provider.js';
import { signInProblemPage } from './sign-in-problem.pages.js';

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

type ConsentRequest = FastifyRequest<{ Querystring: Record<string, unknown> }>;

/** A sign-in at a provider for a profile. */
interface Again {
  offered: Offered;
  relink: Relink;
  browserId: string;
  t: Texts;
}

/** A sign-in that failed; `journey` null: a profile is connected again. */
interface Problem {
  t: Texts;
  brand: Brand;
  offered: Offered;
  journey: Journey | null;
  sealed: string;
}

type Unproved = Exclude<RelinkOutcome, { outcome: 'connected' }>;

const problemText = (t: Texts, { provider }: Offered, { problem, message }: ConsentFailed): string => {
  const text = problem && consentProvider(provider.id)?.consent.problems?.[problem];
  return text ? localized(t, text) : message;
};

function problemOf({ t, offered }: Again, outcome: Unproved): string {
  const { name } = offered.provider;
  if (outcome.outcome === 'another') return t.relinkOther(name, outcome.email);
  const { problem, error } = outcome.failure;
  if (problem !== undefined) return problemText(t, offered, outcome.failure);
  return error === 'temporarily_unavailable' ? t.relinkAway : t.relinkFailed(name);
}

/** The part of the journey at a provider: the redirect there, and the return with a state that only this browser can present. */
@Controller('oauth/providers/:provider')
export class AuthorizeProviderController {
  private readonly cookie: ConsentCookie;

  constructor(
    private readonly consents: OfferedConsent,
    private readonly journeys: Journeys,
    private readonly steps: JourneySteps,
    private readonly proved: ProvedAccounts,
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
  async start(@Param('provider') id: unknown, @Req() request: ConsentRequest, @Res() reply: FastifyReply) {
    const offered = this.consents.at(id);
    if (!offered) return this.notOffered(id, request, reply);
    const step =
      request.query.list === undefined ? this.startOf(offered, request) : this.startList(offered, request, reply);
    if (!step) return this.steps.showOver({ request, reply }, request.query.journey);
    const { browserId, state, requested } = step;
    const location = await offered.consent.start(state, requested, (verifier) =>
      this.cookie.issue(reply, { browserId, state, verifier }, this.clock()),
    );
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }

  @Get('callback')
  async finish(@Param('provider') id: unknown, @Req() request: ConsentRequest, @Res() reply: FastifyReply) {
    const { query } = request;
    const offered = this.consents.at(id);
    if (!offered) return this.notOffered(id, request, reply);
    const [state, code, error] = [text(query.state), text(query.code), text(query.error)];
    const browserId = browserOf(request, this.config.PUBLIC_URL);
    const verifier = this.cookie.take({ request, reply }, { browserId, state }, this.clock());
    const opened = this.journeys.open(request, state, `${offered.provider.id}-state`);
    const again = this.journeys.openRelink(request, state, `${offered.provider.id}-state`);
    const t = opened.journey ? opened.t : again.t;
    const isAnswer = verifier !== null && (code === '') !== (error === '');
    const response = { state, verifier: verifier ?? '', code, error, description: text(query.error_description) };
    if (isAnswer && this.proved.isSignIn(request, state, offered.provider.id))
      return this.finishList({ request, reply }, offered, response);
    if (!isAnswer || (!opened.journey && !again.relink))
      return this.steps.showOver({ request, reply }, state, {
        purpose: `${offered.provider.id}-state`,
        reason: t.answerRejected,
      });
    if (opened.journey) return this.finishJourney(reply, { ...opened, offered }, response);
    const { relink, browserId: prover } = again as Extract<OpenedRelink, { browserId: string }>;
    const proof = { offered, relink, browserId: prover, t };
    return relink.permission
      ? this.finishProof(reply, { ...proof, permission: relink.permission }, response)
      : this.finishRelink(reply, proof, response);
  }

  /** The purpose of the consent, and the state that is returned with it. */
  private startOf({ provider }: Offered, request: ConsentRequest) {
    const { query } = request;
    const purpose = `${provider.id}-state` as const;
    const opened = this.journeys.open(request, query.journey);
    if (opened.journey) {
      const { journey, browserId } = opened;
      const requested = { ...journey.request, accountId: journey.accountId };
      return { browserId, state: this.journeys.seal(journey, browserId, purpose), requested };
    }
    const again = this.journeys.openRelink(request, query.relink);
    if (!again.relink) return null;
    const { relink, browserId } = again;
    const requested = { ...relink, locale: relink.lang, hint: relink.profileName };
    return { browserId, state: this.journeys.sealRelink(relink, browserId, purpose), requested };
  }

  /** Whoever signs in sees what they connected in other browsers. */
  private startList({ provider }: Offered, request: ConsentRequest, reply: FastifyReply) {
    const browserId = ensureBrowserId(request, reply, this.config.PUBLIC_URL);
    const requested = { scope: [], accountId: null, locale: textsFor(null, request).lang, identityOnly: true };
    return { browserId, state: this.proved.signInState(browserId, provider.id), requested };
  }

  private async finishList({ request, reply }: Exchange, { provider, consent }: Offered, response: ConsentResponse) {
    const identified = await consent.identify(response);
    const t = textsFor(null, request);
    if (!('identityHash' in identified))
      return show(reply, dangerPage(t, t.relinkFailed(provider.name)), statusOf(identified));
    const proof = { identityHash: identified.identityHash, provider: provider.name };
    return goTo(reply, this.proved.addressOf(proof, browserOf(request, this.config.PUBLIC_URL)!));
  }

  private async finishJourney(
    reply: FastifyReply,
    { offered, journey, browserId, t }: JourneyStep & { offered: Offered },
    response: ConsentResponse,
  ) {
    const brand = await this.accounts.brand(journey.request.clientId);
    if (!brand) return lost(reply, t);
    const outcome = await offered.consent.finish(journey, response);
    this.relay.wake();
    const next = outcome.outcome === 'connected' ? outcome.journey : journey;
    const sealed = this.journeys.seal(next, browserId);
    if (outcome.outcome === 'connected') return goTo(reply, `/oauth/authorize/consent?journey=${sealed}`);
    if (outcome.outcome === 'failed') {
      const { failure } = outcome;
      if (failure.problem === undefined) return this.sendBack(reply, journey, failure);
      return this.showProblem(reply, { t, brand, offered, journey, sealed }, failure);
    }
    const shown = { t, brand, journey: sealed };
    const page = connectedElsewherePage(shown, offered.provider.name, outcome.email);
    return show(allowForms(reply, journey.request.redirectUri), page, 409);
  }

  /** Back to the request for permissions, with the profile proved, or with why it is not. */
  private async finishProof(
    reply: FastifyReply,
    proof: Again & { permission: PermissionStep },
    response: ConsentResponse,
  ) {
    const { offered, relink, permission, browserId } = proof;
    const outcome = await offered.relink.finish(relink, response);
    this.relay.wake();
    const isProved = outcome.outcome === 'connected';
    const proved = isProved ? [...permission.proved, relink.profileId] : permission.proved;
    const step = { ...permission, proved, problem: isProved ? null : problemOf(proof, outcome) };
    return goTo(reply, permissionsReview(this.journeys.sealPermission(step, browserId)));
  }

  private async finishRelink(reply: FastifyReply, again: Again, response: ConsentResponse) {
    const { offered, relink, browserId, t } = again;
    const brand = await this.accounts.brand(relink.clientId);
    if (!brand) return lost(reply, t);
    const outcome = await offered.relink.finish(relink, response);
    this.relay.wake();
    if (outcome.outcome === 'connected') return show(reply, relinkDonePage({ t, brand }));
    if (outcome.outcome === 'failed' && outcome.failure.problem !== undefined) {
      const sealed = this.journeys.sealRelink(relink, browserId);
      const shown = { t, brand, offered, journey: null, sealed };
      return this.showProblem(reply, shown, outcome.failure);
    }
    const { name: provider } = offered.provider;
    const address = relinkUrlOf(this.config)(relink.profileId);
    const shown = { t, brand, provider, profileName: relink.profileName, again: address };
    const status = outcome.outcome === 'another' ? 409 : statusOf(outcome.failure);
    return show(reply, relinkProblemPage(shown, problemOf(again, outcome)), status);
  }

  private showProblem(reply: FastifyReply, { t, brand, offered, journey, sealed }: Problem, failure: ConsentFailed) {
    const purpose = journey ? 'journey' : 'relink';
    const { id } = offered.provider;
    const approval = consentProvider(id)?.consent.approval;
    const approvalPath = adminConsentPath(id);
    const page = signInProblemPage({
      t,
      brand,
      problem: problemText(t, offered, failure),
      detail: failure.detail ?? null,
      again: consentStart(id, purpose, sealed),
      choose: journey && `/oauth/authorize/choose?journey=${sealed}`,
      back: journey && answerAddress(this.redirection(journey), this.answerOf(journey, failure)),
      approve:
        approval && failure.problem === 'admin-consent'
          ? {
              ...approval,
              here: `${approvalPath}?${purpose}=${sealed}`,
              forward: `${this.config.PUBLIC_URL}${approvalPath}`,
            }
          : null,
    });
    return show(reply, page, statusOf(failure));
  }

  private redirection = ({ request }: Journey) => ({
    redirectUri: request.redirectUri,
    issuer: this.config.PUBLIC_URL,
  });

  private answerOf = ({ request }: Journey, { error, message }: ConsentFailed) => ({
    error,
    error_description: message,
    state: request.state,
  });

  private sendBack(reply: FastifyReply, journey: Journey, failure: ConsentFailed) {
    return sendBack(reply, this.redirection(journey), this.answerOf(journey, failure));
  }

  private notOffered(id: unknown, request: FastifyRequest, reply: FastifyReply) {
    const t = textsFor(null, request);
    const known = consentProvider(id);
    return show(reply, dangerPage(t, known ? t.notOffered(known.name) : t.goBack), 404);
  }
}
