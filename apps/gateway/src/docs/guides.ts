/** The guides in the order of reading: name of the file in `docs/guides` and of the page under `/docs`, and title. */
export const guides = {
  'quick-start': 'Quick start',
  concepts: 'Concepts',
  oauth: 'OAuth',
  events: 'Events',
  errors: 'Errors',
  callbacks: 'Callbacks',
  availability: 'Availability',
  'smart-invites': 'Smart Invites',
  'moving-over': 'Moving over',
} as const;

export type GuideName = keyof typeof guides;

export const isGuide = (name: string): name is GuideName => Object.hasOwn(guides, name);
