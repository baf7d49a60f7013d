/** The guides in the order of reading: name of the file in `docs/guides` and of the page under `/docs`, and title. */
export const guides = {
  'quick-start': 'Quick start',
  concepts: 'Concepts',
  oauth: 'OAuth',
  events: 'Events',
  changes: 'Changes',
  availability: 'Availability',
  'smart-invites': 'Smart Invites',
  scheduling: 'Scheduling',
  elements: 'Elements',
  callbacks: 'Callbacks',
  errors: 'Errors',
  testing: 'Testing',
  'moving-over': 'Moving over',
} as const;

export type GuideName = keyof typeof guides;

export const guideNames = Object.keys(guides) as GuideName[];

export const isGuide = (name: string): name is GuideName => Object.hasOwn(guides, name);

/** What each is about, in one sentence. */
export const guideTexts: Readonly<Record<GuideName, string>> = {
  'quick-start': 'From nothing to the first event in five minutes.',
  concepts: 'Applications, accounts, profiles and calendars, and the two kinds of credential.',
  oauth: 'Let your users connect their calendars.',
  events: 'Create, change, read and delete events.',
  changes: 'Learn what others have changed, and make such a change yourself.',
  availability: 'Find times when people can meet, and keep one while the user decides.',
  'smart-invites': 'Invitations that you mail and whose answers come back.',
  scheduling: 'Send a link on which somebody picks a time.',
  elements: 'Show calendars and available times in a page of your application.',
  callbacks: 'Receive notifications, and verify who sent them.',
  errors: 'What the answers mean, and when to repeat a request.',
  testing: 'Play users and recipients, and provoke failures.',
  'moving-over': 'Point an application of the hosted API here.',
};
