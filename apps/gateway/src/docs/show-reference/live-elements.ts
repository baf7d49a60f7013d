/**
 * The script of the guide's live examples, which runs in browsers: requests element tokens for the demo, as an application's server
 * would, and shows each Element with its own.
 */
export const liveElements = `
import '/docs/assets/elements.js';
const demo = document.getElementById('live-demo')?.dataset;
const permissions = {
  'kalends-slot-picker': ['availability'],
  'kalends-booking': ['availability', 'booking'],
  'kalends-availability-viewer': ['availability'],
  'kalends-working-hours': ['managed_availability'],
  'kalends-agenda': ['agenda'],
};
const dayMs = 86400000;
const today = Math.floor((performance.timeOrigin + performance.now()) / dayMs);
const isWorkday = (n) => ![2, 3].includes(n % 7);
const dateOf = (n) => new Date(n * dayMs).toISOString().slice(0, 10);
const query = () => ({
  participants: [{ members: [{ sub: demo.sub }], required: 'all' }],
  required_duration: { minutes: 30 },
  start_interval: { minutes: 30 },
  query_periods: Array.from({ length: 40 }, (_, n) => today + n + 1).filter(isWorkday).map(dateOf)
    .map((date) => ({ start: date + 'T08:00:00Z', end: date + 'T16:00:00Z' })),
});
const eventId = () => 'live-' + crypto.randomUUID();
async function tokenFor(name) {
  const booking = { calendar_id: demo.calendar, event: { event_id: eventId(), summary: 'Booked in the docs' }, availability: query() };
  const body = { permissions: permissions[name], subs: [demo.sub], origin: location.origin, ...(name === 'kalends-booking' ? { booking } : {}) };
  const answer = await fetch('/v1/element_tokens', {
    method: 'POST',
    headers: { Authorization: 'Bearer ' + demo.key, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error('no element token: ' + answer.status);
  return (await answer.json()).element_token.token;
}
async function show(place) {
  const name = place.dataset.element;
  const element = document.createElement(name);
  element.setAttribute('api', location.origin);
  for (const type of ['slot-selected', 'booked', 'rule-saved', 'event-selected', 'period-selected'])
    element.addEventListener(type, ({ detail }) => {
      place.querySelector('output').textContent = type + ' ' + JSON.stringify(detail);
    });
  if (permissions[name]) {
    element.refresh = () => tokenFor(name);
    element.setAttribute('element-token', await tokenFor(name));
    element.query = query();
  } else {
    const at = { 'client-id': demo.client, 'redirect-uri': location.origin + '/demo/callback', scope: 'read_write' };
    for (const [attribute, value] of Object.entries(at)) element.setAttribute(attribute, value);
  }
  place.prepend(element);
}
for (const place of document.querySelectorAll('.live[data-element]')) {
  if (demo) show(place).catch((error) => { place.querySelector('output').textContent = error.message; });
  else place.querySelector('output').textContent = 'This example is live where Kalends runs with its demo: npm start.';
}
`;
