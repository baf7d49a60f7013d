import { Html } from './html.js';

const tile = (letter: string, colour: string): string =>
  `<rect width="24" height="24" rx="6" fill="${colour}"/><text x="12" y="16.6" text-anchor="middle" font-family="system-ui,sans-serif" font-size="13" font-weight="700" fill="#fff">${letter}</text>`;

/** Google's four colours around the G, Microsoft's four squares, Apple's cloud; others by their initial. */
const drawings = new Map(
  Object.entries<string>({
    google:
      '<g fill="none" stroke-width="4"><path stroke="#ea4335" d="M4.87 8.37A8 8 0 0 1 18.04 6.75"/><path stroke="#fbbc05" d="M4.87 15.63A8 8 0 0 1 4.87 8.37"/>' +
      '<path stroke="#34a853" d="M17.14 18.13A8 8 0 0 1 4.87 15.63"/><path stroke="#4285f4" d="M20 12A8 8 0 0 1 17.14 18.13"/></g><path fill="#4285f4" d="M12 10h9.8v4H12z"/>',
    microsoft:
      '<path fill="#f25022" d="M2 2h9.5v9.5H2z"/><path fill="#7fba00" d="M12.5 2H22v9.5h-9.5z"/><path fill="#00a4ef" d="M2 12.5h9.5V22H2z"/><path fill="#ffb900" d="M12.5 12.5H22V22h-9.5z"/>',
    apple: '<path fill="#2f7fe6" d="M6.6 19a4.6 4.6 0 0 1-.7-9.15A6.2 6.2 0 0 1 17.8 8.7 5.2 5.2 0 0 1 17.6 19Z"/>',
    'built-in':
      '<rect x="3" y="4.5" width="18" height="16.5" rx="3" fill="none" stroke="currentColor" stroke-width="2"/><path stroke="currentColor" stroke-width="2" stroke-linecap="round" d="M3.5 10h17M8 2.8v3.4M16 2.8v3.4"/>',
    server:
      '<g fill="none" stroke="currentColor" stroke-width="2"><rect x="3" y="4" width="18" height="7" rx="2"/><rect x="3" y="13" width="18" height="7" rx="2"/></g><circle cx="7" cy="7.5" r="1.2" fill="currentColor"/><circle cx="7" cy="16.5" r="1.2" fill="currentColor"/>',
    published:
      '<g fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"><path d="M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7l-1 1"/><path d="M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1-1"/></g>',
    fastmail: tile('F', '#0067b9'),
    nextcloud: tile('N', '#00679e'),
    gmx: tile('G', '#1c449b'),
    webde: tile('W', '#8a6500'),
    mailbox: tile('m', '#466e00'),
    zoho: tile('Z', '#c8202f'),
    yahoo: tile('Y', '#6001d2'),
    posteo: tile('P', '#4b7300'),
  }),
);

/** The mark of a provider, as its rules prescribe; beside its name, so it has no text of its own. */
export const providerMark = (name: string, size = 20): Html =>
  new Html(
    `<svg width="${size}" height="${size}" viewBox="0 0 24 24" aria-hidden="true" focusable="false">${drawings.get(name) ?? drawings.get('server')!}</svg>`,
  );
