/** Lines of a calendar object as another client writes it. */
export const objectOf = (uid: string, ...lines: string[]): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Someone else//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T120000Z',
    ...lines,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

export const plain = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Theirs'];

/** A series whose second instance is another client's exception. */
export const weekly = (uid: string): string =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Someone else//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T120000Z',
    'DTSTART:20261201T100000Z',
    'DTEND:20261201T110000Z',
    'RRULE:FREQ=WEEKLY;COUNT=5',
    'SUMMARY:Weekly',
    'END:VEVENT',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'RECURRENCE-ID:20261208T100000Z',
    'DTSTAMP:20261101T120000Z',
    'DTSTART:20261208T140000Z',
    'DTEND:20261208T150000Z',
    'SUMMARY:Weekly\\, later',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
