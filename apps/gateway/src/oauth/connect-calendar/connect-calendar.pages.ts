import type { PasswordProviderName } from '@kalends/contracts';
import { accountKindOf } from '@kalends/provider-registry';
import { html, type Html } from '@kalends/design';
import { alarm, page } from '../../http/pages/layout.js';
import { journeyField, type Shown } from '../journey/shown.js';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';

const addressField = (t: Texts, url: string, isRequired = true): Html =>
  html`<label for="url">${t.serverAddress}</label>
    <input
      id="url"
      name="url"
      inputmode="url"
      autocapitalize="none"
      spellcheck="false"
      ${isRequired ? html`required` : null}
      placeholder="https://calendar.example.com/"
      value="${url}"
    />`;

/** The user's input; empty where there is none. */
interface EnteredCredentials {
  provider: PasswordProviderName;
  url: string;
  username: string;
  tzid: string;
}

/** The form for a CalDAV or Apple account; input is kept, except for the password. */
export function credentialsPage(
  shown: Shown,
  { provider, ...typed }: EnteredCredentials,
  error: string | null,
): string {
  const apple = provider === 'apple';
  const { t } = shown;
  const title = localized(t, accountKindOf(provider)?.form?.title ?? t.connectCalendar);
  return page(
    t.lang,
    title,
    html`<h1>${title}</h1>
      ${alarm(t, error)}
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <input type="hidden" name="provider_name" value="${provider}" />
        <input type="hidden" name="tzid" value="${typed.tzid}" />
        ${apple ? html`<p class="dim">${t.appPasswordHelp}</p>` : addressField(t, typed.url)}
        <label for="username">${apple ? t.appleAccount : t.userName}</label>
        <input id="username" name="username" required autocomplete="username" value="${typed.username}" />
        <label for="password">${apple ? t.appPassword : t.password}</label>
        <input id="password" name="password" type="password" required autocomplete="off" />
        ${
          apple
            ? html`<details ${typed.url === '' ? null : html`open`}>
                <summary>${t.notAtIcloud}</summary>
                ${addressField(t, typed.url, false)}
              </details>`
            : null
        }
        <div class="buttons"><button>${t.connect}</button></div>
      </form>`,
  );
}
