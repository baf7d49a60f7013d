import { at } from './ids.js';
import type { Examples } from './examples.js';
import { availabilityOperations } from '../operations/operations-query.js';

const dead_letter_id = '12';
const [dead_letter] = (availabilityOperations.exampleReply as { dead_letters: object[] }).dead_letters;

const examples = [
  {
    body: { kind: 'show-dead-letter', dead_letter_id },
    reply: { outcome: 'dead-letter', dead_letter, body: '{"kind":"upsert-event"}', truncated: false },
  },
  { body: { kind: 'replay-dead-letter', dead_letter_id }, reply: { outcome: 'done' } },
  { body: { kind: 'discard-dead-letter', dead_letter_id }, reply: { outcome: 'unknown' } },
  {
    body: { kind: 'read-numbers', since: at },
    reply: {
      outcome: 'numbers',
      outbox: { messages: 0, oldest_s: 0 },
      inbox: { messages: 2 },
      dead_letters: 1,
      counts: [{ hour: at, name: 'syncs', about: 'google', outcome: 'done', count: 40 }],
      budgets: [
        {
          provider: 'google',
          minute: { used: 120, limit: 10_000 },
          day: { used: 41_000, limit: 1_000_000, forecast: 96_000 },
          closed_until: null,
        },
        {
          provider: 'microsoft',
          minute: { used: 0, limit: 780_000 },
          day: { used: 0, limit: null, forecast: 0 },
          closed_until: at,
        },
      ],
    },
  },
];

export const operationsExamples: Examples = Object.fromEntries(
  ['calendar-sync', 'availability', 'invites', 'notifier'].map((service) => [
    `gateway.query.${service}-operations.v1`,
    examples,
  ]),
);
