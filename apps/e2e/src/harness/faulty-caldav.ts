import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startStaticCaldav } from './static-caldav.js';

/** What the server does instead of answering: to requests with this method (any, if absent) below the calendar. */
export interface Fault {
  status: number;
  headers?: Record<string, string>;
  method?: string;
  /** Not only below the calendar. */
  everywhere?: boolean;
}

/** A home without its calendar. */
const withoutCalendar = (text: string) => text.replace(/<d:response><d:href>\/home\/a\/<.*?<\/d:response>/s, '');

/** A CalDAV server with one empty calendar, which can be deleted, and a fault that a test sets. */
export async function startFaultyCaldav() {
  const inner = await startStaticCaldav([]);
  let fault: Fault | null = null;
  let isDeleted = false;
  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '/', method } = request;
      const isBelow = fault?.everywhere || url.startsWith('/home/a/');
      if (fault && isBelow && (!fault.method || method === fault.method))
        return reply.writeHead(fault.status, fault.headers).end();
      // the calendar is empty
      if (isDeleted && url.startsWith('/home/a/')) return reply.writeHead(404).end();
      if (method === 'GET' && url.endsWith('.ics')) return reply.writeHead(404).end();
      const { authorization = '' } = request.headers;
      const body = Buffer.concat(chunks);
      void fetch(new URL(url, inner.url), {
        method: method!,
        headers: { authorization },
        ...(body.length > 0 ? { body } : {}),
      }).then(async (answer) => {
        const headers = Object.fromEntries(
          [...answer.headers].filter(([name]) => ['content-type', 'dav', 'www-authenticate'].includes(name)),
        );
        const text = await answer.text();
        // neither the root nor the home is a calendar, only the one in it
        const shown = method === 'PROPFIND' && !url.startsWith('/home/a/') ? text.replace('<c:calendar/>', '') : text;
        reply.writeHead(answer.status, headers).end(isDeleted ? withoutCalendar(shown) : shown);
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    set: (next: Fault | null) => void (fault = next),
    deleteCalendar: () => void (isDeleted = true),
    stop: async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await inner.stop();
    },
  };
}

export type FaultyCaldav = Awaited<ReturnType<typeof startFaultyCaldav>>;
