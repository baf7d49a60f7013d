// Both sides get the same requests: method, path, headers and body of the n-th, each with its own event.
const [day, half] = [86_400_000, 1_800_000];
const iso = (ms) => `${new Date(ms).toISOString().slice(0, 19)}Z`;
const tomorrow = Math.floor(Date.now() / day) * day + day;
const perBatch = 50;

/** Half an hour each, over 300 days. */
const timesOf = (n) => {
  const start = tomorrow + ((n * half) % (300 * day));
  return { start: iso(start), end: iso(start + half) };
};
const eventOf = (n) => ({
  event_id: `evt-${n}`,
  summary: `Board meeting ${n}`,
  description: 'Discuss plans for the next quarter.',
  ...timesOf(n),
  tzid: 'Europe/London',
  location: { description: 'Board room' },
});
const pathOf = ({ calendar_id }) => `/v1/calendars/${calendar_id}/events`;

const request = (method, path, token, body) => ({
  method,
  path,
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
const inviteOf = (n) => ({
  method: 'request',
  smart_invite_id: `invite-${n}`,
  callback_url: 'http://127.0.0.1:9/callback',
  recipient: { email: 'ann@example.com' },
  organizer: { name: 'Bob', email: 'bob@example.com' },
  event: { ...eventOf(n), event_id: undefined, location: undefined },
});

/** Rotates through the people of a cell. */
const personOf = ({ people }, n) => people[n % people.length];

export const batchOf = (person, from, count = perBatch) =>
  request('POST', '/v1/batch', person.access_token, {
    batch: Array.from({ length: count }, (_, index) => ({
      method: 'POST',
      relative_url: pathOf(person),
      data: eventOf(from + index),
    })),
  });

/** `writes`: number of writes per request. `needs`: events that must exist before. `of(world, n)`: the n-th request. */
export const workloads = {
  upserts: {
    writes: 1,
    of: (world, n) => {
      const person = personOf(world, n);
      return request('POST', pathOf(person), person.access_token, eventOf(n));
    },
  },
  'batches of 50': { writes: perBatch, of: (world, n) => batchOf(personOf(world, n), n * perBatch) },
  deletes: {
    writes: 1,
    needs: true,
    of: (world, n) => {
      const person = personOf(world, n);
      const event_id = `evt-${Math.floor(n / world.people.length)}`;
      return request('DELETE', pathOf(person), person.access_token, { event_id });
    },
  },
  'Smart Invites': {
    writes: 1,
    of: ({ application }, n) => request('POST', '/v1/smart_invites', application.client_secret, inviteOf(n)),
  },
  holds: {
    writes: 1,
    of: (world, n) => {
      const { sub } = personOf(world, n);
      const at = Math.floor(n / world.people.length);
      const body = { hold_id: `hold-${n}`, members: [{ sub }], ...timesOf(at) };
      return request('POST', '/v1/holds', world.application.client_secret, body);
    },
  },
};
