-- Addresses that somebody typed, or that Google was never asked to vouch for, are no longer anybody's `email`. What an
-- administrator gave stays (such an account's built-in profile is named after it), and so do addresses that only Google
-- itself gives out; a Google account gets its verified address back when it is connected again.
UPDATE account SET email = NULL
WHERE email IS NOT NULL AND application_calendar_id IS NULL
  AND NOT EXISTS (
    SELECT FROM (SELECT account_id, record FROM profile_state UNION ALL SELECT account_id, record FROM pending_profile) AS own
    WHERE own.account_id = account.account_id AND own.record ->> 'profile_name' = account.email
      AND (own.record ->> 'provider_name' = 'kalends'
           OR own.record ->> 'provider_name' = 'google' AND account.email ~ '^[^@]+@gmail\.com$'));

-- Names that are the user name somebody typed at a CalDAV server, or an address.
UPDATE account SET name = NULL
WHERE name IS NOT NULL AND application_calendar_id IS NULL
  AND EXISTS (
    SELECT FROM (SELECT account_id, record FROM profile_state UNION ALL SELECT account_id, record FROM pending_profile) AS own
    WHERE own.account_id = account.account_id AND own.record ->> 'profile_name' = account.name
      AND own.record ->> 'provider_name' <> 'kalends');
