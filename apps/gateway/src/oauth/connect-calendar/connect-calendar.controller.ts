import { Body, Controller, Inject, Req, Res } from '@nestjs/common';
import { passwordProviderName, type PasswordProviderName } from '@kalends/contracts';
import { accountKindOf, consentIdOf, isBuiltIn, isPublished, presetOf, type Preset } from '@kalends/provider-registry';
import { httpUrl } from '@kalends/public-api';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publishedAddress, publishedCredentials } from '../../accounts/published-calendar.js';
import { Post } from '../../http/idempotency/post.js';
import type { CaldavCredentials } from '../../accounts/identities.js';
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
import { credentialsPage, publishedPage } from './connect-calendar.pages.js';
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

/** What was entered, complete. */
interface TypedAttempt extends CaldavAttempt {
  credentials: CaldavCredentials;
  /** Whose wrong passwords are counted. */
  target: string;
  /** Shows the form again. */
  again: (text: string, status: number) => unknown;
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
    if (withPassword && isPublished({ provider_name: withPassword }))
      return this.tryAddress(reply, { ...attempt, provider: withPassword });
    if (withPassword) return this.tryPassword(reply, { ...attempt, provider: withPassword });
    const id = consentIdOf(provider);
    if (id === null || !offers(this.config, id)) return lost(reply, t);
    return goTo(reply, consentStart(id, 'journey', this.journeys.seal(journey, browserId)));
  }

  private async tryPassword(reply: FastifyReply, attempt: CaldavAttempt) {
    const { journey, t, provider, preset, form } = attempt;
    const shown = await this.shown(reply, attempt);
    if (!shown) return lost(reply, t);
    const typed = { url: enteredAddress(field(form, 'url')), username: field(form, 'username'), tzid: journey.tzid };
    const password = typeof form?.password === 'string' ? form.password : '';
    const again = (text: string | null, status = 200) =>
      show(reply, credentialsPage(shown, { provider, preset, ...typed }, text), status);
    if (form?.username === undefined) {
      typed.url = preset?.address ?? '';
      return again(null);
    }
    const wrong = passwordAttempt.safeParse({ ...typed, password }).success ? null : t.unusable;
    if (wrong !== null) return again(wrong, 422);
    if (typed.username === '' || password === '' || !isAddress(typed.url, provider)) return again(t.fillEachField, 422);
    const url = typed.url === '' ? {} : { url: typed.url };
    const credentials = { provider_name: provider, ...url, username: typed.username, password };
    return this.tryCredentials(reply, { ...attempt, credentials, target: triedAt(typed), again });
  }

  /** A published calendar, of which the user has the address alone. */
  private async tryAddress(reply: FastifyReply, attempt: CaldavAttempt) {
    const { journey, t, provider, form } = attempt;
    const shown = await this.shown(reply, attempt);
    if (!shown) return lost(reply, t);
    const entered = field(form, 'url');
    const again = (text: string | null, status = 200) =>
      show(reply, publishedPage(shown, { provider, url: entered, tzid: journey.tzid }, text), status);
    if (form?.url === undefined) return again(null);
    if (!passwordAttempt.shape.url.safeParse(entered).success) return again(t.unusable, 422);
    const address = publishedAddress(entered);
    if (address === null) return again(t.fillEachField, 422);
    const credentials = publishedCredentials(provider, address);
    const target = triedAt({ url: address, username: '' });
    return this.tryCredentials(reply, { ...attempt, credentials, target, again });
  }

  private async shown(reply: FastifyReply, { journey: { request }, t, form }: CaldavAttempt) {
    const brand = await this.accounts.brand(request.clientId);
    if (!brand) return null;
    allowForms(reply, request.redirectUri);
    return { t, brand, journey: field(form, 'journey') };
  }

  private async tryCredentials(reply: FastifyReply, { credentials, target, again, ...attempt }: TypedAttempt) {
    const { journey, browserId, t, address } = attempt;
    const counted = { kind: 'password', address, target };
    const wait = await this.attempts.closedFor(counted);
    if (wait !== null) {
      void reply.header('retry-after', String(wait));
      return again(t.tooManyTries, 429);
    }
    const outcome = await this.handler.connect(journey, credentials);
    this.relay.wake();
    if (!('outcome' in outcome)) return this.consent.show(reply, { journey: outcome, browserId, t });
    // every refusal made Kalends contact an address on request; only a wrong password is a guess against that user
    const isGuess = outcome.refusal === 'authentication-failed';
    await this.attempts.count(isGuess ? counted : { kind: 'password', address });
    return again(refusalText(t, { ...outcome, isPublished: isPublished(credentials) }), 422);
  }
}
