import type { Endpoint } from '../shared/endpoint.js';

/** The tags in the order in which people need them, each with what they read of it. */
export const shownTags: readonly { name: Endpoint['tag']; title: string; description: string }[] = [
  { name: 'calendars', title: 'Calendars', description: 'Which calendars a user has, and new ones.' },
  {
    name: 'events',
    title: 'Events',
    description: 'Read, create, change and delete events in all calendars of a user.',
  },
  {
    name: 'availability',
    title: 'Availability',
    description: 'When people can meet, times on hold, and bookable events.',
  },
  { name: 'scheduling', title: 'Scheduling', description: 'Links on which people pick a time.' },
  { name: 'smart-invites', title: 'Smart Invites', description: 'Invitations whose answers arrive as callbacks.' },
  { name: 'channels', title: 'Changes', description: 'What has changed, and channels that report it.' },
  { name: 'callbacks', title: 'Callbacks', description: 'What was sent to the application, and sending it again.' },
  { name: 'oauth', title: 'OAuth', description: 'From a user in a browser to tokens, and their end.' },
  { name: 'identity', title: 'Accounts', description: 'Whom a token stands for, and the connected profiles.' },
  {
    name: 'elements',
    title: 'Elements',
    description: 'Tokens for pages that show calendars and availability with the Elements.',
  },
  { name: 'admin', title: 'Applications', description: 'Applications, accounts and their keys.' },
  { name: 'operations', title: 'Operation', description: 'Health and descriptions of the deployment.' },
];

/** Operations that people need first; the others follow as they are declared. */
const first = [
  ...['listCalendars', 'createCalendar', 'requestPermissions'],
  ...['readEvents', 'upsertEvent', 'deleteEvent', 'readFreeBusy', 'changeParticipation', 'runBatch', 'deleteEvents'],
  ...['queryAvailability', 'placeHold', 'confirmHold', 'releaseHold', 'querySequencedAvailability'],
  ...['createBookingLink', 'readBookingLink', 'findBookingLink', 'disableBookingLink'],
  ...['createSequenceLink', 'readSequenceLink', 'findSequenceLink', 'disableSequenceLink'],
  ...['writeSmartInvite', 'readSmartInvite', 'receiveSmartInviteReply'],
  ...['createChannel', 'listChannels', 'closeChannel', 'listChanges'],
  ...['listCallbacks', 'readCallback', 'replayCallback', 'listCallbackEndpoints', 'enableCallbackEndpoint'],
  ...['authorize', 'issueToken', 'revokeToken', 'authorizationServerMetadata', 'protectedResourceMetadata'],
  ...['readUserinfo', 'readAccount', 'listProfiles'],
  ...[
    'createApplication',
    'listApplications',
    'changeApplication',
    'createSecret',
    'deleteSecret',
    'deleteApplication',
  ],
  ...['createAccount', 'connectProfile', 'ready', 'live'],
];

const placeOf = ({ tag, operation }: Endpoint): number => {
  const at = first.indexOf(operation);
  const group = shownTags.findIndex(({ name }) => name === tag);
  return group * 1_000 + (at < 0 ? first.length : at);
};

/** The endpoints in the order in which people need them; stable. */
export const inOrder = (endpoints: readonly Endpoint[]): Endpoint[] =>
  [...endpoints].sort((one, other) => placeOf(one) - placeOf(other));
