import { type SmartInviteQuery } from '@kalends/contracts';
import { cancelInviteBody, removeRecipientBody, requestInviteBody, type RequestInvite } from '@kalends/public-api';
import { validate } from '../http/refusals.js';
import { recurrenceOf } from '../events/times.js';
import { componentOf } from './invite-event.js';

const withoutEmpty = <Value extends object>(value: Value): Partial<{ [K in keyof Value]: NonNullable<Value[K]> }> =>
  Object.fromEntries(
    Object.entries(value).filter(([, one]) => one !== null && one !== undefined && one !== ''),
  ) as never;

/** Absent stays absent (unchanged); null, or an empty object, means none. */
function organizerOf({ organizer }: RequestInvite) {
  if (organizer === undefined) return undefined;
  const filled = withoutEmpty(organizer ?? {});
  return Object.keys(filled).length === 0 ? null : filled;
}

function upsertOf(clientId: string, body: RequestInvite): SmartInviteQuery {
  const { recipient, recipients, event, callback_url } = body;
  const recurrence = recurrenceOf(event);
  const organizer = organizerOf(body);
  return {
    kind: 'upsert',
    client_id: clientId,
    smart_invite_id: body.smart_invite_id,
    several: Boolean(recipients),
    recipients: (recipients ?? [recipient!]).map(({ email, status }) => ({ email, ...(status && { status }) })),
    ...(organizer !== undefined && { organizer }),
    ...(callback_url !== undefined && { callback_url }),
    submitted: event,
    event: componentOf(event),
    ...(recurrence && { recurrence }),
  };
}

/** The request to invites for a POST body; throws a Refusal that names every invalid field. */
export function inviteRequestOf(clientId: string, input: unknown): SmartInviteQuery {
  const method = (input as { method?: unknown } | null | undefined)?.method;
  if (method === 'cancel') {
    const { smart_invite_id, recipient, recipients } = validate(cancelInviteBody, input);
    return {
      kind: 'cancel',
      client_id: clientId,
      smart_invite_id,
      recipient_email: recipient?.email ?? null,
      ...(recipients && { recipients: recipients.map(({ email }) => email) }),
    };
  }
  if (method === 'remove') {
    const { smart_invite_id, recipient } = validate(removeRecipientBody, input);
    return { kind: 'remove', client_id: clientId, smart_invite_id, email: recipient.email };
  }
  return upsertOf(clientId, validate(requestInviteBody, input));
}
