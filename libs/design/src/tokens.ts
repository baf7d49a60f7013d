/** Names of the colours that every page, the console and the Elements take their own from. */
export const colourNames = [
  'ground',
  'surface',
  'sunken',
  'ink',
  'muted',
  'line',
  'line-strong',
  'accent',
  'on-accent',
  'accent-soft',
  'ok',
  'ok-soft',
  'warn',
  'warn-soft',
  'danger',
  'danger-soft',
] as const;

export type ColourName = (typeof colourNames)[number];

export type Palette = Readonly<Record<ColourName, string>>;

/** On a light ground. */
export const light: Palette = {
  ground: '#f7f7f5',
  surface: '#ffffff',
  sunken: '#f0f0ec',
  ink: '#1b1d23',
  muted: '#565b66',
  line: '#dfe0e0',
  'line-strong': '#868b96',
  accent: '#3447c4',
  'on-accent': '#ffffff',
  'accent-soft': '#e9ecfb',
  ok: '#14683a',
  'ok-soft': '#e2f3e8',
  warn: '#7d4c00',
  'warn-soft': '#fcf0d9',
  danger: '#ae2219',
  'danger-soft': '#fde8e6',
};

/** On a dark ground. */
export const dark: Palette = {
  ground: '#111318',
  surface: '#191c22',
  sunken: '#0c0e12',
  ink: '#eceef2',
  muted: '#a4abb8',
  line: '#2c313a',
  'line-strong': '#717986',
  accent: '#a3b2ff',
  'on-accent': '#0e1330',
  'accent-soft': '#232a4d',
  ok: '#6fd396',
  'ok-soft': '#133121',
  warn: '#f0bf64',
  'warn-soft': '#38290b',
  danger: '#ff9d94',
  'danger-soft': '#43191a',
};

/** Text and what it stands on: each pair has a contrast of 4.5 or more in both palettes. */
export const textPairs: readonly (readonly [ColourName, ColourName])[] = [
  ...(['ink', 'muted', 'accent', 'ok', 'warn', 'danger'] as const).flatMap((text) =>
    (['ground', 'surface', 'sunken'] as const).map((ground) => [text, ground] as const),
  ),
  ['on-accent', 'accent'],
  ['ink', 'accent-soft'],
  ['accent', 'accent-soft'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['danger', 'danger-soft'],
];

/** Edges of controls and what they stand on: 3 or more (WCAG 2.2, 1.4.11). */
export const edgePairs: readonly (readonly [ColourName, ColourName])[] = [
  ['line-strong', 'surface'],
  ['line-strong', 'ground'],
  ['accent', 'ground'],
  ['danger', 'surface'],
];

const declarations = (palette: Palette) => colourNames.map((name) => `--${name}:${palette[name]}`).join(';');

/** Sizes and fonts. */
export const scaleStyles = [
  '--font:ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif',
  '--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace',
  '--text-xs:.75rem',
  '--text-s:.875rem',
  '--text-m:1rem',
  '--text-l:1.125rem',
  '--text-xl:1.5rem',
  '--text-2xl:2rem',
  '--space-1:.25rem',
  '--space-2:.5rem',
  '--space-3:.75rem',
  '--space-4:1rem',
  '--space-5:1.5rem',
  '--space-6:2rem',
  '--space-7:3rem',
  '--radius-s:.375rem',
  '--radius-m:.625rem',
  '--radius-l:.875rem',
  '--shadow:0 1px 2px rgb(0 0 0/.06),0 4px 16px rgb(0 0 0/.05)',
].join(';');

/**
 * The tokens as CSS custom properties, of the scheme that the reader's system prefers; `data-theme="light"` or `"dark"` on the
 * root element decides otherwise.
 */
export const tokenStyles = [
  `:root{color-scheme:light dark;${scaleStyles};${declarations(light)}}`,
  `@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){${declarations(dark)}}}`,
  `:root[data-theme="light"]{color-scheme:light}`,
  `:root[data-theme="dark"]{color-scheme:dark;${declarations(dark)}}`,
].join('\n');
