/** An event of half an hour, as Google has it; `at` is a UTC ISO string on a full hour. */
export const googleEvent = (id: string, summary: string, at: string) => ({
  id: `${id}00000`,
  summary,
  status: 'confirmed',
  iCalUID: `${id}@google.com`,
  sequence: 0,
  created: '2031-01-01T00:00:00.000Z',
  updated: '2031-01-01T00:00:00.000Z',
  start: { dateTime: at, timeZone: 'Europe/London' },
  end: { dateTime: at.replace(':00:00Z', ':30:00Z'), timeZone: 'Europe/London' },
});
