import { contrastOf, isHexColour } from './contrast.js';
import { dark, light, type Palette } from './tokens.js';

/** The colours of a palette that follow from its accent. */
type AccentColours = Pick<Palette, 'accent' | 'on-accent' | 'accent-soft'>;

/** An application's accent in both palettes. */
export interface Accent {
  light: AccentColours;
  dark: AccentColours;
}

/** What text needs (WCAG 2.2, 1.4.3). */
const readable = 4.5;

const channelsOf = (colour: string): number[] =>
  [1, 3, 5].map((start) => Number.parseInt(colour.slice(start, start + 2), 16));

/** A colour between two, `share` of the other. */
function mix(colour: string, other: string, share: number): string {
  const target = channelsOf(other);
  const mixed = channelsOf(colour).map((one, index) => Math.round(one + (target[index]! - one) * share));
  return `#${mixed.map((one) => one.toString(16).padStart(2, '0')).join('')}`;
}

/** Beyond this share of white it would be another colour. */
const mostWhite = 80;

/** The colour, lightened until it can be read on the dark surface; null: it cannot be. */
function lightened(colour: string): string | null {
  for (let percent = 0; percent <= mostWhite; percent += 4) {
    const candidate = mix(colour, '#ffffff', percent / 100);
    if (contrastOf(candidate, dark.surface) >= readable) return candidate;
  }
  return null;
}

const onto = (accent: string): string =>
  contrastOf('#ffffff', accent) >= contrastOf('#000000', accent) ? '#ffffff' : '#000000';

const coloursOf = (accent: string, { surface }: Palette): AccentColours => ({
  accent,
  'on-accent': onto(accent),
  'accent-soft': mix(accent, surface, 0.88),
});

/**
 * The accent of an application in both palettes: as given on a light ground, lightened on a dark one. Null: it is no colour
 * `#rrggbb`, or text in it could not be read on a page's surface.
 */
export function accentOf(colour: string): Accent | null {
  if (!isHexColour(colour) || contrastOf(colour, light.surface) < readable) return null;
  const inDark = lightened(colour);
  return inDark === null ? null : { light: coloursOf(colour, light), dark: coloursOf(inDark, dark) };
}

const declarations = (colours: AccentColours): string =>
  Object.entries(colours)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

/** The accent as CSS, in place of the palette's own. */
export const accentStyles = (accent: Accent): string =>
  [
    `:root{${declarations(accent.light)}}`,
    `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${declarations(accent.dark)}}}`,
    `:root[data-theme="dark"]{${declarations(accent.dark)}}`,
  ].join('\n');
