import { z } from 'zod';
import { keyed } from '../shared/errors.js';

/** Bytes of a logo. */
export const mostLogoBytes = 64 * 1024;

/** Characters of a data URL (RFC 2397) with as many bytes in base64. */
const mostLogoText = Math.ceil(mostLogoBytes / 3) * 4 + 64;

const tooLarge = keyed('too_long', 'logo may have at most 64 kB');

const logo = z
  .string({ error: keyed('must_be_string', 'logo must be a data URL or null') })
  .max(mostLogoText, tooLarge)
  .regex(/^data:image\/(png|svg\+xml);base64,[A-Za-z0-9+/]+={0,2}$/, {
    error: keyed('invalid', 'logo must be a data URL, data:image/svg+xml;base64,… or data:image/png;base64,…'),
  })
  .nullable();

const accent = z
  .string({ error: keyed('must_be_string', 'accent_color must be a string or null') })
  .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'accent_color must have the form #3447c4'))
  .nullable();

const isHttps = (value: string) => URL.canParse(value) && new URL(value).protocol === 'https:';

const address = (name: string) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string or null`) })
    .max(2048, keyed('too_long', `${name} may have at most 2048 characters`))
    .refine(isHttps, { error: keyed('invalid_url', `${name} must be an https URL`) })
    .nullable();

/** What an application looks like on the pages that its users see. */
export const brandingFields = {
  logo: logo.describe(
    'Its logo as a data URL: an SVG, which is stored without anything that could run or load, or a PNG of at most 1,024 pixels a side. At most 64 kB. null: none, its initial stands for it.',
  ),
  accent_color: accent.describe(
    'The colour of its buttons and links as #rrggbb. On dark pages it is lightened. Refused if text in it could not be read on a page: a contrast below 4.5 (WCAG 2.2). null: that of the deployment.',
  ),
  privacy_url: address('privacy_url').describe('Its privacy policy, linked on each page; https. null: none.'),
  support_url: address('support_url').describe('Where its users get help, linked on each page; https. null: none.'),
};

/** The same as it is read. */
export const brandingShape = {
  logo_url: z.string().nullable().describe('Where its logo is served; null: it has none.'),
  accent_color: z.string().nullable().describe('The colour of its buttons and links; null: that of the deployment.'),
  privacy_url: z.string().nullable().describe('Its privacy policy; null: none.'),
  support_url: z.string().nullable().describe('Where its users get help; null: none.'),
};

const svg =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCA4IDgiPjxjaXJjbGUgY3g9IjQiIGN5PSI0IiByPSI0IiBmaWxsPSIjMGI1N2QwIi8+PC9zdmc+';

export const brandingExample = {
  logo: svg,
  accent_color: '#0b57d0',
  privacy_url: 'https://example.com/privacy',
  support_url: 'https://example.com/help',
};

export const brandingShown = {
  logo_url: 'https://kalends.example.com/applications/R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a/logo?v=5feceb66',
  accent_color: '#0b57d0',
  privacy_url: 'https://example.com/privacy',
  support_url: 'https://example.com/help',
};
