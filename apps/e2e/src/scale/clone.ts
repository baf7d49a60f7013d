import { createSealer } from '@kalends/security';
import type pg from 'pg';
import { encryptionKey } from '../harness/deployment.js';

/** A copy of a template account: `token` replaces six characters of each of its ids, and names its access token. */
export interface Clone {
  template: string;
  token: string;
}

/** In order: rows that others refer to come first. `via`: how a table without `account_id` belongs to an account. */
const tables: { name: string; via?: string; account?: string }[] = [
  { name: 'gateway.account' },
  { name: 'gateway.authorization_grant' },
  { name: 'gateway.access_token' },
  { name: 'gateway.refresh_token', via: 'gateway.authorization_grant USING (grant_id)' },
  { name: 'gateway.profile_identity' },
  { name: 'gateway.profile_state' },
  { name: 'gateway.calendar_state' },
  { name: 'gateway.event_state' },
  { name: 'gateway.occurrence' },
  { name: 'gateway.occurrence_count' },
  { name: 'gateway.occurrence_revision' },
  { name: 'gateway.calendar_load' },
  { name: 'gateway.truncated_series' },
  { name: 'gateway.former_place' },
  { name: 'calendar_sync.profile' },
  { name: 'calendar_sync.calendar' },
  { name: 'calendar_sync.event' },
  { name: 'calendar_sync.oauth_token', via: 'calendar_sync.profile USING (profile_id)' },
  { name: 'calendar_sync.push_channel', via: 'calendar_sync.profile USING (profile_id)' },
  { name: 'calendar_sync.other_object', via: 'calendar_sync.calendar USING (calendar_id)' },
  { name: 'availability.profile' },
  { name: 'availability.calendar' },
  { name: 'availability.event' },
  { name: 'availability.busy_block' },
  { name: 'notifier.channel' },
  { name: 'notifier.seen_profile' },
  { name: 'notifier.seen_calendar' },
  { name: 'notifier.seen_event' },
  { name: 'bus.state', account: 'lane' },
];

/** The id of the account that a copy becomes, and in the same way each other id. */
export const idOf = (id: string, { token }: Clone): string => id.replace(/^([a-z]{3}_).{6}/, `$1${token}`);
export const accessTokenOf = ({ token }: Clone): string => `scale-${token}`;

const swap = (text: string) =>
  `regexp_replace(${text}, '\\m(acc|pro|cal|chn|grt|gch)_.{6}', '\\1_' || clone.token, 'g')`;
const hashOf = (text: string) => `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`;

/** Columns whose values are unique without being ids, and times that would pass. */
const special: Record<string, string> = {
  'gateway.access_token.token_hash': hashOf("'scale-' || clone.token"),
  'gateway.access_token.expires_at': "now() + interval '30 days'",
  'gateway.refresh_token.token_hash': hashOf('row.token_hash || clone.token'),
  'gateway.profile_identity.identity_hash': hashOf('row.identity_hash || clone.token'),
  // what every group has read: the place of its template, and an id of its own
  'bus.state.id': "nextval('calendar_sync.outbox_id_seq')",
  'bus.state.message_id': 'md5(row.message_id || clone.token)::uuid::text',
  'bus.state.headers': swap('replace(row.headers, row.message_id, md5(row.message_id || clone.token)::uuid::text)'),
};

const idColumn = /^(account|calendar|profile|channel|grant|application_calendar)_id$|^(lane|key)$/;
const bodyColumn = /^(record|published|wire|body|calendar_ids)$/;

/** An event's row names its account and calendar, so two plain replacements do; they are much faster. */
const swapOwn = (text: string) =>
  `replace(replace(${text}, row.account_id, ${swap('row.account_id')}), row.calendar_id, ${swap('row.calendar_id')})`;

function valueOf(table: string, column: string, type: string): string {
  const text = `row.${column}`;
  const found = special[`${table}.${column}`];
  if (found) return found;
  if (idColumn.test(column)) return swap(text);
  if (!bodyColumn.test(column)) return text;
  const isOfEvent = /event_state|occurrence|\.event$/.test(table);
  return `${isOfEvent ? swapOwn(`${text}::text`) : swap(`${text}::text`)}::${type}`;
}

const columnsSql = `
  SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
  WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`;

async function insertOf(client: pg.ClientBase, { name, via, account = 'account_id' }: (typeof tables)[number]) {
  const { rows } = await client.query<{ name: string; type: string }>(columnsSql, [name]);
  const owner = via ? `owner.${account}` : `row.${account}`;
  const from = via ? `${name} AS row JOIN ${via.replace(' USING', ' AS owner USING')}` : `${name} AS row`;
  return `
    INSERT INTO ${name} (${rows.map((one) => one.name).join(', ')})
    SELECT ${rows.map((one) => valueOf(name, one.name, one.type)).join(', ')}
    FROM ${from} JOIN unnest($1::text[], $2::text[]) WITH ORDINALITY AS clone (template, token, n)
      ON clone.template = ${owner} ORDER BY clone.n`;
}

/** A sealed value opens only in its own row, so that of a copy is sealed again. */
async function resealTokens(client: pg.ClientBase, clones: readonly Clone[]): Promise<void> {
  const sealer = createSealer([Buffer.from(encryptionKey, 'hex')]);
  const { rows } = await client.query<{ account_id: string; profile_id: string; sealed_tokens: string }>(
    'SELECT account_id, profile_id, sealed_tokens FROM calendar_sync.oauth_token JOIN calendar_sync.profile USING (profile_id) WHERE account_id = ANY ($1)',
    [[...new Set(clones.map(({ template }) => template))]],
  );
  const ofTemplate = new Map(rows.map((row) => [row.account_id, row]));
  const sealed = clones.flatMap((clone) => {
    const row = ofTemplate.get(clone.template);
    if (!row) return [];
    const profileId = idOf(row.profile_id, clone);
    return [
      [profileId, sealer.seal(sealer.open(row.sealed_tokens, `profile:${row.profile_id}`), `profile:${profileId}`)],
    ];
  });
  await client.query(
    `UPDATE calendar_sync.oauth_token SET sealed_tokens = given.sealed
     FROM unnest($1::text[], $2::text[]) AS given (profile_id, sealed) WHERE oauth_token.profile_id = given.profile_id`,
    [sealed.map(([id]) => id), sealed.map(([, text]) => text)],
  );
}

/** Copies the templates in the tables of all services, each copy under ids of its own. Call it while no service runs. */
export async function insertClones(client: pg.ClientBase, clones: readonly Clone[]): Promise<void> {
  const values = [clones.map(({ template }) => template), clones.map(({ token }) => token)];
  await client.query('BEGIN');
  await client.query('SET LOCAL synchronous_commit = off');
  for (const table of tables) await client.query(await insertOf(client, table), values);
  await resealTokens(client, clones);
  await client.query('COMMIT');
}
