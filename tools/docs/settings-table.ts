import { describeConfig } from '@kalends/service-runtime';
import type { z } from 'zod';
import { allInOneSettings } from '../../apps/all-in-one/src/config.js';
import { availabilitySettings } from '../../apps/availability/src/config.js';
import { calendarSyncSettings } from '../../apps/calendar-sync/src/config.js';
import { gatewaySettings } from '../../apps/gateway/src/config.js';
import { invitesSettings } from '../../apps/invites/src/config.js';
import { notifierSettings } from '../../apps/notifier/src/config.js';

const programs: Record<string, z.ZodObject> = {
  'all-in-one': allInOneSettings,
  gateway: gatewaySettings,
  'calendar-sync': calendarSyncSettings,
  invites: invitesSettings,
  availability: availabilitySettings,
  notifier: notifierSettings,
};
const all = Object.keys(programs);
const processes = all.slice(1);

function spoken(names: readonly string[]): string {
  if (names.length === all.length) return 'all';
  if (names.length === processes.length && !names.includes('all-in-one')) return 'the five processes';
  return names.join(', ');
}

interface Row {
  meaning: string;
  /** Default → programs that have it. */
  fallbacks: Map<string, string[]>;
  optional: string[];
  required: string[];
}

function rows(): Map<string, Row> {
  const found = new Map<string, Row>();
  for (const [program, schema] of Object.entries(programs)) {
    for (const { name, fallback, meaning } of describeConfig(schema)) {
      const row = found.get(name) ?? { meaning, fallbacks: new Map(), optional: [], required: [] };
      if (row.meaning !== meaning) throw new Error(`${name} means different things in ${program} and elsewhere`);
      found.set(name, row);
      const optional = schema.shape[name]?.safeParse(undefined).success === true;
      (optional ? row.optional : row.required).push(program);
      if (fallback !== undefined) row.fallbacks.set(fallback, [...(row.fallbacks.get(fallback) ?? []), program]);
    }
  }
  return found;
}

function defaultOf({ fallbacks }: Row): string {
  const entries = [...fallbacks];
  if (entries.length === 1) return `\`${entries[0]?.[0]}\``;
  return entries.map(([value, names]) => `\`${value}\` (${names.join(', ')})`).join(', ');
}

const readBy = ({ optional, required }: Row): string =>
  [optional.length > 0 ? spoken(optional) : '', required.length > 0 ? `required: ${spoken(required)}` : '']
    .filter((part) => part !== '')
    .join('; ');

/** The table of docs/settings.md, generated from the schemas that parse them. */
export function settingsTable(): string {
  const lines = [...rows()].map(([name, row]) =>
    `| \`${name}\` | ${defaultOf(row)} | ${readBy(row)} | ${row.meaning} |`.replaceAll('|  |', '| |'),
  );
  return ['| Name | Default | Read by | Meaning |', '| --- | --- | --- | --- |', ...lines].join('\n');
}
