/** What a user's grant at Google permits for events: see their times, read them, or also write them. */
export type EventsRight = 'times' | 'read' | 'write';

interface GrantedRights {
  events: EventsRight;
  /** Whether calendars may be created. */
  createsCalendars: boolean;
}

const root = 'https://www.googleapis.com/auth/calendar';
const order: readonly EventsRight[] = ['times', 'read', 'write'];

/**
 * The rights of a list of granted scopes: of Google according to the discovery document of its Calendar API v3, of Microsoft
 * according to its permissions reference, where writing includes calendars.
 */
export function rightsIn(scope: readonly string[]): GrantedRights {
  const isGranted = (...names: string[]) => names.some((name) => scope.includes(`${root}${name}`));
  const atMicrosoft = scope.map((one) => one.toLowerCase());
  if (atMicrosoft.includes('calendars.readwrite')) return { events: 'write', createsCalendars: true };
  if (atMicrosoft.includes('calendars.read')) return { events: 'read', createsCalendars: false };
  const events = isGranted('', '.events') ? 'write' : isGranted('.readonly', '.events.readonly') ? 'read' : 'times';
  return { events, createsCalendars: isGranted('', '.app.created', '.calendars') };
}

/** Whether replacing tokens with rights `present` by tokens with rights `next` would lose rights. */
export function losesRights(present: GrantedRights, next: GrantedRights): boolean {
  const change = order.indexOf(next.events) - order.indexOf(present.events);
  return change < 0 || (change === 0 && present.createsCalendars && !next.createsCalendars);
}
