/** What a user's grant permits for events: see their times, read them, or also write them. */
export type EventsRight = 'times' | 'read' | 'write';

/** What a user's grant permits, or what an application needs. */
export interface CalendarRights {
  events: EventsRight;
  /** Whether calendars may be created. */
  createsCalendars: boolean;
}

const order: readonly EventsRight[] = ['times', 'read', 'write'];

/** Whether replacing tokens with rights `present` by tokens with rights `next` would lose rights. */
export function losesRights(present: CalendarRights, next: CalendarRights): boolean {
  const change = order.indexOf(next.events) - order.indexOf(present.events);
  return change < 0 || (change === 0 && present.createsCalendars && !next.createsCalendars);
}
