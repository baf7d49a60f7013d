import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { joinLinkIn } from '../change/join-links.js';
import { plainTzid } from '../parse/timezones.js';
import { resolveTimeZone } from '../zones/resolve.js';
import { unfold } from './content-lines.js';

const many = 200_000;

/** One character many times, then another: a search for it at the end of a text may begin again at each of them. */
const readers: Record<string, () => unknown> = {
  'CR before a letter, unfolded': () => unfold(`SUMMARY:a${'\r'.repeat(many)}b`),
  'quotes within a TZID': () => plainTzid(`a${'"'.repeat(many)}b`),
  'quotes within the name of a time zone': () => resolveTimeZone(`a${'"'.repeat(many)}b`),
  'full stops within addresses': () => joinLinkIn(`https://meet.example/${'.'.repeat(1_900)}b `.repeat(20)),
};

describe('one character many times', () => {
  it.each(Object.entries(readers))('given %s, then reading takes less than 200 ms of processor time', (_what, read) => {
    const before = process.cpuUsage();
    read();
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(boundMs(200));
  });

  it('given CR CR LF between lines and inside a folded one, then the lines are those of CRLF', () => {
    expect(unfold('SUMMARY:a\r\r\n b\r\r\nUID:1\r\r\n')).toEqual(['SUMMARY:ab', 'UID:1']);
  });
});
