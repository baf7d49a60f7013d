import type { ListAccountsQuery } from '@kalends/public-api';
import type { Pool } from 'pg';
import type { Administrator } from '../../http/admin-key.js';
import type { ListPlace } from '../../http/list-place.js';
import { failing, summaryColumns, type AccountRow } from '../account-summary.js';

/** As the index has them: words of name, address and id. */
const words = `to_tsvector('simple'::regconfig, translate(coalesce(account.name, '') || ' ' || coalesce(account.email, '') || ' ' || account.account_id, '@._-+''/', '       '))`;

/** A search for words that begin so; null: no word. */
export function wordsQuery(query: string): string | null {
  const found = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return found.length === 0
    ? null
    : found
        .slice(0, 10)
        .map((word) => `'${word}':*`)
        .join(' & ');
}

/** Accounts with such a profile; `name`: the parameter with its provider's name. */
const withProfile = (isFailing: boolean, name: string | null) => `account.account_id IN (
  SELECT account_id FROM profile_state WHERE NOT deleted
  ${isFailing ? `AND (${failing})` : ''} ${name === null ? '' : `AND record ->> 'provider_name' = ${name}`})`;

/** `after`: the last account of the page before. */
export type WantedAccounts = Omit<ListAccountsQuery, 'after'> & { after: ListPlace | null };

/** One more row than the page has, if there is one. Conditions are left out where they do not apply, so that an index serves each. */
export async function findAccounts(
  pool: Pool,
  administrator: Administrator,
  { query, client_id, failing: onlyFailing, provider_name, abandoned, limit, after }: WantedAccounts,
): Promise<AccountRow[]> {
  const values: unknown[] = [limit + 1];
  const where = (condition: (parameter: string) => string, value: unknown) =>
    value === undefined || value === null ? [] : [condition(`$${values.push(value)}`)];
  const tsquery = query === undefined ? undefined : wordsQuery(query);
  if (tsquery === null) return [];
  const conditions = [
    ...where(
      (p) => `application.developer_id = ${p}`,
      administrator.kind === 'developer' ? administrator.developerId : null,
    ),
    ...where((p) => `account.client_id = ${p}`, client_id),
    ...where((p) => `${words} @@ ${p}::tsquery`, tsquery),
    ...(onlyFailing || provider_name !== undefined
      ? [withProfile(onlyFailing === true, provider_name === undefined ? null : `$${values.push(provider_name)}`)]
      : []),
    ...(abandoned ? ['account.abandoned_at IS NOT NULL'] : []),
    ...(after
      ? [
          `(account.created_at, account.account_id) < ($${values.push(after.createdAt)}::timestamptz, $${values.push(after.id)})`,
        ]
      : []),
  ];
  const { rows } = await pool.query<AccountRow>(
    `SELECT ${summaryColumns} FROM account JOIN application USING (client_id)
     ${conditions.length > 0 ? `WHERE ${conditions.join(' AND ')}` : ''}
     ORDER BY account.created_at DESC, account.account_id DESC LIMIT $1`,
    values,
  );
  return rows;
}
