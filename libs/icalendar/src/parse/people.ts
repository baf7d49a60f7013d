import { Attendee, EventComponent, ParticipationStatus } from '../model.js';
import { JCalComponent, JCalProperty, paramText, propertiesOf, propertyOf } from './jcal.js';

const STATUSES = new Map(
  Object.entries<ParticipationStatus>({
    'NEEDS-ACTION': 'needs_action',
    ACCEPTED: 'accepted',
    DECLINED: 'declined',
    TENTATIVE: 'tentative',
  }),
);

export function attendeesOf(vevent: JCalComponent): Attendee[] | undefined {
  const attendees = propertiesOf(vevent, 'attendee').flatMap((property): Attendee[] => {
    const person = personOf(property);
    if (!person) return [];
    const partstat = paramText(property, 'partstat') ?? 'NEEDS-ACTION';
    return [{ ...person, status: STATUSES.get(partstat.toUpperCase()) ?? 'unknown' }];
  });
  return attendees.length > 0 ? attendees : undefined;
}

export function organizerOf(vevent: JCalComponent): EventComponent['organizer'] {
  const property = propertyOf(vevent, 'organizer');
  return (property && personOf(property)) ?? undefined;
}

/** The mail address: the EMAIL parameter (RFC 7986 §6.2), else the mailto: URI, else a bare address. */
function personOf(property: JCalProperty): { email: string; display_name?: string } | null {
  const email = emailOf(paramText(property, 'email') ?? '') ?? emailOf(String(property[3] ?? ''));
  if (email === null) return null;
  const name = paramText(property, 'cn')?.trim();
  return name ? { email, display_name: name } : { email };
}

export function emailOf(address: string): string | null {
  const plain = address
    .trim()
    .replace(/^mailto:\s*/i, '')
    .replace(/^<(.*)>$/, '$1');
  return plain.includes('@') && !/^[a-z]+:/i.test(plain) ? plain : null;
}
