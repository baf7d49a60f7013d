import { html, landingStyles } from '@kalends/design';
import { developerPage } from '../../http/pages/layout.js';
import { callList, type Calls } from '../calls.js';
import type { Connected } from './demo-client.js';

const reasons = {
  another: 'This browser did not begin this journey, or began it more than 15 minutes ago.',
  denied: 'You denied access. The application got nothing.',
  refused: 'The code was not accepted: it is valid once, and for a short time.',
  expired: 'Nothing is connected in this browser, or its token has expired.',
};

export const notConnectedPage = (reason: keyof typeof reasons): string =>
  developerPage(
    'Not connected',
    html`<main id="content" class="plain">
      <article>
        <h1>Not connected</h1>
        <section>
          <p>${reasons[reason]}</p>
          <p><a class="button" href="/demo/connect">Try again</a></p>
        </section>
        <p><a href="/">Back to the start</a></p>
      </article>
    </main>`,
  );

const timeOf = (start: string) => start.replace('T', ' ').replace(/:\d\dZ$/, '');

const isComplete = ({ profiles }: Pick<Connected, 'profiles'>) =>
  profiles.every(({ isRead, calendars }) => isRead && calendars.length > 0);

const eventTable = ({ events, ...connected }: Connected) =>
  events.length === 0
    ? html`<p role="status">
        ${isComplete(connected) ? 'There are none.' : 'They are being read. This page shows them as soon as they are here.'}
      </p>`
    : html`<table>
        ${events.map(
          ({ start, summary }) =>
            html`<tr>
              <td>${timeOf(start)}</td>
              <td>${summary ?? 'Busy'}</td>
            </tr>`,
        )}
      </table>`;

const profile = ({ name, calendars, isRead }: Connected['profiles'][number]) =>
  html`<li>
    ${name}: ${calendars.map((calendar) => calendar.name).join(', ') || (isRead ? 'no calendars' : 'being read')}
  </li>`;

/** What was connected; loaded again every two seconds until all of it has been read. */
export function connectedPage(connected: Connected, calls: Omit<Calls, 'calendarId'>): string {
  const calendar = connected.profiles.flatMap(({ calendars }) => calendars)[0];
  return developerPage(
    'Connected',
    html`<main id="content" class="plain">
      <article>
        <h1>Connected</h1>
        <p>The journey returned a code, the demo application exchanged it for a token, and with it read this:</p>
        <section>
          <h2>Calendars</h2>
          <ul>
            ${connected.profiles.map(profile)}
          </ul>
        </section>
        <section>
          <h2>Events of the next two weeks (UTC)</h2>
          ${eventTable(connected)}
        </section>
        ${
          calendar &&
          html`<section>
            <h2>The same calls, for this account</h2>
            <p>This token is valid for an hour and reads and writes <strong>your</strong> calendar.</p>
            ${callList({ ...calls, calendarId: calendar.id })}
          </section>`
        }
        <p>
          <a href="/connected-applications">Revoke the access</a> ·
          <a href="/demo/connect">Connect another calendar</a> ·
          <a href="/">Back to the start</a>
        </p>
      </article>
    </main>`,
    isComplete(connected) ? { styles: landingStyles } : { styles: landingStyles, refresh: 2 },
  );
}
