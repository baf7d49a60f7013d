/** What a user's grant at Google lets us do with events: see their times, read them, or write them as well. */
export type EventsRight = 'times' | 'read' | 'write';

interface GrantedRights {
  events: EventsRight;
  /** Whether calendars may be made. */
  makesCalendars: boolean;
}

const root = 'https://www.googleapis.com/auth/calendar';
const order: readonly EventsRight[] = ['times', 'read', 'write'];

/** The rights in a list of granted scopes, as the discovery document of the Calendar API v3 has them. */
export function rightsIn(scope: readonly string[]): GrantedRights {
  const holds = (...names: string[]) => names.some((name) => scope.includes(`${root}${name}`));
  const events = holds('', '.events') ? 'write' : holds('.readonly', '.events.readonly') ? 'read' : 'times';
  return { events, makesCalendars: holds('', '.app.created', '.calendars') };
}

/** Whether tokens with the rights `next` in place of such with `present` would take something away. */
export function takesAway(present: GrantedRights, next: GrantedRights): boolean {
  const change = order.indexOf(next.events) - order.indexOf(present.events);
  return change < 0 || (change === 0 && present.makesCalendars && !next.makesCalendars);
}
