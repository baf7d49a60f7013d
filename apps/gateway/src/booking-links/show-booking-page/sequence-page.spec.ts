import { describe, expect, it } from 'vitest';
import type { LinkDefinition } from '../booking-link.js';
import type { ShownLink } from '../booking-links.js';
import { shownParts, slotOf } from '../link-parts.js';
import { answerOf, at, booking, linkWith, now, pageOf, visible } from './page.fixture.js';
import { PageOfLink } from './page-of-link.js';
import { readPageRequest } from './page-request.js';
import { shownTo } from './visitor-of.js';

const hour = 3_600_000;
const step = (sequence_id: string, summary: string, required_duration: number) => ({
  ...{ sequence_id, required_duration, participants: [] },
  event: { event_id: sequence_id, summary, location: { description: `${summary} room` } },
});
const steps = [step('a', 'Interview', 60), step('b', 'Tour', 30), step('c', '<b>Feedback</b>', 15)];
const availability = { sequence: steps } as unknown as LinkDefinition['availability'];
const linkFor = (more: Partial<ShownLink> = {}) => linkWith({ linkId: 'seq_1', ...more }, { availability });

/** The parts one after the other, from a start on. */
const slotFrom = (start: number) => {
  let from = start;
  const parts = steps.map(({ required_duration }) => {
    const part = { start: from, end: from + required_duration * 60_000, subs: ['acc_secret'] };
    from = part.end;
    return part;
  });
  return slotOf(parts);
};
const start = at('2026-12-02T09:00:00Z');
const nine = slotFrom(start);

const pageWith = async (slot: typeof nine, query: object = {}) => {
  const shown = shownTo(linkFor(), readPageRequest({ tzid: 'Etc/UTC', hours: 'H', ...query }), { headers: {} });
  const slots = {
    find: async () => [slot],
    first: async (_: unknown, from: number) => (from <= slot.start ? slot : null),
  };
  const answer = await new PageOfLink(slots as never, () => now, Buffer.alloc(32, 7)).read({ ...shown, token: 't' });
  if (answer.kind !== 'page') throw new Error('redirected');
  return answer.page;
};

describe('the page of a booking link for a sequence', () => {
  it('given an open link, then it shows what the sequence consists of, and starts to pick (SCH-12)', async () => {
    const page = await pageWith(nine);
    expect(visible(page)).toContain('Interview 1 hour Tour 30 minutes &lt;b&gt;Feedback&lt;/b&gt; 15 minutes');
    expect(page.match(/name="start"/g)).toHaveLength(1);
    expect(page).not.toContain('acc_secret');
  });

  it('given a picked start, then every part is shown with its times before it is booked, and the form has which (SCH-12)', async () => {
    const page = await pageWith(nine, { start: '2026-12-02T09:00:00Z' });
    const text = visible(page);
    for (const part of ['09:00 – 10:00 Interview 1 hour · Interview room', '10:00 – 10:30 Tour', '10:30 – 10:45'])
      expect(text).toContain(part);
    expect(/name="parts" value="([^"]+)"/.exec(page)?.[1]).toBe(shownParts(nine));
    expect(page).not.toMatch(/acc_secret|class="day"/);
  });

  it('given parts on two days, then each day is named where it begins (SCH-12)', async () => {
    const [first, second, third] = nine.parts;
    const later = { ...third!, start: third!.start + 24 * hour, end: third!.end + 24 * hour };
    const page = await pageWith(slotOf([first!, second!, later]), { start: '2026-12-02T09:00:00Z' });
    expect(page.match(/class="day">[^<]+/g)).toEqual([
      expect.stringContaining('December 2, 2026'),
      expect.stringContaining('December 3, 2026'),
    ]);
  });

  it('given a start at which only another sequence is possible, then its form has other parts (SCH-12)', () => {
    const shifted = slotOf(nine.parts.map((part, n) => (n === 2 ? { ...part, start: part.start + hour } : part)));
    expect(shownParts(shifted)).not.toBe(shownParts(nine));
    expect(shownParts(slotOf([nine.parts[0]!]))).toBe('');
  });

  it.each(['booking', 'completed'] as const)(
    'given a link that is %s, then every part is shown (SCH-12)',
    async (status) => {
      const page = await pageOf(linkFor({ status, booking: { ...booking, ...nine } }), { query: { tzid: 'Etc/UTC' } });
      const text = visible(page);
      for (const title of ['Interview', 'Tour', 'Feedback']) expect(text).toContain(title);
      expect([text.includes('09:00'), text.includes('10:45'), page.includes('acc_secret')]).toEqual([
        true,
        true,
        false,
      ]);
    },
  );

  it('given a single time, then its form has no parts', async () => {
    const answer = await answerOf(linkWith(), { query: { tzid: 'Etc/UTC', start: '2026-12-02T09:00:00Z' } });
    expect([answer.kind, JSON.stringify(answer).includes('name=\\"parts')]).toEqual(['page', false]);
  });
});
