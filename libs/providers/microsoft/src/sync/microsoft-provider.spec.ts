import { providerConformance, type ProviderWorld } from '@kalends/provider-port/testing';
import { printed, printedQuery, translated } from './ical-over-graph.fixture.js';
import { ada, fixed, scope, startMicrosoft } from './microsoft.fixture.js';

const utc = 'startDateTime=2026-01-01T00:00:00Z&endDateTime=2029-01-01T00:00:00Z&$top=100';

async function start(): Promise<ProviderWorld> {
  const microsoft = await startMicrosoft();
  const { others, raw, events } = microsoft;
  const rooms = [{ email: 'red@work.example', name: 'Red' }];
  const grants = [{ email: ada, client_id: 'test', scope: [...scope, 'Place.Read.All'].join(' ') }];
  const seeded = await microsoft.control('seed', { microsoft: { rooms, grants } });
  const [grant] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
  const provider = microsoft.provider(fixed(grant!.access_token, [...scope, 'Place.Read.All']));
  /** Ids by the names that the suite gives its objects. */
  const ids = new Map<string, string>();
  const exists = async (id: string) => (await raw('GET', `${events}/${id}`)).status < 300;
  const put = async (name: string, object: string) => {
    const { master, exceptions } = translated(object);
    const known = ids.get(name) ?? name;
    const isThere = await exists(known);
    const id = isThere ? known : String((await others('POST', events, master))['id']);
    if (isThere) await others('PATCH', `${events}/${known}`, master);
    ids.set(name, id);
    if (exceptions.size === 0) return id;
    const { value } = (await others('GET', `${events}/${id}/instances?${utc}`)) as { value: Record<string, string>[] };
    for (const [date, change] of exceptions) {
      const instance = value.find((one) => one['occurrenceId']!.endsWith(date))!;
      await others('PATCH', `${events}/${instance['id']}`, change);
    }
    return id;
  };
  return {
    provider,
    calendar: (await provider.calendars())[0]!,
    others: {
      put,
      putMany: async (objects) => {
        for (const [, object] of objects) await others('POST', events, translated(object).master);
      },
      read: async (href) => printed(await others('GET', `${events}/${href}?${printedQuery}`)),
      remove: async (href) => void (await others('DELETE', `${events}/${href}`)),
    },
    rooms,
    shownColor: '#4adacc',
    stop: () => microsoft.close(),
  };
}

providerConformance('of Microsoft, simulated', start);
