import { createHash } from 'node:crypto';
import { ProviderError, type NewCalendar } from '@kalends/provider-port/sync';
import type { Connection } from './connection.js';
import type { Discovered } from './discovery.js';
import { detailOf } from './failures.js';
import type { DavBody } from './write-xml.js';
import { textOf } from './xml.js';

/** Candidate paths for a new calendar; later ones are used if an earlier one is taken by something else. */
const generations = 5;

const pathOf = (home: string, key: string, generation: number): string => {
  const named = generation === 0 ? key : `${key}\n${generation}`;
  return new URL(`kalends-${createHash('sha256').update(named).digest('hex').slice(0, 32)}/`, home).href;
};

const request = ({ name, color }: NewCalendar, isPlain: boolean): DavBody => ({
  'c:mkcalendar': {
    'd:set': {
      'd:prop': {
        'd:displayname': name,
        'c:supported-calendar-component-set': { 'c:comp': { _attributes: { name: 'VEVENT' } } },
        ...(isPlain || color === undefined ? {} : { 'ca:calendar-color': `${color}FF` }),
      },
    },
  },
});

/** What is at a path: nothing, the requested calendar (by its name), or something else. */
async function inspect(connection: Connection, url: string, name: string): Promise<'nothing' | 'it' | 'other'> {
  const answer = await connection.propfind(url, { depth: '0' }, ['d:displayname']);
  if (answer.status === 404 || answer.status === 410) return 'nothing';
  const found = answer.resources.find(({ status }) => status < 300);
  // Xandikos reports this within a multistatus
  if (!found && answer.resources.some(({ status }) => status === 404 || status === 410)) return 'nothing';
  return textOf(found?.props['displayname'])?.trim() === name ? 'it' : 'other';
}

/** A permanent refusal, explained to the user. */
function refused(status: number, text: string): ProviderError {
  return new ProviderError('refused', `The server refused to create a calendar (${status})${detailOf(text)}`);
}

/**
 * MKCALENDAR is all or nothing (RFC 4791 §5.3.1): if a server rejects the colour, the request is repeated without it.
 */
async function tryCreate(connection: Connection, url: string, requested: NewCalendar): Promise<'created' | 'taken'> {
  let answer = await connection.mkcalendar(url, request(requested, false));
  const mayBeColor = answer.status === 207 || answer.status === 400 || answer.status === 403 || answer.status === 422;
  if (mayBeColor && requested.color !== undefined) answer = await connection.mkcalendar(url, request(requested, true));
  if (answer.status === 200 || answer.status === 201) return 'created';
  // resource-must-be-null, as older and newer servers report it
  if ([403, 405, 409, 412].includes(answer.status) && (await inspect(connection, url, requested.name)) !== 'nothing')
    return 'taken';
  throw refused(answer.status, answer.text);
}

/**
 * Creates a calendar in the account's first home set with MKCALENDAR (RFC 4791 §5.3.1), and returns its URL. Its path
 * is derived from the key: a repeated request, whose first response was lost, finds the first calendar by path and
 * name. If a path is taken by something else (the calendar was renamed), that is not touched and the next path is
 * tried.
 */
export async function createCalendar(
  connection: Connection,
  discovered: Discovered,
  requested: NewCalendar,
): Promise<string> {
  if (discovered.isCalendar)
    throw new ProviderError('refused', 'The connected address is a single calendar, which cannot contain others.');
  for (let generation = 0; generation < generations; generation++) {
    const url = pathOf(discovered.homes[0]!, requested.key, generation);
    const existing = await inspect(connection, url, requested.name);
    if (existing === 'it') return url;
    if (existing === 'other') continue;
    if ((await tryCreate(connection, url, requested)) === 'created') return url;
    if ((await inspect(connection, url, requested.name)) === 'it') return url;
  }
  throw new ProviderError('refused', 'All paths for a new calendar are taken by other calendars.');
}
