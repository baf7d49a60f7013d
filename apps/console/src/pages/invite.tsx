import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api, read } from '../api.js';
import { State } from '../parts/badge.js';
import { Page, Section } from '../parts/page.js';
import { Problem } from '../parts/problem.js';
import { Time } from '../parts/time.js';
import { invite as route } from '../router.js';

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Why a reply does not count, and what to do. */
const whyNot = ({ email }: { email: string }, recipients: readonly { email: string }[]) =>
  recipients.some((one) => same(one.email, email))
    ? 'It answers an older version of the invite, or a later reply of the same person counts instead.'
    : `${email} was not invited: probably an alias of a recipient, or somebody to whom it was forwarded. Invite that address as well, or have it answered from the invited one.`;

/** A Smart Invite: whom it is for, what they answered, and which replies count. */
export function InvitePage() {
  const { clientId, inviteId } = route.useParams();
  const found = useQuery({
    queryKey: ['invite', clientId, inviteId],
    queryFn: () =>
      read(
        api.GET('/admin/v1/applications/{client_id}/smart_invites/{smart_invite_id}', {
          params: { path: { client_id: clientId, smart_invite_id: inviteId } },
        }),
      ),
    refetchInterval: 5_000,
  });
  return (
    <Page title={`Smart Invite ${inviteId}`}>
      <p>
        <Link to="/applications/$clientId" params={{ clientId }}>
          ← the application
        </Link>
      </p>
      <Problem error={found.error} />
      {found.data?.smart_invites.map((invite) => (
        <Section
          key={invite.invite_id}
          title={textOf(invite.submitted.summary) ?? 'Invite'}
          aside={<span className="badge">{invite.method}</span>}
        >
          <p className="dim">
            sequence {invite.sequence} · UID <code>{invite.uid}</code> · replies to <code>{invite.reply_address}</code>
          </p>
          <h3>Recipients</h3>
          <ul className="plain">
            {invite.recipients.map((recipient) => (
              <li key={recipient.email} className="row">
                {recipient.email} <State is={recipient.status} /> <span className="dim">{recipient.comment ?? ''}</span>
              </li>
            ))}
          </ul>
          <h3>What happened</h3>
          <ol className="steps">
            <li>
              <strong>{invite.method === 'cancel' ? 'cancelled' : 'issued'}</strong>
              {invite.icalendar !== undefined && (
                <details>
                  <summary>The text for the mail</summary>
                  <pre>{invite.icalendar}</pre>
                </details>
              )}
            </li>
            {invite.replies.map((reply) => (
              <li key={`${reply.message_id ?? ''} ${reply.received_at} ${reply.email}`}>
                <div className="row">
                  <strong>{reply.email}</strong> <State is={reply.status} />
                  <span className={`badge ${reply.counted ? 'badge-ok' : 'badge-warn'}`}>
                    {reply.counted ? 'counts' : 'does not count'}
                  </span>
                  <Time at={new Date(reply.received_at).toISOString()} />
                </div>
                {!reply.counted && <p>{whyNot(reply, invite.recipients)}</p>}
                <p className="dim wrap-anywhere">
                  {[reply.comment, reply.message_id, reply.authentication].filter(Boolean).join(' · ')}
                </p>
              </li>
            ))}
          </ol>
          {invite.replies.length === 0 && (
            <p className="dim">
              No reply has arrived. A reply that belongs to no invite is under <Link to="/mail">Unmatched mail</Link>.
            </p>
          )}
        </Section>
      ))}
    </Page>
  );
}
