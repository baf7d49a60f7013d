import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { passwordProviderName, type PasswordProviderName } from '@kalends/contracts';
import { accountKindOf, consentIdOf, isBuiltIn, presetOf, type Preset } from '@kalends/provider-registry';
import { httpUrl } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Post } from '../../http/idempotency/post.js';
import { configToken, relayToken, type Waker } from '../../http/injection-tokens.js';
import { FailedAttempts } from '../../http/rate-limit/failed-attempts.js';
import { ConsentPage } from '../journey/consent-page.js';
import { consentStart, offers, type OffersConfig } from '../journey/consent-providers.js';
import type { Journey } from '../journey/journey.js';
import { JourneyAccounts } from '../journey/journey-accounts.js';
import { JourneySteps } from '../journey/journey-steps.js';
import { Journeys } from '../journey/journeys.js';
import { allowForms, field, goTo, lost, show, type Form } from '../journey/reply.js';
import { refusalText, type Texts } from '../journey/texts/texts.js';
import { enteredZone } from '../journey/zones.js';
import { ConnectCalendar } from './connect-calendar.js';
import { credentialsPage } from './connect-calendar.pages.js';
import { enteredAddress, passwordAttempt, triedAt } from './password-attempt.js';

/** Apple's calendars may be outside iCloud; other providers always need an address. */
const isAddress = (url: string, provider: PasswordProviderName) =>
  url === '' ? accountKindOf(provider)?.form?.address !== undefined : httpUrl('url').safeParse(url).success;

/** A form with credentials, and the client's address. */
interface CaldavAttempt {
  journey: Journey;
  browserId: string;
  t: Texts;
  provider: PasswordProviderName;
  preset: Preset | undefined;
  form: Form;
  address: string;
}

/** The step of the journey in which the user connects the chosen calendar. */
@Controller('oauth/authorize/connect')
export class ConnectCalendarController {
  constructor(
    private readonly handler: ConnectCalendar,
    private readonly journeys: Journeys,
    private readonly steps: JourneySteps,
    private readonly consent: ConsentPage,
    private readonly accounts: JourneyAccounts,
    private readonly attempts: FailedAttempts,
    @Inject(configToken) private readonly config: OffersConfig,
    @Inject(relayToken) private readonly relay: Waker,
  ) {}

  @Post()
  async connect(@Body() form: Form, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    const opened = await this.steps.open({ request, reply }, form?.journey);
    if (!opened) return;
    const { browserId, t } = opened;
    const tzid = enteredZone(field(form, 'tzid'));
    const journey = { ...opened.journey, tzid };
    const other = { ...opened.journey, stagedId: null, vouched: false, builtIn: null };
    const provider = field(form, 'provider_name');
    if (provider === 'connected')
      return journey.accountId ? this.consent.show(reply, { ...opened, journey: other }) : lost(reply, t);
    if (isBuiltIn({ provider_name: provider }))
      return this.consent.show(reply, { ...opened, journey: { ...other, builtIn: { tzid, name: t.builtInName } } });
    const preset = presetOf(provider);
    const withPassword = preset ? 'caldav' : passwordProviderName.safeParse(provider).data;
    const attempt = { journey, browserId, t, preset, form, address: request.ip };
    if (withPassword) return this.tryPassword(reply, { ...attempt, provider: withPassword });
    const id = consentIdOf(provider);
    if (id === null || !offers(this.config, id)) return lost(reply, t);
    return goTo(reply, consentStart(id, 'journey', this.journeys.seal(journey, browserId)));
  }

  private async tryPassword(reply: FastifyReply, attempt: CaldavAttempt) {
    const { journey, browserId, t, provider, preset, form, address } = attempt;
    const brand = await this.accounts.brand(journey.request.clientId);
    if (!brand) return lost(reply, t);
    const typed = { url: enteredAddress(field(form, 'url')), username: field(form, 'username'), tzid: journey.tzid };
    const password = typeof form?.password === 'string' ? form.password : '';
    const shown = { t, brand, journey: field(form, 'journey') };
    allowForms(reply, journey.request.redirectUri);
    const again = (text: string | null, status = 200) =>
      show(reply, credentialsPage(shown, { provider, preset, ...typed }, text), status);
    if (form?.username === undefined) {
      typed.url = preset?.address ?? '';
      return again(null);
    }
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
    const outcome = await this.handler.connect(journey, credentials);
    this.relay.wake();
    if (!('outcome' in outcome)) return this.consent.show(reply, { journey: outcome, browserId, t });
    // every refusal made Kalends contact an address on request; only a wrong password is a guess against that user
    const isGuess = outcome.refusal === 'authentication-failed';
    await this.attempts.count(isGuess ? counted : { kind: 'password', address });
    return again(refusalText(t, outcome), 422);
  }
}
