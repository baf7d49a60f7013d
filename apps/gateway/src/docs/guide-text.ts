import { readFileSync } from 'node:fs';
import type { Demo } from '../landing/landing.js';
import type { GuideName } from './guides.js';

/** The same place from sources, builds, bundles and images. */
const folder = new URL('../../../../docs/guides/', import.meta.url);

/** What the guides are filled in with: the public URL, and the demo where its values may be shown. */
export interface GuideValues {
  base: string;
  demo: Demo | null;
}

const read = new Map<GuideName, string>();

function sourceOf(name: GuideName): string {
  const text = read.get(name) ?? readFileSync(new URL(`${name}.md`, folder), 'utf8');
  read.set(name, text);
  return text;
}

/** How the guides read a value of the demo from its file. */
const fromFile = /\$\(node -p "require\('\.\/\.kalends\/demo\.json'\)\.(\w+)"\)/g;

/** The demo's values by their names in `demo.json`. */
const shownOf = (demo: Demo) =>
  new Map(
    Object.entries({
      access_token: demo.access_token,
      calendar_id: demo.calendar_id,
      client_id: demo.client_id,
      client_secret: demo.client_secret,
      sub: demo.sub,
    }),
  );

/** The Markdown of a guide, with the values of this installation. */
export function guideText(name: GuideName, { base, demo }: GuideValues): string {
  const text = sourceOf(name).replaceAll('http://127.0.0.1:3000', base);
  if (!demo) return text;
  const values = shownOf(demo);
  return text.replace(fromFile, (command, member: string) => values.get(member) ?? command);
}
