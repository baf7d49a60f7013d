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

/** Working hours are busiest: a start on a quarter of an hour from 8 to 18 of the day. */
const startOn = (from, random) => Math.floor(from / day) * day + 8 * 3_600_000 + Math.floor(random() * 40) * 900_000;

/**
 * The events of one person: 200 a month from `from` to `to` (epoch ms), 20 % of them instances of weekly series, half an
 * hour each.
 */
function eventsOf({ sub, calendar_id }, index, from, to) {
  const random = numbers(index + 1);
  const days = Math.ceil((to - from) / day);
  const common = { account_id: sub, calendar_id, revision: Date.now(), deleted: false, command: 0 };
  const event = (number, begin, recurrence) => ({
    kind: 'event',
    ...common,
    event_uid: `evt_bench${index}_${number}`,
    changed_at: Date.now(),
    floating_tzid: 'Etc/UTC',
    own_addresses: [],
    series: {
      uid: `bench-${index}-${number}`,
      master: {
        summary: `Event ${number}`,
        start: { local: iso(begin), tzid: 'Etc/UTC' },
        end: { local: iso(begin + 1_800_000), tzid: 'Etc/UTC' },
        status: 'confirmed',
        transparency: 'opaque',
      },
      ...(recurrence ? { recurrence: { rrules: ['FREQ=WEEKLY'], rdates: [], exdates: [] } } : {}),
      overrides: [],
    },
  });
  const single = Math.round((days / 30) * 160);
  const events = Array.from({ length: single }, (_, number) =>
    event(number, startOn(from + random() * days * day, random), false),
  );
  const weekly = Math.round((40 / 30) * 7);
  for (let number = 0; number < weekly; number += 1) {
    events.push(event(single + number, startOn(from - 300 * day + random() * 7 * day, random), true));
  }
  return events;
}

/** Publishes everyone's events as calendar-sync would. Returns how many. */
export async function publishPeople({ databaseUrl, people, from, to, onProgress }) {
  const pool = createPool({ url: databaseUrl, schema: 'calendar_sync', max: 1 });
  let count = 0;
  for (const [index, person] of people.entries()) {
    const records = eventsOf(person, index, from, to);
    await addToOutbox(
      sqlOf(pool),
      records.map((record) => message(calendarState, record)),
    );
    count += records.length;
    onProgress(count);
  }
  await pool.end();
  return count;
}
