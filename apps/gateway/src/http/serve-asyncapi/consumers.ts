import type { ServiceName } from '@kalends/contracts';

/**
 * Which services handle or answer the messages of a topic; `tools/contracts/asyncapi.spec.ts` compares it with the services'
 * handlers.
 */
export const consumers = new Map(
  Object.entries<readonly ServiceName[]>({
    'calendar-sync.event.calendar-state.v1': ['gateway', 'availability', 'notifier'],
    'gateway.command.calendar.v1': ['calendar-sync'],
    'gateway.command.provider-notification.v1': ['calendar-sync'],
    'gateway.command.channel-notification.v1': ['calendar-sync'],
    'gateway.command.settle-profile.v1': ['calendar-sync'],
    'gateway.query.stage-profile.v1': ['calendar-sync'],
    'gateway.query.create-calendar.v1': ['calendar-sync'],
    'gateway.query.resources.v1': ['calendar-sync'],
    'gateway.query.provider-writes.v1': ['calendar-sync'],
    'gateway.event.application-state.v1': ['notifier'],
    'gateway.event.erasure-requested.v1': ['invites', 'availability', 'notifier'],
    'gateway.event.access-ended.v1': ['calendar-sync', 'notifier'],
    'gateway.event.account-used.v1': ['calendar-sync'],
    'gateway.event.window-entered.v1': ['notifier'],
    'gateway.event.booking-link-reported.v1': ['notifier'],
    'gateway.query.availability.v1': ['availability'],
    'gateway.query.bookable-event.v1': ['availability'],
    'gateway.query.hold.v1': ['availability'],
    'gateway.query.managed-availability.v1': ['availability'],
    'gateway.query.calendar-counting.v1': ['availability'],
    'gateway.query.callback.v1': ['notifier'],
    'gateway.query.channel.v1': ['notifier'],
    'gateway.query.smart-invite.v1': ['invites'],
    'gateway.query.calendar-sync-operations.v1': ['calendar-sync'],
    'gateway.query.availability-operations.v1': ['availability'],
    'gateway.query.invites-operations.v1': ['invites'],
    'gateway.query.notifier-operations.v1': ['notifier'],
    'invites.event.invite-changed.v1': ['gateway'],
    'invites.event.reply-recorded.v1': ['notifier'],
  }),
);
