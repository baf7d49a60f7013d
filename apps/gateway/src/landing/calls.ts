import { addDays } from '@kalends/icalendar';
import { html, type Html } from '@kalends/design';
import { codeTabs } from '../http/code/highlight.js';
import { inAllLanguages } from '../http/code/translate-call.js';

/** Whose calls are shown; `today`: the local date. */
export interface Calls {
  base: string;
  accessToken: string;
  calendarId: string;
  today: string;
}

/** The three calls as commands for a POSIX shell. Tokens, ids and the base URL contain nothing that a shell interprets. */
export function commandsOf({ base, accessToken, calendarId, today }: Calls): [title: string, command: string][] {
  const authorization = `-H 'Authorization: Bearer ${accessToken}'`;
  const day = addDays(today, 1);
  const event = { event_id: 'my-first', summary: 'My first event', start: `${day}T10:00:00Z`, end: `${day}T11:00:00Z` };
  return [
    ['List the calendars', `curl ${authorization} \\\n  ${base}/v1/calendars`],
    ['Read the events', `curl ${authorization} \\\n  '${base}/v1/events?tzid=Etc/UTC'`],
    [
      'Create an event, or change it',
      `curl -i ${authorization} \\\n  -H 'Content-Type: application/json' \\\n  -d '${JSON.stringify(event)}' \\\n  ${base}/v1/calendars/${calendarId}/events`,
    ],
  ];
}

/** The commands, and the same in other languages. */
export const callList = (calls: Calls): Html =>
  html`<ol class="calls">
    ${commandsOf(calls).map(
      ([title, command], index) =>
        html`<li>
          <h3>${title}</h3>
          ${codeTabs(inAllLanguages(command), `call-${index}`)}
        </li>`,
    )}
  </ol>`;
