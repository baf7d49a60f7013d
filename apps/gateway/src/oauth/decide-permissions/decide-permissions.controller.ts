import type { ConsentProviderId } from '@kalends/contracts';
import { consentIdOf } from '@kalends/provider-registry';
import { Body, Controller, Get, Inject, Param, Query, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import type { GatewayConfig } from '../../config.js';
import { ensureBrowserId } from '../../http/browser/browser.js';
import { clockToken, configToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { Refusal } from '../../http/refusals.js';
import { answerTo } from '../journey/authorization-request.js';
import { consentAddresses, consentStart, type OffersConfig } from '../journey/consent-providers.js';
import { Journeys } from '../journey/journeys.js';
import { permissionStepLifetime, type PermissionStep } from '../journey/permission-step.js';
import type { Relink } from '../journey/relink.js';
import { allowForms, dangerPage, field, goTo, lost, show, type Form } from '../journey/reply.js';
import { refusalText, textsFor, type Texts } from '../journey/texts/texts.js';
import { DecidePermissions, type OpenRequest } from './decide-permissions.js';
import { allowPage, provePage } from './decide-permissions.pages.js';
import { hasNoSignIn, type RaisedProfile } from './decide-proof.js';

/** A page, not JSON. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** A step of a browser in an open request. */
interface Shown {
  t: Texts;
  step: PermissionStep;
  browserId: string;
  opened: OpenRequest;
}

/** Why nothing was proved, and the status of the page. */
interface Refused {
  status: number;
  text: string;
  wait?: string;
}

const relinkOf = ({ opened, step }: Shown, { profile }: RaisedProfile): Relink => ({
  accountId: opened.accountId,
  clientId: opened.clientId,
  profileId: profile.profile_id,
  profileName: profile.profile_name,
  scope: opened.scope,
  lang: step.lang,
  permission: step,
  expires: step.expires,
});

/** The calendars that the user has left ticked; all where there is nothing to choose. */
function chosenIn(form: Form, { profiles }: OpenRequest): Set<string> {
  const requested = profiles.flatMap(({ calendars }) => calendars.map(({ calendar_id }) => calendar_id));
  if (field(form, 'choosing') === '') return new Set(requested);
  const ticked = [form?.calendar_ids].flat();
  return new Set(requested.filter((id) => ticked.includes(id)));
}

/**
 * Where an application sends its user to let it change events that it did not create (PERM-3). The address grants no access:
 * the browser first proves to be that of the owner of each profile, at its provider, and only this browser can then allow.
 */
@Controller('oauth/permissions')
export class DecidePermissionsController {
  constructor(
    private readonly handler: DecidePermissions,
    private readonly journeys: Journeys,
    private readonly attempts: FailedAttempts,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'> & OffersConfig,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  /** After a sign-in at a provider. */
  @Get('review')
  async review(@Query('permission') sealed: unknown, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const shown = await this.open(request, sealed);
    return 'opened' in shown ? this.page(reply, shown) : lost(reply, shown.t);
  }

  @Get(':token')
  async begin(
    @Param('token') token: string,
    @Req() request: FastifyRequest<{ Querystring: { locale?: unknown } }>,
    @Res() reply: FastifyReply,
  ) {
    const { locale } = request.query;
    const t = textsFor(typeof locale === 'string' ? locale : null, request);
    const opened = await this.handler.find(token);
    if (!opened) return show(reply, dangerPage(t, t.permissionOver), 404);
    const browserId = ensureBrowserId(request, reply, this.config.PUBLIC_URL);
    const expires = Math.min(opened.expires, this.clock() + permissionStepLifetime);
    const step = { token, proved: [], problem: null, lang: t.lang, expires };
    return this.page(reply, { t, step, browserId, opened });
  }

  @Post()
  async answer(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const shown = await this.open(request, form?.permission);
    if (!('opened' in shown)) return lost(reply, shown.t);
    const { opened, step, browserId, t } = shown;
    const decision = field(form, 'decision');
    if (decision === 'deny') {
      const isDenied = await this.handler.deny(step.token);
      return isDenied ? this.sendBack(reply, opened, { error: 'access_denied' }) : lost(reply, t);
    }
    const next = await this.handler.toProve(opened, step, browserId);
    if (decision === 'allow' && next === null) {
      const chosen = chosenIn(form, opened);
      if (chosen.size === 0) return this.page(reply, shown, { status: 422, text: t.permissionNone });
      const isAllowed = await this.handler.allow(step.token, opened, chosen);
      return isAllowed ? this.sendBack(reply, opened, {}) : lost(reply, t);
    }
    const isProving = decision === 'prove' && next !== null && !hasNoSignIn(next.profile);
    if (!isProving) return this.page(reply, shown);
    const id = consentIdOf(next.profile.provider_name);
    if (id !== null) return this.toProvider(reply, { shown, next, id });
    const password = typeof form?.password === 'string' ? form.password : '';
    const refused = await this.tryPassword(shown, next, { password, address: request.ip });
    if (refused) return this.page(reply, shown, refused);
    return this.page(reply, { ...shown, step: { ...step, proved: [...step.proved, next.profile.profile_id] } });
  }

  private async open(request: FastifyRequest, sealed: unknown): Promise<Shown | { t: Texts }> {
    const { step, t, ...browser } = this.journeys.openPermission(request, sealed);
    const opened = step && (await this.handler.find(step.token));
    return opened && 'browserId' in browser ? { step, t, opened, browserId: browser.browserId } : { t };
  }

  private toProvider(
    reply: FastifyReply,
    { shown, next, id }: { shown: Shown; next: RaisedProfile; id: ConsentProviderId },
  ) {
    const relink = this.journeys.sealRelink(relinkOf(shown, next), shown.browserId);
    return goTo(reply, consentStart(id, 'relink', relink));
  }

  /** Null: the password is right. */
  private async tryPassword(
    { t, opened }: Shown,
    { profile }: RaisedProfile,
    { password, address }: { password: string; address: string },
  ): Promise<Refused | null> {
    if (password === '') return { status: 422, text: t.permissionProve };
    const counted = { kind: 'password', address, target: profile.profile_id };
    const wait = await this.attempts.closedFor(counted);
    if (wait !== null) return { status: 429, text: t.tooManyTries, wait: String(wait) };
    const outcome = await this.handler.tryPassword(opened, profile, password).catch(asRefusal);
    if (outcome instanceof Refusal) return { status: outcome.getStatus(), text: t.relinkAway };
    this.relay.wake();
    if (outcome === null) return null;
    if (outcome.refusal === 'authentication-failed') await this.attempts.count(counted);
    return { status: 422, text: refusalText(t, outcome) };
  }

  private async page(reply: FastifyReply, { t, step, browserId, opened }: Shown, refused: Refused | null = null) {
    const { brand, profiles, redirectUri } = opened;
    const next = await this.handler.toProve(opened, step, browserId);
    const sealed = this.journeys.sealPermission({ ...step, problem: null }, browserId);
    const requested = { t, brand, profiles, sealed, redirectHost: new URL(redirectUri).host };
    const id = next && consentIdOf(next.profile.provider_name);
    allowForms(reply, redirectUri, ...(id === null ? [] : consentAddresses(this.config, [id])));
    if (refused?.wait !== undefined) void reply.header('retry-after', refused.wait);
    const text = next
      ? provePage(requested, next, refused?.text ?? step.problem)
      : allowPage(requested, refused?.text ?? null);
    return show(reply, text, refused?.status ?? 200);
  }

  private sendBack(reply: FastifyReply, { redirectUri }: OpenRequest, answer: Record<string, string>) {
    const location = answerTo(redirectUri, answer);
    return reply.status(302).headers({ location, 'cache-control': 'no-store' }).send();
  }
}
