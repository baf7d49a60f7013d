import type { EventType } from '@kalends/icalendar';

const types = new Map(
  Object.entries<EventType>({
    focusTime: 'focus_time',
    outOfOffice: 'out_of_office',
    workingLocation: 'working_location',
    birthday: 'birthday',
    fromGmail: 'from_gmail',
  }),
);

/** What kind of event Google has; undefined: an ordinary one, or of a kind that Google has added since. It never changes. */
export const eventTypeOf = ({ eventType }: { eventType?: string | undefined }): EventType | undefined =>
  types.get(eventType ?? '');
