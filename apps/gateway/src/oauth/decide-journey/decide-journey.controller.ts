import { Body, Controller, Get, Inject, Query, Req, Res } from '@nestjs/common';
import { ianaName } from '@kalends/icalendar';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import type { GatewayConfig } from '../../config.js';
import { setBrowserId } from '../../http/browser/browser.js';
import { clockToken, configToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { NewAccounts } from '../../http/rate-limit/new-accounts.js';
import { Additions } from '../journey/additions.js';
import { ConsentPage } from '../journey/consent-page.js';
import { choosesZone, isReady, type Journey } from '../journey/journey.js';
import { JourneySteps } from '../journey/journey-steps.js';
import { Journeys, type JourneyStep } from '../journey/journeys.js';
import { dangerPage, field, lost, sendBack, show, tooMany, type Form } from '../journey/reply.js';
import { SettleAdditions } from '../journey/settle-additions.js';
import { DecideJourney, type Allowed } from './decide-journey.js';

/** Whether allowing it creates an account for a person without a verified identity. */
const createsUnverifiedAccount = ({ accountId, vouched }: Journey) => accountId === null && !vouched;

/** `tzid`: the zone that the user has chosen; null: none, or one that does not exist. */
function withZone(journey: Journey, tzid: string | null): Journey {
  if (tzid === null || !choosesZone(journey)) return journey;
  return { ...journey, tzid, builtIn: journey.builtIn && { ...journey.builtIn, tzid } };
}

/** The last step of the journey: the user allows or denies, and returns to the application (RFC 6749 §4.1.2). */
@Controller('oauth/authorize/consent')
export class DecideJourneyController {
  constructor(
    private readonly handler: DecideJourney,
    private readonly journeys: Journeys,
    private readonly steps: JourneySteps,
    private readonly consent: ConsentPage,
    private readonly accounts: NewAccounts,
    private readonly additions: Additions,
    private readonly settling: SettleAdditions,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'PUBLIC_URL'>,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  /** After a consent at a provider. */
  @Get()
  async review(
    @Query() { journey: sealed, reads }: Record<string, unknown>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const opened = await this.steps.open({ request, reply }, sealed);
    if (!opened) return;
    if (!isReady(opened.journey)) return lost(reply, opened.t);
    return this.consent.show(reply, opened, Number(reads) || 0);
  }

  @Post()
  async decide(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const opened = this.journeys.open(request, form?.journey);
    const { t } = opened;
    const decision = field(form, 'decision');
    if (!opened.journey) return this.steps.showOver({ request, reply }, form?.journey);
    const { journey, browserId } = opened;
    if (decision === 'deny') {
      const isDenied = await this.handler.deny(journey);
      this.relay.wake();
      return isDenied ? this.sendDenied(reply, journey) : this.steps.showOver({ request, reply }, form?.journey);
    }
    if (decision !== 'allow' || !isReady(journey)) return lost(reply, t);
    const wait = createsUnverifiedAccount(journey) ? await this.accounts.count(request.ip) : null;
    if (wait !== null) return tooMany(reply, t, wait);
    const allowed = await this.handler.allow(await this.withChoices(opened, form), browserId, this.clock());
    this.relay.wake();
    if (journey.request.addition) await this.settling.round(journey.request.addition);
    if (allowed.outcome === 'review') return this.consent.show(reply, { ...opened, journey: allowed.journey });
    if (allowed.outcome === 'over') return this.steps.showOver({ request, reply }, form?.journey);
    if (allowed.outcome === 'allowed')
      this.journeys.rememberFormer({ request, reply }, browserId, allowed.newBrowserId);
    return this.answer(reply, opened, allowed);
  }

  private async withChoices({ journey, ...opened }: JourneyStep, form: Form): Promise<Journey> {
    return this.withCalendar({ ...opened, journey: withZone(journey, ianaName(field(form, 'tzid'))) }, form);
  }

  /** The calendar that the user has chosen of those that the page has offered; the first one, if the form has another. */
  private async withCalendar({ journey, t }: JourneyStep, form: Form): Promise<Journey> {
    const offered = await this.additions.offered(journey, t);
    const choices = offered?.choices ?? [];
    const chosen = choices.find(({ value }) => value === field(form, 'calendar')) ?? choices[0];
    if (!chosen) return journey;
    const { calendarId, calendarName } = chosen;
    return { ...journey, chosen: { calendarId, calendarName } };
  }

  private answer(
    reply: FastifyReply,
    { t, journey }: JourneyStep,
    allowed: Exclude<Allowed, { outcome: 'review' | 'over' }>,
  ) {
    if (allowed.outcome === 'denied') return this.sendDenied(reply, journey);
    if (allowed.outcome === 'full') return this.sendDenied(reply, journey, allowed.description);
    if (allowed.outcome === 'elsewhere') return show(reply, dangerPage(t, t.refusals['connected-elsewhere']), 409);
    setBrowserId(reply, allowed.newBrowserId, this.config.PUBLIC_URL);
    const { redirectUri, state } = journey.request;
    return sendBack(reply, { redirectUri, issuer: this.config.PUBLIC_URL }, { code: allowed.code, state });
  }

  private sendDenied(
    reply: FastifyReply,
    { request: { redirectUri, state } }: Journey,
    error_description = 'The user denied the request.',
  ) {
    const answer = { error: 'access_denied', error_description, state };
    return sendBack(reply, { redirectUri, issuer: this.config.PUBLIC_URL }, answer);
  }
}
