import type { AddToCalendarBody, Scope } from '@kalends/public-api';

/** What an application has requested to be added to a calendar of its user. */
export interface Addition {
  clientId: string;
  redirectUri: string;
  scope: Scope[];
  state: string | null;
  event: AddToCalendarBody['event'];
  /** null: as the user's language has it. */
  hourFormat: 'h' | 'H' | null;
}

/** A calendar that the user can choose; `value`: in the form. */
export interface CalendarChoice {
  value: string;
  label: string;
  /** null: it is known only once its connection is published. */
  calendarId: string | null;
  /** Of a connection that is not published yet, what its provider calls the calendar; null: its first one. */
  calendarName: string | null;
}

/** What the user has chosen and allowed. */
export interface ChosenCalendar extends Pick<CalendarChoice, 'calendarId' | 'calendarName'> {
  accountId: string;
  /** The profile that has the calendar, where that is not known. */
  profileId: string | null;
}
