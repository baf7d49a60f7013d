import type { PasswordProviderName } from '@kalends/contracts';
import { html, type Html } from '@kalends/design';
import { accountKindOf, type Preset } from '@kalends/provider-registry';
import { alarm, journeyPage } from '../journey/journey-page.js';
import { journeyField, leave, type Shown } from '../journey/shown.js';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';

const addressField = (t: Texts, url: string, isRequired = true): Html =>
  html`<div class="field">
    <label for="url">${t.serverAddress}</label>
    <input
      id="url"
      name="url"
      inputmode="url"
      autocapitalize="none"
      spellcheck="false"
      dir="ltr"
      ${isRequired ? html`required` : null}
      placeholder="https://calendar.example.com/"
      value="${url}"
    />
  </div>`;

/** The user's input; empty where there is none. */
interface EnteredCredentials {
  provider: PasswordProviderName;
  /** The service that the user chose by its name. */
  preset: Preset | undefined;
  url: string;
  username: string;
  tzid: string;
}

/** The form for a published calendar: its address, which is stored as a password is. */
export function publishedPage(
  shown: Shown,
  { provider, url, tzid }: Pick<EnteredCredentials, 'provider' | 'url' | 'tzid'>,
  error: string | null,
): string {
  const { t, brand } = shown;
  const title = localized(t, accountKindOf(provider)!.form!.title);
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      <p class="lead">${t.addressStays(brand.name)}</p>
      ${alarm(t, error)}
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <input type="hidden" name="provider_name" value="${provider}" />
        <input type="hidden" name="tzid" value="${tzid}" />
        <div class="field">
          <label for="url">${t.calendarAddress}</label>
          <input
            id="url"
            name="url"
            inputmode="url"
            autocapitalize="none"
            autocomplete="off"
            spellcheck="false"
            dir="ltr"
            required
            placeholder="https://calendar.example.com/ada.ics"
            value="${url}"
          />
        </div>
        <div class="buttons"><button>${t.connect}</button></div>
      </form>
      ${leave(shown)}`,
  );
}

const appleAccounts = 'https://account.apple.com/';

const outward = (address: string, text: string): Html =>
  html`<a href="${address}" rel="noreferrer" target="_blank">${text}</a>`;

/** What an app password is, whether it is needed here, and where it is made. */
function passwordHint(t: Texts, { provider, preset }: EnteredCredentials): Html | null {
  if (provider === 'apple')
    return html`<div class="hint">
      <p>${t.appPasswordHelp}</p>
      <p>${t.appPasswordWhat} ${outward(appleAccounts, t.appPasswordMake('Apple'))}</p>
    </div>`;
  if (preset?.appPassword === undefined) return null;
  const { name, appPassword, appPasswordUrl } = preset;
  return html`<div class="hint">
    <p>${appPassword === 'always' ? t.appPasswordAlways(name) : t.appPasswordTwoFactor(name)}</p>
    <p>
      ${t.appPasswordWhat}
      ${appPasswordUrl === undefined ? t.appPasswordOwnServer : outward(appPasswordUrl, t.appPasswordMake(name))}
    </p>
  </div>`;
}

function passwordLabel(t: Texts, { provider, preset }: EnteredCredentials): string {
  if (provider === 'apple') return t.appPassword;
  if (preset?.appPassword === 'always') return t.anyAppPassword;
  return preset?.appPassword === undefined && preset ? t.plainPassword : t.password;
}

/** The form for a CalDAV or Apple account; input is kept, except for the password. */
export function credentialsPage(shown: Shown, entered: EnteredCredentials, error: string | null): string {
  const { t, brand } = shown;
  const { provider, preset, url, username, tzid } = entered;
  const apple = provider === 'apple';
  const own = localized(t, accountKindOf(provider)?.form?.title ?? t.connectCalendar);
  const title = preset ? t.connectService(preset.name) : own;
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      <p class="lead">${t.passwordStays(brand.name)}</p>
      ${alarm(t, error)}
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <input type="hidden" name="provider_name" value="${preset?.id ?? provider}" />
        <input type="hidden" name="tzid" value="${tzid}" />
        ${passwordHint(t, entered)} ${apple ? null : addressField(t, url)}
        <div class="field">
          <label for="username">${apple ? t.appleAccount : t.userName}</label>
          <input id="username" name="username" required autocomplete="username" dir="ltr" value="${username}" />
        </div>
        <div class="field">
          <label for="password">${passwordLabel(t, entered)}</label>
          <input id="password" name="password" type="password" required autocomplete="off" dir="ltr" />
        </div>
        ${
          apple
            ? html`<details ${url === '' ? null : html`open`}>
                <summary>${t.notAtIcloud}</summary>
                ${addressField(t, url, false)}
              </details>`
            : null
        }
        <div class="buttons"><button>${t.connect}</button></div>
      </form>
      ${leave(shown)}`,
  );
}
