import type { EventComponent } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { createInvite } from '../itip/revise.js';
import { presentReply, zoneOf } from './present-reply.js';

const event = (tzid: string): EventComponent => ({
  summary: 'Board meeting',
  start: { local: '2026-11-20T09:30:00', tzid },
  end: { local: '2026-11-20T10:00:00', tzid },
  status: 'confirmed',
  transparency: 'opaque',
});

const reply = {
  email: 'ada@example.com',
  status: 'accepted' as const,
  counted: true,
  sequence: 0,
  dtstamp: null,
  messageId: null,
  at: 1_794_700_000_000,
};

describe('a reply as responses and callbacks show it', () => {
  it('given a proposed time in a zone, when presented, then it has that zone and its offset', () => {
    const proposal = {
      start: { local: '2026-07-01T11:00:00', tzid: 'Europe/London' },
      end: { local: '2026-07-01T12:00:00', tzid: 'Europe/London' },
    };
    expect(presentReply({ ...reply, proposal }, 'Etc/UTC').proposal).toEqual({
      start: { time: '2026-07-01T11:00:00+01:00', tzid: 'Europe/London' },
      end: { time: '2026-07-01T12:00:00+01:00', tzid: 'Europe/London' },
    });
  });

  it('given a floating or unknown zone, when presented, then it is read in the zone of the invite', () => {
    const zone = zoneOf(createInvite({ uid: 'u', event: event('America/New_York'), recipients: [], several: false }));
    const proposal = {
      start: { local: '2026-11-20T11:00:00', tzid: null },
      end: { local: '2026-11-20T12:00:00', tzid: 'Customized Time Zone' },
    };
    expect(presentReply({ ...reply, proposal }, zone).proposal).toEqual({
      start: { time: '2026-11-20T11:00:00-05:00', tzid: 'America/New_York' },
      end: { time: '2026-11-20T12:00:00-05:00', tzid: 'America/New_York' },
    });
  });

  it('given an all-day proposal and one instance of a series, when presented, then both are dates and instants', () => {
    const proposal = { start: { date: '2026-11-20' }, end: { date: '2026-11-21' } };
    const shown = presentReply({ ...reply, proposal, recurrenceId: 1_794_700_000_000 }, 'Etc/UTC');
    expect(shown.proposal).toEqual({ start: '2026-11-20', end: '2026-11-21' });
    expect(shown.recurrence_id).toBe('2026-11-14T23:46:40Z');
    expect(shown).toMatchObject({ counted: true, received_at: 1_794_700_000_000 });
  });
});
