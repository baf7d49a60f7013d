import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AttendeeReply, Invite } from './model.js';
import { recordReplies } from './record-replies.js';
import { createInvite, removeRecipient, reviseInvite } from './revise.js';

const NOW = Date.parse('2026-11-10T12:00:00Z');
const time = (local: string) => ({ local, tzid: 'Europe/Berlin' });
const event = {
  summary: 'Plan',
  start: time('2026-11-20T10:00:00'),
  end: time('2026-11-20T11:00:00'),
  status: 'confirmed' as const,
  transparency: 'opaque' as const,
};
const submission = { event, recipients: [{ email: 'Ann@Example.com' }] };
const created = createInvite({ uid: 'u', several: false, ...submission });
const anns: AttendeeReply = {
  method: 'REPLY',
  uid: 'u',
  sequence: 0,
  dtstamp: NOW - 60_000,
  recurrenceId: null,
  email: 'ann@example.com',
  partstat: 'ACCEPTED',
  delegatedTo: [],
};
const mail = (id: string, ...replies: AttendeeReply[]) => ({
  messageId: id,
  from: 'ann@example.com',
  automatic: false,
  authentication: null,
  replies,
});
const record = (invite: Invite, id: string, ...replies: AttendeeReply[]) =>
  recordReplies(invite, mail(id, ...replies), { now: NOW, trusted: true });

describe('recording replies', () => {
  it('given an address in another case, when its owner answers, then it counts and stays as submitted', () => {
    const { invite } = record(created, '1', anns);
    expect(invite.recipients).toEqual([
      { email: 'Ann@Example.com', status: 'accepted', counted: { sequence: 0, dtstamp: NOW - 60_000 } },
    ]);
  });

  it('given a reply, then its entry has all known details', () => {
    const proposal = { start: time('2026-11-21T10:00:00'), end: time('2026-11-21T11:00:00') };
    const { recorded } = record(created, '<1@x>', { ...anns, method: 'COUNTER', partstat: 'DECLINED', comment: 'no', proposal }); // prettier-ignore
    expect(recorded).toEqual([
      { email: 'ann@example.com', status: 'declined', comment: 'no', proposal, counted: true, sequence: 0, dtstamp: NOW - 60_000, messageId: '<1@x>', at: NOW },
    ]); // prettier-ignore
  });

  it('given replies in any order and number, then the status is that of the newest by SEQUENCE, then DTSTAMP (INV-3)', () => {
    const partstat = fc.constantFrom('ACCEPTED', 'DECLINED', 'TENTATIVE');
    const reply = fc.record({
      sequence: fc.integer({ min: 0, max: 4 }),
      minute: fc.integer({ min: 0, max: 40 }),
      partstat,
    });
    fc.assert(
      fc.property(fc.uniqueArray(reply, { selector: (r) => `${r.sequence} ${r.minute}`, maxLength: 12 }), (replies) => {
        let invite = reviseInvite(created, { ...submission, event: { ...event, summary: 'Other' } });
        replies.forEach(({ minute, ...rest }, i) => {
          const next = record(invite, `${i}`, { ...anns, ...rest, dtstamp: NOW - minute * 60_000 });
          expect(next.recorded).toHaveLength(1);
          invite = next.invite;
        });
        const current = replies.filter((r) => r.sequence >= 1);
        const newest = current.sort((a, b) => b.sequence - a.sequence || a.minute - b.minute)[0];
        expect(invite.recipients[0]!.status).toBe(newest?.partstat.toLowerCase() ?? 'pending');
        expect(invite.replies).toHaveLength(replies.length);
      }),
      { numRuns: 500 },
    );
  });

  it('given mails in any order, each any number of times, then each is recorded once (INV-6)', () => {
    const mails = [0, 1, 2, 3].map((n) => ({ id: `${n}`, reply: { ...anns, dtstamp: NOW - n * 1000 } }));
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...mails), { maxLength: 20 }), (arrivals) => {
        const last = arrivals.reduce((invite, { id, reply }) => record(invite, id, reply).invite, created);
        expect(last.replies).toHaveLength(new Set(arrivals).size);
      }),
    );
  });
});

describe('revising', () => {
  it('given the same submission with its members in another order, then the same invite is returned', () => {
    const { summary, ...rest } = event;
    expect(reviseInvite(created, { ...submission, event: { ...rest, summary } })).toBe(created);
  });
  it('given initial statuses and a duplicate address, then each is one recipient with the first status', () => {
    const invite = createInvite({ uid: 'u', several: true, event, recipients: [{ email: 'a@x', status: 'accepted' }, { email: 'A@X' }, { email: 'b@x' }] }); // prettier-ignore
    expect(invite.recipients.map(({ email, status }) => [email, status])).toEqual([
      ['a@x', 'accepted'],
      ['b@x', 'pending'],
    ]);
  });
  it('given an unknown address, or a single recipient, when removed, then it is refused', () => {
    expect(removeRecipient(created, 'ann@example.com')).toBe('unknown-recipient');
    expect(removeRecipient({ ...created, several: true }, 'eve@example.com')).toBe('unknown-recipient');
  });
  it('given a rule that is removed, then the invite has none and all answers are requested again', () => {
    const series = createInvite({ uid: 'u', several: false, ...submission, recurrence: { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] } }); // prettier-ignore
    const next = reviseInvite(record(series, '1', anns).invite, submission);
    expect(next.recurrence).toBeUndefined();
    expect(next.recipients[0]).toMatchObject({ status: 'pending', counted: null });
  });
});
