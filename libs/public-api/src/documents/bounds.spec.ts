import { describe, expect, it } from 'vitest';
import type { Schema } from './examples.fixture.js';
import { openApiDocument } from './openapi.js';

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}
type Content = Record<string, { schema?: Schema }>;
interface Operation {
  operationId: string;
  responses: Record<string, { content?: Content }>;
  parameters?: { name: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

/** Arrays without a maximum below a schema, as paths; a schema that contains itself is followed once. */
function unbounded(schema: Schema, { components }: Document, at: string): string[] {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1)!;
    return at.split('#').includes(name)
      ? []
      : unbounded(components.schemas[name]!, { components } as Document, `${at}#${name}#`);
  }
  const own = schema.type === 'array' && (schema as { maxItems?: number }).maxItems === undefined ? [at] : [];
  const parts = [
    schema.items,
    schema.additionalProperties,
    ...(schema.anyOf ?? []),
    ...(schema.oneOf ?? []),
    ...(schema.allOf ?? []),
  ];
  const deeper = (one: unknown, to: string) =>
    typeof one === 'object' && one !== null ? unbounded(one as Schema, { components } as Document, to) : [];
  return [
    ...own,
    ...Object.entries(schema.properties ?? {}).flatMap(([name, one]) => deeper(one, `${at}.${name}`)),
    ...parts.flatMap((one) => deeper(one, at)),
  ];
}

const inRequests = (document: Document) =>
  Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, parameters = [], requestBody }) => [
      ...parameters.flatMap(({ name, schema }) => unbounded(schema, document, `${operationId} ${name}`)),
      ...Object.values(requestBody?.content ?? {}).flatMap(({ schema }) => unbounded(schema, document, operationId)),
    ]);
/** Lists in answers, each once: from the shared schema that has it, else from its operation. */
const inAnswers = (document: Document) => {
  const all = Object.values(document.paths)
    .flatMap((methods) => Object.values(methods))
    .flatMap(({ operationId, responses }) =>
      Object.values(responses)
        .flatMap(({ content }) => Object.values(content ?? {}))
        .flatMap(({ schema }) => (schema ? unbounded(schema, document, operationId) : [])),
    );
  return [...new Set(all.map((at) => at.replace(/^.*#(\w+)#/, '$1')))].sort();
};

const paged = 'paged (HTTP-9)';
const asWritten = (most: number) => `at most ${most}: as in the request that wrote or named it`;
const asRequested =
  'bounded by the query: its periods, members and steps have maximums, and too much work is refused (AVL-12)';
const ofProvider =
  'as the provider has it: the bytes of a page and of answers in flight are bounded (HTTP-32, HTTP-33)';
const profiles = 'at most 50 profiles are added to an account (ACC-6)';

/** Why no list in an answer grows without bound. */
const answers = new Map<string, string>([
  ['AccountDetails.calendars', `at most 500 are created in a profile (CAL-6), else ${ofProvider}`],
  ['AccountDetails.deleted_calendars', 'the newest 20'],
  ['AccountDetails.grants', 'at most 100 of an account'],
  ['AccountDetails.profile_states', profiles],
  ['Activity.callbacks_by_hour', 'always 24'],
  ['Activity.providers', 'those that exist'],
  ['Activity.providers.hours', 'always 24'],
  ['Activity.queues', 'always 5'],
  ['SequenceLink.sequence', 'at most 10 steps (AVL-12)'],
  ['SequenceLink.sequence.participants', 'at most 100 members (AVL-12)'],
  ['Status.changes_by_hour', 'always 24'],
  ['Status.services', 'those of the process'],
  ['Status.services.checks', 'those of the service'],
  ...[
    'ExplainedMember.refused',
    'explainAvailability.members',
    'explainAvailability.unavailable',
    'explainAvailability.unavailable.members',
    'explainAvailability.available',
    'explainAvailability.available.participants',
  ].map((name): [string, string] => [name, asRequested]),
  ['showCallback.requests', 'those of the newest 10 attempts'],
  ['showCallback.requests.headers', 'fixed'],
  ['Application.secrets', '10 of an application (ADM-8)'],
  ['createApplication.secrets', '10 of an application (ADM-8)'],
  ['AccountDetails.unfinished_writes', 'the first 20 of either kind'],
  ['inspectEvent.steps', 'the last 200 of the log, and at most 202 of the provider'],
  ['inspectEvents.events', 'the first 2,000'],
  ['listAccounts.accounts', 'at most limit, which has a maximum; continued by after'],
  ['listAudit.entries', 'at most limit, which has a maximum; continued by after'],
  ['listBookingLinks.booking_links', 'at most limit, which has a maximum; continued by after'],
  ['AdministeredBookingLinkDetails.members', asRequested],
  ['AdministeredBookingLinkDetails.calendars', asWritten(100)],
  ['AdministeredBookingLinkDetails.steps', 'at most 102 (ADM-37)'],
  ['listDeadLetters.dead_letters', 'at most limit, which has a maximum; continued by after'],
  ['listDeadLetters.services', 'always 5, or the one that is named'],
  ['listErrors.errors', 'the first 200'],
  ['readUsage.usage', 'at most limit, which has a maximum; continued by after'],
  ['listDevelopers.developers', 'at most 1,000 of a deployment'],
  ['Application.allowed_origins', asWritten(50)],
  ['Application.frame_origins', asWritten(50)],
  ['Application.redirect_uris', asWritten(50)],
  ['AvailablePeriodsPage.available_periods', paged],
  ['BookableEvent.registration.registrations', paged],
  ['Callback.attempts', 'the newest 10'],
  ['CallbackEndpoints.callback_endpoints', 'the first 500 by url'],
  ['CallbacksPage.callbacks', paged],
  ['CallbackWithBody.attempts', 'the newest 10'],
  ['ChannelOutput.filters.calendar_ids', asWritten(500)],
  ['Event.attendees', `500 of an application (EVT-38), else ${ofProvider}`],
  ['Event.categories', ofProvider],
  ['Event.tags', asWritten(20)],
  ['EventsPage.events', paged],
  ['FreeBusyPage.free_busy', paged],
  ['Hold.members', asWritten(100)],
  ['HoldConflict.members', asWritten(100)],
  ['AdministeredProfile.profile_calendar_states', `at most 500 are created (CAL-6), else ${ofProvider}`],
  ['ProfileWithState.profile_calendar_states', `at most 500 are created (CAL-6), else ${ofProvider}`],
  ['ReceivedReplies.replies', 'a mail has at most 500 replies'],
  ['ReceivedReplies.replies.delegated_to', 'the first 10'],
  ['SmartInvite.recipients', 'at most 200, with those of earlier requests (INV-16)'],
  ['SmartInvite.replies', 'the newest 500'],
  ['SmartInvite.replies.delegated_to', 'the first 10'],
  ['TruncatedSeries.series', 'the first 1,000'],
  ['Userinfo.cronofy.data.conferencing_profiles', 'always empty'],
  ['Userinfo.cronofy.data.profiles', profiles],
  ['Userinfo.cronofy.data.profiles.profile_calendars', `at most 500 are created (CAL-6), else ${ofProvider}`],
  ['ValidationErrors.errors', 'at most 50 members (HTTP-20), each with a few errors'],
  ...['', '.item', '.service-desc', '.service-doc', '.service-meta', '.status'].map((name): [string, string] => [
    `apiCatalog.linkset${name}`,
    'the APIs of this server and their descriptions, which are fixed',
  ]),
  ['createElementToken.element_token.permissions', 'always at most 4'],
  ['createApplication.allowed_origins', asWritten(50)],
  ['createApplication.frame_origins', asWritten(50)],
  ['createApplication.redirect_uris', asWritten(50)],
  ['listAccessibleCalendars.accessible_calendars', 'as GET /v1/resources'],
  ['listApplications.applications', 'at most APPLICATIONS (ADM-8)'],
  ['listAvailabilityRules.availability_rules', 'at most 100 of an account (AVL-23)'],
  ['listCalendars.calendars', `at most 500 are created in a profile (CAL-6), else ${ofProvider}`],
  ['listChanges.changes', 'at most limit, which has a maximum; continued by next_cursor'],
  ['listChannels.channels', 'at most CHANNELS_PER_ACCOUNT (CBK-8)'],
  ['listConnectedProfiles.profiles', profiles],
  ['listProfiles.profiles', profiles],
  ['listResources.resources', 'cut off where truncated is true'],
  ['listUnmatchedMail.unmatched_mail', paged],
  ...['authorization_servers', 'bearer_methods_supported', 'scopes_supported'].map((name): [string, string] => [
    `protectedResourceMetadata.${name}`,
    'fixed',
  ]),
  ['queryAvailability.available_bookable_events', asWritten(100)],
  ...['available_periods', 'available_periods.participants', 'available_slots', 'available_slots.participants'].map(
    (name): [string, string] => [`queryAvailability.${name}`, asRequested],
  ),
  ...['member_statuses', 'members', 'unavailable', 'unavailable.members'].map((name): [string, string] => [
    `queryAvailability.${name}`,
    asRequested,
  ]),
  ...['member_statuses', 'members', 'sequences', 'sequences.sequence', 'sequences.sequence.participants'].map(
    (name): [string, string] => [`querySequencedAvailability.${name}`, asRequested],
  ),
  ['runBatch.batch', asWritten(50)],
  ['showSmartInvites.smart_invites', 'the first 100 by address'],
  ['showSmartInvites.smart_invites.recipients', 'at most 200, with those of earlier requests (INV-16)'],
  ['showSmartInvites.smart_invites.replies', 'the newest 500'],
  ['showSmartInvites.smart_invites.replies.delegated_to', 'the first 10'],
]);

const copy = () => JSON.parse(JSON.stringify(openApiDocument('http://127.0.0.1:3000'))) as Document;

describe('bounds of requests', () => {
  it('given every list in a request, then it has a maximum', () => expect(inRequests(copy())).toEqual([]));

  it('given a list without a maximum, however deep, then it is reported', () => {
    const planted = copy();
    const list = { type: 'array', items: {} };
    planted.components.schemas.EventWrite!.properties!.planted = { anyOf: [{ properties: { list } }] };
    expect(inRequests(planted)).toContain('upsertEvent#EventWrite#.planted.list');
  });
});

describe('bounds of answers', () => {
  it('given every list in an answer, then it is paged, or states what bounds it', () => {
    const listed = inAnswers(copy());
    expect(listed.filter((one) => !answers.has(one))).toEqual([]);
    expect([...answers.keys()].filter((one) => !listed.includes(one))).toEqual([]);
  });

  it('given a list that states nothing, then it is reported', () => {
    const planted = copy();
    planted.components.schemas.Event!.properties!.planted = { type: 'array', items: {} };
    expect(inAnswers(planted).filter((one) => !answers.has(one))).toEqual(['Event.planted']);
  });
});
