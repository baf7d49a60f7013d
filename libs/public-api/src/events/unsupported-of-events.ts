import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { notSupported, unsupported } from '../shared/unsupported.js';

const noAgent = notSupported('meeting_agent.profile_id must be none: Kalends sends no agent to meetings');

const meetingAgent = z
  .object(
    {
      profile_id: z
        .string()
        .refine((value) => value === 'none', { error: noAgent })
        .nullish()
        .describe('Always none.')
        .meta({ examples: ['none'] }),
      display_name: unsupported('meeting_agent.display_name', 'without an agent there is nobody to name'),
    },
    { error: keyed('must_be_object', 'meeting_agent must be an object with profile_id') },
  )
  .nullish()
  .describe('Who is sent to the meeting: nobody. Default: none.');

/** What clients send with an event and Kalends does not have: without it users would miss something (HTTP-29). */
export const unsupportedOfEvents = {
  subscriptions: unsupported('subscriptions', 'open a channel (POST /v1/channels), which reports changes of events'),
  attachments: unsupported('attachments', 'put the address of the file into url or description'),
  event_classes: unsupported('event_classes', 'mark events with tags, or put it into description'),
  meeting_agent: meetingAgent,
};

/** The same for what only events in a calendar have. */
export const unsupportedOfInvites = {
  attendees: unsupported('attendees', 'name those who are invited in recipient or recipients'),
  tags: unsupported('tags', 'they mark events in calendars, which availability_constraints count'),
  reminders_create_only: unsupported('reminders_create_only', 'the text has the reminders, whenever it is sent'),
};
