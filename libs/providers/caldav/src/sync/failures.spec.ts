import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { detailOf } from './failures.js';

describe('the text of an error', () => {
  it.each([
    ['<error xmlns="DAV:"><need-privileges/>Not yours</error>', ': Not yours'],
    ['<html><body>\r\n<h1>403</h1>\r\n <p>No  way</p></body></html>', ': 403 No way'],
    [
      '<?xml version="1.0"?><D:error xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><C:unique-scheduling-object-resource><D:href>/dav/ada/other/x.ics</D:href></C:unique-scheduling-object-resource></D:error>',
      ': the event is already in another calendar of the user (unique-scheduling-object-resource)',
    ],
    [
      '<error xmlns="DAV:"><x:allowed-attendee-scheduling-object-change xmlns:x="urn:x"/></error>',
      ': only the organizer may change this (allowed-attendee-scheduling-object-change)',
    ],
    ['<d:error xmlns:d="DAV:"><d:quota-not-exceeded/></d:error>', ': the account is full (quota-not-exceeded)'],
    ['<error xmlns="DAV:"><some-new-rule><href>/x</href></some-new-rule></error>', ': some new rule (some-new-rule)'],
    ['<error xmlns="DAV:"/>', ''],
    ['<html><not-found/>/dav/x</html>', ': /dav/x'],
    ['', ''],
    ['a < b', ': a < b'],
    ['x'.repeat(1_000_000), `: ${'x'.repeat(200)}`],
  ])('given %.60s, then it is %.60s', (body, detail) => {
    expect(detailOf(body)).toBe(detail);
  });

  it.each(['<', '< ', '<a ', '<href'])(
    'given %s a million times, then it is found in less than 200 ms of processor time',
    (one) => {
      const body = one.repeat(1_000_000);
      const before = process.cpuUsage();
      expect(detailOf(body).length).toBeLessThanOrEqual(202);
      expect(process.cpuUsage(before).user).toBeLessThan(boundMs(200_000));
    },
  );
});
