import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packFindings, unpackFindings } from './packed-findings.js';

const instant = fc.integer({ min: -8_640_000_000_000, max: 8_640_000_000_000 });
const finding = fc.record({
  start: instant,
  end: instant,
  participants: fc.array(fc.nat({ max: 99 }), { maxLength: 100 }),
});

describe('packed findings', () => {
  it('given any findings, when packed and unpacked, then they are the same', () => {
    fc.assert(
      fc.property(fc.array(finding, { maxLength: 40 }), (found) => {
        expect(unpackFindings(packFindings(found), 100)).toEqual(found);
      }),
    );
  });

  it('given one finding, when packed, then its bytes are those that are written down', () => {
    // 1 and 2 as IEEE 754 (3ff0…, 4000…), two places of 16 bits, 5 and 300
    const bytes = '000000000000f03f' + '0000000000000040' + '0200' + '0500' + '2c01';
    const packed = packFindings([{ start: 1, end: 2, participants: [5, 300] }]);
    expect(Buffer.from(packed, 'base64').toString('hex')).toBe(bytes);
  });

  it('given a text that is cut off, when unpacked, then it is refused', () => {
    const packed = Buffer.from(packFindings([{ start: 1, end: 2, participants: [0, 1] }]), 'base64');
    for (let length = 1; length < packed.length; length += 1) {
      expect(() => unpackFindings(packed.subarray(0, length).toString('base64'), 2), String(length)).toThrow(
        RangeError,
      );
    }
  });

  it('given a place beyond the people, when unpacked, then it is refused', () => {
    const packed = packFindings([{ start: 1, end: 2, participants: [2] }]);
    expect(() => unpackFindings(packed, 2)).toThrow(RangeError);
  });
});
