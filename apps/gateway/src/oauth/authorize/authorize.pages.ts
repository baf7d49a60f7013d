import type { Scope } from '@kalends/contracts';
import type { Texts } from '../journey/texts/texts.js';
import { html, type Html } from '../../http/pages/html.js';
import { alarm, page } from '../../http/pages/layout.js';

interface Shown {
  t: Texts;
  application: string;
  /** Sealed; hidden in each form. */
  journey: string;
}

const journeyField = ({ journey }: Shown) => html`<input type="hidden" name="journey" value="${journey}" />`;

const choice = (value: string, title: string, description: string, checked: boolean): Html =>
  html`<label class="choice"
    ><input type="radio" name="provider_name" value="${value}" ${checked ? html`checked` : null} required /><span
      ><strong>${title}</strong><span class="dim">${description}</span></span
    ></label
  >`;

interface Choice {
  /** What the application asked for, or null. */
  chosen: string | null;
  /** Names of profiles that this browser's account has already. */
  connected: readonly string[];
  google: boolean;
}

/** Which calendar to connect. */
export function choosePage(shown: Shown, { chosen, connected, google }: Choice): string {
  const zones = ['Etc/UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  const { t } = shown;
  return page(
    t.lang,
    t.connectCalendar,
    html`<h1>${t.connectTo(shown.application)}</h1>
      ${
        connected.length > 0
          ? html`<section>
              <h2>${t.connectedAlready}</h2>
              <ul>
                ${connected.map((name) => html`<li>${name}</li>`)}
              </ul>
            </section>`
          : null
      }
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <fieldset>
          <legend>${t.whichCalendar}</legend>
          ${connected.length > 0 ? choice('connected', t.theConnected, t.theConnectedNote, true) : null}
          ${google ? choice('google', t.google, t.googleNote, chosen === 'google') : null}
          ${choice('kalends', t.builtIn, t.builtInNote, chosen === 'kalends')}
          ${choice('apple', t.apple, t.appleNote, chosen === 'apple')}
          ${choice('caldav', t.caldav, t.caldavNote, chosen === 'caldav')}
        </fieldset>
        <label for="tzid">${t.timeZone}</label>
        <select id="tzid" name="tzid">
          ${zones.map((zone) => html`<option>${zone}</option>`)}
        </select>
        <div class="buttons"><button>${t.continue}</button></div>
      </form>`,
  );
}

const addressField = (t: Texts, url: string, isRequired = true): Html =>
  html`<label for="url">${t.serverAddress}</label>
    <input
      id="url"
      name="url"
      type="url"
      ${isRequired ? html`required` : null}
      placeholder="https://calendar.example.com/"
      value="${url}"
    />`;

/** The form for a CalDAV or Apple account; what was typed stays, but for the password. */
export function credentialsPage(
  shown: Shown,
  provider: 'apple' | 'caldav',
  typed: { url: string; username: string; tzid: string },
  error: string | null,
): string {
  const apple = provider === 'apple';
  const { t } = shown;
  const title = apple ? t.connectApple : t.connectCaldav;
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

/** What the application will be able to do. */
export function consentPage(
  shown: Shown,
  scope: readonly Scope[],
  calendars: readonly string[],
  redirectHost: string,
): string {
  const { t } = shown;
  return page(
    t.lang,
    t.allowAccess,
    html`<h1>${t.allowTitle(shown.application)}</h1>
      <section>
        <h2>${t.ableTo}</h2>
        <ul>
          ${scope.map((one) => html`<li>${t.scopes[one]}</li>`)}
        </ul>
        <h2>${t.inCalendars}</h2>
        <ul>
          ${calendars.map((name) => html`<li>${name}</li>`)}
        </ul>
        <p class="dim">
          ${t.youReturnTo(redirectHost)} <a href="/connected-applications">${t.connectedApplications}</a>.
        </p>
        <form method="post" action="/oauth/authorize/consent">
          ${journeyField(shown)}
          <div class="buttons">
            <button name="decision" value="allow">${t.allow}</button>
            <button class="second" name="decision" value="deny">${t.deny}</button>
          </div>
        </form>
      </section>`,
  );
}
