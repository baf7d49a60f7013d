import { useQueryClient } from '@tanstack/react-query';
import { api, type Account } from '../api.js';
import { State } from '../parts/badge.js';
import { Confirm } from '../parts/confirm.js';
import { Copy } from '../parts/copy.js';
import { Section } from '../parts/page.js';
import { Time } from '../parts/time.js';
import { weekLines } from '../parts/week-lines.js';

type Profile = Account['profile_states'][number];

/** The connections to providers, with how well each can be read, and why not. */
export function Profiles({ account }: { account: Account }) {
  return (
    <Section title="Profiles and calendars" empty={account.profile_states.length === 0 && 'No calendar is connected.'}>
      <ul className="plain divided">
        {account.profile_states.map((profile) => (
          <li key={profile.profile_id} className="stack-s">
            <Head account={account} profile={profile} />
            <Reading profile={profile} />
            <Warnings profile={profile} />
            <Hours profile={profile} />
            <Calendars account={account} profile={profile} />
            <Deleted account={account} profile={profile} />
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Head({ account, profile }: { account: Account; profile: Profile }) {
  const client = useQueryClient();
  const disconnect = async () => {
    await api.POST('/admin/v1/accounts/{sub}/profiles/{profile_id}/revoke', {
      params: { path: { sub: account.sub, profile_id: profile.profile_id } },
    });
    await client.invalidateQueries({ queryKey: ['account', account.sub] });
  };
  return (
    <div className="row between">
      <div className="row">
        <strong>{profile.profile_name}</strong>
        <span className="badge">{profile.provider_name}</span>
        <State is={profile.profile_state} />
      </div>
      {profile.profile_connected && (
        <Confirm
          role="operator"
          action="Disconnect"
          title={`Disconnect ${profile.profile_name}?`}
          onConfirm={disconnect}
        >
          Its calendars are no longer read. The user can connect it again.
        </Confirm>
      )}
    </div>
  );
}

function Reading({ profile }: { profile: Profile }) {
  const { profile_reason: reason, profile_last_success: last, profile_next_try: next } = profile;
  return (
    <>
      {reason && (
        <p className="notice notice-danger">
          {reason.description} <span className="dim">({reason.code})</span>
        </p>
      )}
      <p className="dim">
        {last ? (
          <>
            last read <Time at={last} />
          </>
        ) : profile.provider_name === 'kalends' ? (
          'built in: always current'
        ) : (
          'never read completely'
        )}
        {next && (
          <>
            , next try <Time at={next} />
          </>
        )}
        {profile.profile_unreadable_events ? `, ${profile.profile_unreadable_events} objects cannot be read` : ''}
        {profile.profile_calendars_left_out
          ? `, ${profile.profile_calendars_left_out} calendars are left out`
          : ''} · {profile.profile_id}
      </p>
      {profile.profile_relink_url && (
        <p>
          The user connects it again at <Copy value={profile.profile_relink_url} label="the address" />
        </p>
      )}
    </>
  );
}

/** What will end the connection, or limits it, and what to do. */
function Warnings({ profile }: { profile: Profile }) {
  return profile.profile_warnings?.map(({ code, description, advice, ends_at: endsAt }) => (
    <div key={code} className="notice notice-warn stack-s">
      <p>
        {endsAt && (
          <strong>
            Ends <Time at={endsAt} />.{' '}
          </strong>
        )}
        {description}
      </p>
      <p>
        <strong>What to do:</strong> {advice}
      </p>
    </div>
  ));
}

/** When the user works, as the provider states it. */
function Hours({ profile }: { profile: Profile }) {
  const hours = profile.profile_working_hours;
  if (!hours) return null;
  const lines = weekLines(hours.weekly_periods);
  return (
    <p className="row">
      <span>Working hours of the provider:</span>
      {lines.length === 0 && <span className="dim">none in the week, so nothing is offered with them</span>}
      {lines.map(({ name, hours: times }) => (
        <span key={name} className="badge">
          {name} {times}
        </span>
      ))}
      <span className="dim">{hours.tzid}</span>
    </p>
  );
}

function Calendars({ account, profile }: { account: Account; profile: Profile }) {
  const states = new Map(profile.profile_calendar_states.map((one) => [one.calendar_id, one]));
  const calendars = account.calendars.filter(({ profile_id }) => profile_id === profile.profile_id);
  return (
    <ul className="calendars plain">
      {calendars.map((calendar) => {
        const state = states.get(calendar.calendar_id);
        return (
          <li key={calendar.calendar_id} className="row" title={calendar.calendar_id}>
            <span>{calendar.calendar_name}</span>
            {calendar.calendar_primary && <span className="badge">main</span>}
            {calendar.calendar_readonly && <span className="badge">read-only</span>}
            {calendar.permission_level === 'unrestricted' && <span className="badge badge-accent">unrestricted</span>}
            {state && state.state !== 'ok' && <State is={state.state} />}
            {state?.reason && <span className="dim">{state.reason.description}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** What the provider does not list any more: the events in it are gone. */
function Deleted({ account, profile }: { account: Account; profile: Profile }) {
  const calendars = account.deleted_calendars.filter(({ profile_id }) => profile_id === profile.profile_id);
  return calendars.map((calendar) => (
    <div key={calendar.calendar_id} className="notice notice-warn stack-s" title={calendar.calendar_id}>
      <p>
        <strong>{calendar.calendar_name}</strong>: {calendar.description}
      </p>
      <p>
        Noticed <Time at={calendar.deleted_at} />. <strong>What to do:</strong> {calendar.advice}
      </p>
    </div>
  ));
}
