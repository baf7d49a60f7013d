import { endBookingLink, listBookingLinks, showBookingLink } from '@kalends/public-api';
import { Option, type Command } from 'commander';
import { calls } from '../calls.js';
import type { CommandContext } from '../command.js';
import { fields, table } from '../table.js';

interface OfLink {
  clientId: string;
  id: string;
}

const paramsOf = ({ clientId, id }: OfLink) => ({ client_id: clientId, real_time_scheduling_id: id });

function addList(parent: Command, context: CommandContext): void {
  parent
    .command('list')
    .description('list them, the newest first')
    .requiredOption('--client-id <id>', 'the application')
    .addOption(new Option('--status <status>').choices(['open', 'booking', 'completed', 'disabled']))
    .option('--after <cursor>', 'next_after of the page before')
    .action(
      calls(context, {
        endpoint: listBookingLinks,
        params: ({ clientId }: { clientId: string; status?: string; after?: string }) => ({ client_id: clientId }),
        query: ({ status, after }) => ({ status, after }),
        lines: ({ booking_links, next_after }) => [
          ...table(
            ['real_time_scheduling_id', 'status', 'event_id', 'summary', 'start', 'created_at'],
            booking_links,
            'There is no such link.',
          ),
          ...(next_after === null ? [] : [`more: --after ${next_after}`]),
        ],
      }),
    );
}

/** `booking-link list|show|disable`. */
export function addBookingLinkCommands(program: Command, context: CommandContext): void {
  const parent = program.command('booking-link').description('links on which people pick a time');
  addList(parent, context);
  parent
    .command('show')
    .description('show one, with what happened on it')
    .argument('<id>', 'the link (sch_…)')
    .requiredOption('--client-id <id>', 'the application')
    .action((id: string, options: { clientId: string }, command: Command) =>
      calls(context, {
        endpoint: showBookingLink,
        params: paramsOf,
        lines: ({ booking_link: { steps, calendars, ...link } }) => [
          ...fields(link),
          '',
          ...table(['sub', 'calendar_id', 'event_uid'], calendars, 'It has no calendar.'),
          '',
          ...table(['at', 'kind', 'start', 'detail'], steps, 'Nothing happened.'),
        ],
      })({ ...options, id }, command),
    );
  parent
    .command('disable')
    .description('disable one on which no time is booked yet')
    .argument('<id>', 'the link (sch_…)')
    .requiredOption('--client-id <id>', 'the application')
    .requiredOption('--message <text>', 'what its page shows from now on')
    .action((id: string, options: { clientId: string; message: string }, command: Command) =>
      calls(context, {
        endpoint: endBookingLink,
        params: paramsOf,
        body: ({ message }: OfLink & { message: string }) => ({ display_message: message }),
        lines: () => [`disabled ${id}`],
      })({ ...options, id }, command),
    );
}
