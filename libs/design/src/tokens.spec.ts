import { describe, expect, it } from 'vitest';
import { contrastOf } from './contrast.js';
import { dark, edgePairs, light, textPairs, tokenStyles } from './tokens.js';

const palettes = [
  ['light', light],
  ['dark', dark],
] as const;

describe('the colours of every page', () => {
  it.each(palettes)(
    'given the %s palette, then text is readable on what it stands on (WCAG 2.2, 1.4.3)',
    (_, palette) => {
      const poor = textPairs.filter(([text, ground]) => contrastOf(palette[text], palette[ground]) < 4.5);
      expect(
        poor.map(([text, ground]) => `${text} on ${ground}: ${contrastOf(palette[text], palette[ground])}`),
      ).toEqual([]);
    },
  );

  it.each(palettes)('given the %s palette, then edges of controls can be seen (WCAG 2.2, 1.4.11)', (_, palette) => {
    const poor = edgePairs.filter(([edge, ground]) => contrastOf(palette[edge], palette[ground]) < 3);
    expect(poor.map(([edge, ground]) => `${edge} on ${ground}: ${contrastOf(palette[edge], palette[ground])}`)).toEqual(
      [],
    );
  });

  it('given a theme that the reader has chosen, then it outranks the preference of the system', () => {
    expect(tokenStyles).toContain(':root:not([data-theme="light"])');
    expect(tokenStyles).toContain(`:root[data-theme="dark"]{color-scheme:dark;`);
  });
});

describe('the contrast of two colours', () => {
  // examples of WCAG's own relative luminance: black on white is 21, #777 on white just misses 4.5
  it.each([
    ['#000000', '#ffffff', 21],
    ['#ffffff', '#ffffff', 1],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
  ])('given %s and %s, then it is %d, in either order', (one, other, expected) => {
    expect(contrastOf(one, other)).toBeCloseTo(expected, 2);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });

  it.each(['red', '#fff', '#12345g', ''])('given %j, then it is refused', (colour) => {
    expect(() => contrastOf(colour, '#ffffff')).toThrow(RangeError);
  });
});
