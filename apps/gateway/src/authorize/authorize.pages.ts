import type { Scope } from '@kalends/contracts';
import { html, type Html } from '../pages/html.js';
import { alarm, page } from '../pages/layout.js';

const meanings: Record<Scope, string> = {
  create_calendar: 'create calendars',
  read_events: 'read the events in your calendars, with their titles, places and attendees',
  create_event: 'add events to your calendars and change those that it added',
  delete_event: 'delete the events that it added',
  read_free_busy: 'see when you are free or busy',
  change_participation_status: 'accept or decline invitations for you',
  event_reminders: 'set reminders on the events that it adds',
  read_account: 'see your name and e-mail address',
  list_calendars: 'see the names of your calendars',
};

export interface Shown {
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

export interface Choice {
  /** What the application asked for, or null. */
  chosen: string | null;
  /** Names of profiles that this browser's account has already. */
  connected: readonly string[];
  google: boolean;
}

/** Which calendar to connect. */
export function choosePage(shown: Shown, { chosen, connected, google }: Choice): string {
  const zones = ['Etc/UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')];
  return page(
    'Connect a calendar',
    html`<h1>Connect a calendar to ${shown.application}</h1>
      ${
        connected.length > 0
          ? html`<section>
              <h2>Connected already</h2>
              <ul>
                ${connected.map((name) => html`<li>${name}</li>`)}
              </ul>
            </section>`
          : null
      }
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <fieldset>
          <legend>Which calendar?</legend>
          ${connected.length > 0 ? choice('connected', 'The calendars connected already', 'Nothing new to connect', true) : null}
          ${google ? choice('google', 'Google Calendar', 'You sign in at Google', chosen === 'google') : null}
          ${choice('kalends', 'A new calendar here', 'Kept by this service; nothing else is needed', chosen === 'kalends')}
          ${choice('apple', 'Apple iCloud', 'With an app-specific password', chosen === 'apple')}
          ${choice('caldav', 'Another CalDAV server', 'Nextcloud, Fastmail, Radicale and others', chosen === 'caldav')}
        </fieldset>
        <label for="tzid">Your time zone</label>
        <select id="tzid" name="tzid">
          ${zones.map((zone) => html`<option>${zone}</option>`)}
        </select>
        <div class="buttons"><button>Continue</button></div>
      </form>`,
  );
}

const addressField = (url: string, isRequired = true): Html =>
  html`<label for="url">Server address</label>
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
  const title = apple ? 'Connect Apple iCloud' : 'Connect a CalDAV server';
  return page(
    title,
    html`<h1>${title}</h1>
      ${alarm(error)}
      <form method="post" action="/oauth/authorize/connect">
        ${journeyField(shown)}
        <input type="hidden" name="provider_name" value="${provider}" />
        <input type="hidden" name="tzid" value="${typed.tzid}" />
        ${
          apple
            ? html`<p class="dim">
                Apple lets other programs in only with an app-specific password: make one at account.apple.com under
                Sign-In and Security.
              </p>`
            : addressField(typed.url)
        }
        <label for="username">${apple ? 'Apple Account e-mail address' : 'User name'}</label>
        <input id="username" name="username" required autocomplete="username" value="${typed.username}" />
        <label for="password"
          >${apple ? 'App-specific password' : 'Password (an app password, where the server has them)'}</label
        >
        <input id="password" name="password" type="password" required autocomplete="off" />
        ${
          apple
            ? html`<details ${typed.url === '' ? null : html`open`}>
                <summary>The calendar is not kept by iCloud</summary>
                ${addressField(typed.url, false)}
              </details>`
            : null
        }
        <div class="buttons"><button>Connect</button></div>
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
  return page(
    'Allow access',
    html`<h1>Allow ${shown.application} to use your calendars?</h1>
      <section>
        <h2>It will be able to</h2>
        <ul>
          ${scope.map((one) => html`<li>${meanings[one]}</li>`)}
        </ul>
        <h2>In</h2>
        <ul>
          ${calendars.map((name) => html`<li>${name}</li>`)}
        </ul>
        <p class="dim">
          You return to ${redirectHost}. You can take this back at any time under
          <a href="/connected-applications">Connected applications</a>.
        </p>
        <form method="post" action="/oauth/authorize/consent">
          ${journeyField(shown)}
          <div class="buttons">
            <button name="decision" value="allow">Allow</button>
            <button class="second" name="decision" value="deny">Deny</button>
          </div>
        </form>
      </section>`,
  );
}
