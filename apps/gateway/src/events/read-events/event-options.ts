/** What differs in a calendar from what an application may usually do: its own events only. */
export type CalendarRight = 'readonly' | 'unrestricted';

/** By calendar; null: none differs. */
export type CalendarRights = Record<string, CalendarRight> | null;

interface Shown {
  calendar_id: string;
  event_id?: string;
  recurring: boolean;
  deleted: boolean;
  options: { delete: boolean; update: boolean; change_participation_status: boolean };
}

/** In a calendar with this right, whether the event may be changed, deleted and answered (EVT-31). */
function optionsIn({ event_id, recurring, deleted, options }: Shown, right: CalendarRight): Shown['options'] {
  if (right === 'readonly') return { delete: false, update: false, change_participation_status: false };
  const isOpen = event_id === undefined && !recurring && !deleted;
  return isOpen ? { ...options, delete: true, update: true } : options;
}

/** Only times go before it, and in a string its quotes would be escaped. */
const calendarOf = /"calendar_id":"([^"\\]*)"/;

/** The events of a page (JSON texts) with the options that the rights in their calendars result in. */
export function withOptions(events: readonly string[], rights: CalendarRights): readonly string[] {
  if (!rights) return events;
  return events.map((text) => {
    const right = rights[calendarOf.exec(text)?.[1] ?? ''];
    if (right === undefined) return text;
    const event = JSON.parse(text) as Shown;
    return JSON.stringify({ ...event, options: optionsIn(event, right) });
  });
}
