import { passwordProviderName } from '@kalends/contracts';
import { consentIdOf, consentProvider, isPublished } from '@kalends/provider-registry';
import { Body, Controller, Get, Inject, Param, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { publishedAddress } from '../../accounts/published-calendar.js';
import { instantMs } from '@kalends/icalendar';
import { isRelinkToken, needsRelink } from '../../accounts/relink-url.js';
import { ensureBrowserId } from '../../http/browser/browser.js';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { Refusal } from '../../http/refusals.js';
import { dayText } from '../journey/day-text.js';
import { consentAddresses, consentStart, type OffersConfig } from '../journey/consent-providers.js';
import { Journeys } from '../journey/journeys.js';
import { relinkLifetime, type Relink } from '../journey/relink.js';
import {
  relinkCancelledPage,
  relinkDonePage,
  relinkNotNeededPage,
  relinkOwnPage,
  relinkPage,
} from '../journey/relink.pages.js';
import { allowForms, dangerPage, goTo, lost, show, type Form } from '../journey/reply.js';
import { refusalText, textsFor, type Texts } from '../journey/texts/texts.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { RelinkProfile, type KnownProfile } from './relink-profile.js';

/** A page, not JSON. */
function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  throw error;
}

/** Prompts of a page; `sealed`: the state in its form. */
interface RelinkPrompt {
  t: Texts;
  known: KnownProfile;
  sealed: string;
}

/** Why a password was refused, and the status of the page. */
interface Refused {
  status: number;
  text: string;
}

/**
 * Where an application sends the owner of a disconnected profile (`profile_relink_url`). The address identifies the profile
 * and grants no access: the provider must report the same person as before, a CalDAV server must accept the password for the same
 * user at the same address. Wrong passwords are limited per address and per profile.
 */
@Controller('oauth/relink')
export class RelinkProfileController {
  constructor(
    private readonly handler: RelinkProfile,
    private readonly journeys: Journeys,
    private readonly attempts: FailedAttempts,
    @Inject(configToken)
    private readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'ENCRYPTION_KEY'> & OffersConfig,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Get(':profileId/:token')
  async prompt(
    @Param() { profileId, token }: { profileId: string; token: string },
    @Req() request: FastifyRequest<{ Querystring: { locale?: unknown } }>,
    @Res() reply: FastifyReply,
  ) {
    const { locale } = request.query;
    const t = textsFor(typeof locale === 'string' ? locale : null, request);
    const isIssued = isRelinkToken(this.config, profileId, token);
    const known = isIssued ? await this.handler.find(profileId) : null;
    if (!known) return show(reply, dangerPage(t, t.goBack), 404);
    const { profile, clientId, scope } = known;
    if (!needsRelink(profile)) return show(reply, relinkNotNeededPage({ t, brand: known.brand }));
    const browserId = ensureBrowserId(request, reply, this.config.PUBLIC_URL);
    const relink: Relink = {
      accountId: profile.account_id,
      clientId,
      profileId,
      profileName: profile.profile_name,
      scope,
      lang: t.lang,
      expires: this.clock() + relinkLifetime,
    };
    return this.page(reply, { t, known, sealed: this.journeys.sealRelink(relink, browserId) });
  }

  @Post()
  async answer(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const { relink, t } = this.journeys.openRelink(request, form?.relink);
    const known = relink && (await this.handler.find(relink.profileId));
    if (!relink || !known) return lost(reply, t);
    if (!needsRelink(known.profile)) return show(reply, relinkNotNeededPage({ t, brand: known.brand }));
    if (form?.decision === 'deny')
      return show(reply, relinkCancelledPage({ t, brand: known.brand }, relink.profileName));
    const sealed = String(form?.relink);
    const id = consentIdOf(known.profile.provider_name);
    if (id !== null) return goTo(reply, consentStart(id, 'relink', sealed));
    const password = typeof form?.password === 'string' ? form.password : '';
    const refused = await this.tryPassword({ relink, t, known }, password, request.ip);
    if (refused === null) return show(reply, relinkDonePage({ t, brand: known.brand }));
    if (refused.wait !== undefined) void reply.header('retry-after', refused.wait);
    return this.page(reply, { t, known, sealed }, refused);
  }

  /** Null: it is connected. */
  private async tryPassword(
    { relink, t, known }: { relink: Relink; t: Texts; known: KnownProfile },
    entered: string,
    address: string,
  ) {
    const isAddress = isPublished(known.profile);
    const password = isAddress ? (publishedAddress(entered) ?? '') : entered;
    if (password === '') return { status: 422, text: t.fillEachField };
    const counted = { kind: 'password', address, target: relink.profileId };
    const wait = await this.attempts.closedFor(counted);
    if (wait !== null) return { status: 429, text: t.tooManyTries, wait: String(wait) };
    const outcome = await this.handler.tryPassword(relink, password).catch(asRefusal);
    if (outcome instanceof Refusal) return { status: outcome.getStatus(), text: t.relinkAway };
    this.relay.wake();
    if (outcome === null) return null;
    if (outcome.refusal === 'authentication-failed') await this.attempts.count(counted);
    return { status: 422, text: refusalText(t, { ...outcome, isPublished: isAddress }) };
  }

  private page(reply: FastifyReply, { t, known, sealed }: RelinkPrompt, refused: Refused | null = null) {
    const { profile, brand } = known;
    const { provider_name: provider, profile_name: profileName } = profile;
    const consent = consentIdOf(provider);
    if (consent === null && !passwordProviderName.safeParse(provider).success)
      return show(reply, relinkOwnPage({ t, brand }));
    if (consent !== null) allowForms(reply, ...consentAddresses(this.config, [consent]));
    const signIn = consent === null ? null : consentProvider(consent)!.name;
    const { connected, expires_at } = profile;
    const endsAt = connected && expires_at !== undefined ? instantMs(expires_at) : null;
    const endsOn = endsAt === null ? null : dayText(t, endsAt, 'UTC');
    const kind = { isApple: provider === 'apple', isPublished: isPublished(profile) };
    const shown = { t, brand, profileName, ...kind, signIn, endsOn, sealed };
    const page = relinkPage(shown, refused?.text ?? null);
    return show(reply, page, refused?.status ?? 200);
  }
}
