/** An account in a list. */
export interface AccountRow {
  sub: string;
  client_id: string;
  application_name: string;
  email: string | null;
  name: string | null;
  created_at: string;
  access: 'granted' | 'ended';
  abandoned_at: string | null;
  profiles: number;
  failing_profiles: number;
}

/** Of a profile's record: it cannot be read, or is disconnected. */
export const failing = `record ? 'error' OR record @> '{"connected":false}'`;

/** Columns of {@link AccountRow} of a table `account` with its `application`. */
export const summaryColumns = `
  account.account_id AS sub, account.client_id, application.name AS application_name, account.email, account.name,
  to_char(account.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS created_at,
  CASE WHEN account.access_ended THEN 'ended' ELSE 'granted' END AS access,
  to_char(account.abandoned_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS abandoned_at,
  (SELECT count(*)::int FROM profile_state AS stored WHERE stored.account_id = account.account_id AND NOT deleted) AS profiles,
  (SELECT count(*)::int FROM profile_state AS stored WHERE stored.account_id = account.account_id AND NOT deleted AND (${failing})) AS failing_profiles`;
