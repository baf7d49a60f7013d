import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { replaceText, withoutBlock } from './meeting-block.js';
import { componentOf } from './read-event.js';
import { remoteOf } from './read-series.js';
import { readEvent } from './resources.js';
import { zoneNamed } from './times.js';
import { writtenBy } from './change-event.js';

const time = (dateTime: string, timeZone = 'UTC') => ({ dateTime: `${dateTime}.0000000`, timeZone });
const event = (more: object = {}) =>
  readEvent({
    '@odata.etag': 'W/"1"',
    id: 'one',
    subject: 'One',
    start: time('2026-12-01T10:00:00'),
    end: time('2026-12-01T11:00:00'),
    originalStartTimeZone: 'Europe/London',
    ...more,
  })!;
const read = (more: object) => componentOf(event(more), 'Europe/Paris')!;
const join = 'https://teams.microsoft.com/l/meetup-join/19%3ameeting_x?tenant=1&context=2';
const online = { isOnlineMeeting: true, onlineMeeting: { joinUrl: join } };
const line = '_'.repeat(80);
/** As Outlook prints it in the body of a meeting. */
const block = `<div class="me-email-text"><div>${line}</div><a href="${join.replace('&', '&amp;')}">Join</a></div>`;

describe('an event of Graph in the model', () => {
  it.each([
    ['free', 'transparent', undefined],
    ['busy', 'opaque', undefined],
    ['tentative', 'opaque', 'tentative'],
    ['oof', 'opaque', 'out_of_office'],
    ['workingElsewhere', 'opaque', 'working_elsewhere'],
    ['unknown', 'opaque', undefined],
  ])('given showAs %s, then it is %s', (showAs, transparency, extended) => {
    const shown = read({ showAs });
    expect([shown.transparency, shown.extended_transparency]).toEqual([transparency, extended]);
  });

  it.each([
    ['W. Europe Standard Time', 'Europe/Berlin'],
    ['Europe/London', 'Europe/London'],
    ['UTC', 'Etc/UTC'],
    ['tzone://Microsoft/Utc', 'Etc/UTC'],
    ['tzone://Microsoft/Custom', undefined],
    ['No Such Time', undefined],
    ['', undefined],
  ])('8: given the zone %s, then it is %s', (name, zone) => {
    expect(zoneNamed(name)).toBe(zone);
  });

  it('8: given an event in a zone of its own, then its instant stays, in the calendar’s zone; its series is read by instances', () => {
    const custom = { originalStartTimeZone: 'tzone://Microsoft/Custom' };
    expect(read(custom).start).toEqual({ local: '2026-12-01T11:00:00', tzid: 'Europe/Paris' });
    const recurrence = {
      pattern: { type: 'daily', interval: 1 },
      range: { type: 'noEnd', startDate: '2026-12-01', recurrenceTimeZone: 'tzone://Microsoft/Custom' },
    };
    const master = event({ ...custom, type: 'seriesMaster', recurrence });
    const instances = [
      event(custom),
      event({ ...custom, start: time('2026-12-02T10:00:00'), end: time('2026-12-02T11:00:00') }),
    ];
    const series = { master, exceptions: [], cancelled: [], instances };
    expect(remoteOf(series, 'Europe/Paris')).toMatchObject({
      series: { recurrence: { rrules: [], rdates: [{}, {}] } },
    });
  });

  it('given people, then each address is there once, with its answer', () => {
    const person = (address: string, response: string) => ({
      emailAddress: { address, name: address },
      status: { response },
    });
    const attendees = [
      person('bob@x.example', 'accepted'),
      person('Bob@x.example', 'none'),
      person('c@x.example', 'declined'),
    ];
    expect(read({ attendees }).attendees).toEqual([
      { email: 'bob@x.example', status: 'accepted' },
      { email: 'c@x.example', status: 'declined' },
    ]);
  });

  it.each([
    ['accepted', false, 'accepted'],
    ['tentativelyAccepted', false, 'tentative'],
    ['declined', false, 'declined'],
    ['notResponded', false, 'needs_action'],
    ['none', false, undefined],
    ['organizer', true, undefined],
  ])('given the answer %s (organizer: %s), then it is the mailbox’s own: %s', (response, isOrganizer, status) => {
    const attendees = [{ emailAddress: { address: 'ada@work.example' }, status: { response: 'none' } }];
    const shown = read({ isOrganizer, responseStatus: { response }, attendees });
    expect([shown.own_status, shown.attendees?.[0]?.status]).toEqual([status, 'needs_action']);
  });

  it('given an online meeting, then its link is the conference, and its part of the text is not the description', () => {
    const body = {
      contentType: 'text',
      content: `Agenda\r\n\r\n${line}\r\nMicrosoft Teams meeting\r\nJoin: ${join}\r\n${line}\r\n`,
    };
    expect(read({ ...online, body })).toMatchObject({ conference_url: join, description: 'Agenda' });
    expect(read({ isOnlineMeeting: true }).conference_pending).toBe(true);
    expect(read({ body: { contentType: 'text', content: `A\r\n${line}\r\nB` } }).description).toBe(`A\n${line}\nB`);
  });

  it('11: given an online meeting, when its text is replaced, then Microsoft’s part stays as it is', () => {
    const html = `<html><head><meta charset="utf-8"></head><body><div>Old</div>${block}</body></html>`;
    const after = replaceText(html, 'New & <better>\nlines', join);
    expect(after).toContain(block);
    expect(after).toContain('New &amp; &lt;better&gt;<br>\r\nlines');
    expect(after).not.toContain('Old');
    expect(replaceText(after, 'Third', join)).toContain(block);
    expect(withoutBlock('no link', join)).toBe('no link');
  });

  it('11: given an online meeting, when anything else is written, then its body is not', () => {
    const present = event({ ...online, body: { contentType: 'text', content: `Agenda\r\n${line}\r\n${join}` } });
    const by = { calendarZone: 'Etc/UTC', withoutMeeting: false };
    const component = componentOf(present, 'Etc/UTC')!;
    const change = { summary: 'Two', description: 'Agenda', conferencing: { kind: 'integrated' as const } };
    expect(writtenBy(change, { event: present, component }, by)).toEqual({
      members: { subject: 'Two' },
      text: undefined,
    });
    const none = () => writtenBy({ conferencing: { kind: 'none' } }, { event: present, component }, by);
    expect(none).toThrow('cannot remove');
  });

  it('given a new event with an online meeting, when written, then Teams is requested', () => {
    const change = { summary: 'Two', conferencing: { kind: 'integrated' as const } };
    const { members } = writtenBy(change, null, { calendarZone: 'Etc/UTC', withoutMeeting: false });
    expect(members).toEqual({ subject: 'Two', isOnlineMeeting: true, onlineMeetingProvider: 'teamsForBusiness' });
    expect(writtenBy(change, null, { calendarZone: 'Etc/UTC', withoutMeeting: true }).members).toEqual({
      subject: 'Two',
    });
  });

  it('given a body of a megabyte without an end, when its text is replaced, then it takes no time', () => {
    const before = performance.now();
    replaceText(`${'<div '.repeat(200_000)}${line}${join}`, 'x', join);
    replaceText(`${'<div> '.repeat(150_000)}${line}${join}`, 'x', join);
    expect(performance.now() - before).toBeLessThan(boundMs(1_000));
  });
});
