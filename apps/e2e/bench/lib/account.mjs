import { calendarState } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';

const day = 86_400_000;
const iso = (ms) => new Date(ms).toISOString().slice(0, 19);

/** A reproducible stream of numbers in [0, 1). */
function numbers(seed) {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

const rules = [
  'FREQ=WEEKLY;INTERVAL=3',
  'FREQ=MONTHLY;BYDAY=2TU',
  'FREQ=WEEKLY;INTERVAL=2',
  'FREQ=DAILY;INTERVAL=25',
  'FREQ=MONTHLY',
  'FREQ=WEEKLY;INTERVAL=4;BYDAY=MO,WE',
];

function seriesOf(index, random, now) {
  const recurring = random() < 0.2;
  const begin =
    Math.floor((now + (recurring ? -400 : random() * 800 - 400) * day + random() * day) / 900_000) * 900_000;
  const allDay = random() < 0.05;
  const time = (ms) => (allDay ? { date: iso(ms).slice(0, 10) } : { local: iso(ms), tzid: 'Etc/UTC' });
  return {
    uid: `bench-${index}`,
    master: {
      summary: `Event ${index}`,
      description: 'What was agreed last time, and what is to be settled now.',
      start: time(begin),
      end: time(begin + (allDay ? day : 3_600_000)),
      location: { description: 'Room 12' },
      status: 'confirmed',
      transparency: 'opaque',
      attendees: [
        { email: 'ada@example.com', display_name: 'Ada', status: 'accepted' },
        { email: 'bob@example.com', display_name: 'Bob', status: 'needs_action' },
      ],
      created: '2026-01-01T00:00:00Z',
      updated: '2026-01-01T00:00:00Z',
    },
    ...(recurring ? { recurrence: { rrules: [rules[index % rules.length]], rdates: [], exdates: [] } } : {}),
    overrides: [],
  };
}

/** The state records of 5 calendars and `count` events (20 % recurring, −400…+400 days). */
export function makeRecords({ accountId, count, now }) {
  const random = numbers(7);
  const common = { account_id: accountId, revision: now, deleted: false };
  const calendars = Array.from({ length: 5 }, (_, index) => `cal_bench_${index}`);
  const profile = {
    kind: 'profile',
    ...common,
    profile_id: 'pro_bench',
    provider_name: 'caldav',
    profile_name: 'bench',
    connected: true,
    initial_sync: 'done',
    calendar_ids: calendars,
  };
  const calendarOf = (calendar_id) => ({
    kind: 'calendar',
    ...common,
    profile_id: 'pro_bench',
    calendar_id,
    calendar_name: calendar_id,
    calendar_readonly: false,
    calendar_primary: false,
    tzid: 'Etc/UTC',
    synced: true,
    freshness: 'fresh',
  });
  const eventOf = (_, index) => ({
    kind: 'event',
    ...common,
    calendar_id: calendars[index % 5],
    event_uid: `evt_bench${index}`,
    command: 0,
    changed_at: now,
    floating_tzid: 'Etc/UTC',
    own_addresses: [],
    series: seriesOf(index, random, now),
  });
  return [profile, ...calendars.map(calendarOf), ...Array.from({ length: count }, eventOf)];
}

/** Publishes them as calendar-sync would. */
export async function publishAccount({ databaseUrl, ...account }) {
  const pool = createPool({ url: databaseUrl, schema: 'calendar_sync', max: 1 });
  const records = makeRecords(account);
  for (let at = 0; at < records.length; at += 500) {
    await addToOutbox(
      sqlOf(pool),
      records.slice(at, at + 500).map((record) => message(calendarState, record)),
    );
  }
  await pool.end();
}
