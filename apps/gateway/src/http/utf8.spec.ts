import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { utf8Of } from './utf8.js';

describe('texts as UTF-8', () => {
  it('given any texts, lone surrogates too, when put together, then the bytes are what the platform encodes', () => {
    const texts = fc.array(
      fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constant('\ud83d'), fc.constant('é')),
    );
    const property = fc.property(texts, (parts) => {
      // oracle: each text by itself, in the encoder of the WHATWG
      const expected = parts.map((part) => Buffer.from(new TextEncoder().encode(part)));
      expect(utf8Of(parts)).toEqual(Buffer.concat(expected));
    });
    fc.assert(property, { numRuns: 300 });
  });
});
