import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../../tools/bounds/bound-ms.mjs';
import { detailOf } from './failures.js';

describe('the text of an error', () => {
  it.each([
    ['<error xmlns="DAV:"><need-privileges/>Not yours</error>', ': Not yours'],
    ['<html><body>\r\n<h1>403</h1>\r\n <p>No  way</p></body></html>', ': 403 No way'],
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
