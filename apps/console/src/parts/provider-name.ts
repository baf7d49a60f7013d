const names = new Map([
  ['google', 'Google'],
  ['microsoft', 'Microsoft'],
  ['exchange', 'Microsoft 365'],
  ['live_connect', 'Outlook.com'],
  ['caldav', 'CalDAV'],
  ['apple', 'Apple'],
  ['ics', 'Published calendars'],
  ['kalends', 'Built-in calendars'],
]);

/** A provider, or a kind of account at one, as people name it. */
export const providerName = (id: string): string => names.get(id) ?? id;
