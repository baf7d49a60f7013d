import { describe, expect, it } from 'vitest';
import { accentOf, accentStyles } from './accent.js';
import { contrastOf } from './contrast.js';
import { dark, light } from './tokens.js';

describe('the accent of an application', () => {
  it.each(['#0b57d0', '#000000', '#7a0019', '#14683a', '#5b2a86', '#0000ff'])(
    'given %s, then text in it and on it can be read, on light and dark pages (WCAG 2.2, 1.4.3)',
    (colour) => {
      const accent = accentOf(colour)!;
      expect(accent.light.accent).toBe(colour);
      for (const [colours, palette] of [
        [accent.light, light],
        [accent.dark, dark],
      ] as const) {
        expect(contrastOf(colours.accent, palette.surface)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(colours['on-accent'], colours.accent)).toBeGreaterThanOrEqual(4.5);
        expect(contrastOf(palette.ink, colours['accent-soft'])).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(['#ffffff', '#ffd400', '#777777', 'red', '#12345', '#000000}body{display:none'])(
    'given %s, which cannot be read on a light page or is no colour, then there is none',
    (colour) => expect(accentOf(colour)).toBeNull(),
  );

  it('given its styles, then the theme of the reader decides between both', () => {
    const accent = accentOf('#000080')!;
    const styles = accentStyles(accent);
    expect(styles).toMatch(/^:root\{--accent:#000080;/);
    expect(styles).toContain(`:root[data-theme="dark"]{--accent:${accent.dark.accent};`);
  });
});
