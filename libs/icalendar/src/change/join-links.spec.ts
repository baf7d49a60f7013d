import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { fillConferencePlaceholders, hasConferencePlaceholder } from './conference-texts.js';
import { joinLinkIn } from './join-links.js';

describe('an address at which people join', () => {
  // addresses as the services publish them
  it.each([
    ['Join: https://us02web.zoom.us/j/123456789?pwd=abc.', 'zoom', 'https://us02web.zoom.us/j/123456789?pwd=abc'],
    ['<https://teams.microsoft.com/l/meetup-join/19%3ameeting_x%40thread.v2/0>', 'ms_teams', undefined],
    ['https://teams.live.com/meet/9312345678901', 'ms_teams', undefined],
    ['https://meet.google.com/abc-defg-hij', 'google_meet', 'https://meet.google.com/abc-defg-hij'],
    ['https://acme.webex.com/meet/ada', 'other', undefined],
    ['https://meet.goto.com/123456789', 'go_to', undefined],
    ['Agenda: https://example.com/a, then https://whereby.com/ada', 'other', 'https://whereby.com/ada'],
  ])('given %s, then it is one of %s', (text, provider_name, join_url) => {
    expect(joinLinkIn(text)).toMatchObject({ provider_name, ...(join_url ? { join_url } : {}) });
  });

  it.each([
    'Office',
    'https://example.com/zoom.us/j/1',
    'https://zoom.us.example.com/j/1',
    'https://zoom.us/pricing',
    'https://meet.google.com/',
    'https://[broken',
    undefined,
  ])('given %s, then there is none', (text) => expect(joinLinkIn(text)).toBeUndefined());

  it('given a long text or many addresses, then the search ends early', () => {
    const link = ' https://acme.zoom.us/j/1';
    expect(joinLinkIn(`://${' '.repeat(16_384)}${link}`)).toBeUndefined();
    expect(joinLinkIn(`${'https://example.com/a '.repeat(20)}${link}`)).toBeUndefined();
    const before = performance.now();
    joinLinkIn('https://'.repeat(200_000));
    expect(performance.now() - before).toBeLessThan(boundMs(200));
  });
});

describe('placeholders for a conference (EVT-26)', () => {
  const text = 'Room 1\n{{ cronofy.conferencing.invite_block }}';
  const url = 'https://meet.google.com/abc-defg-hij';

  it('given an address, none yet, or no conference, then the text has it, a notice, or nothing in their place', () => {
    expect(fillConferencePlaceholders(text, url)).toBe(`Room 1\nJoin the meeting:\n${url}`);
    expect(fillConferencePlaceholders('{{cronofy.conferencing.join_url}}', url)).toBe(url);
    expect(fillConferencePlaceholders(text, null)).toBe('Room 1\nThe details for joining will be added here.');
    expect(fillConferencePlaceholders(text, undefined)).toBe('Room 1');
  });

  it('given any other text, then it has none', () => {
    const texts = [text, 'Room 1', '{{ cronofy.name }}', null, undefined];
    expect(texts.map((one) => hasConferencePlaceholder(one))).toEqual([true, false, false, false, false]);
  });
});
