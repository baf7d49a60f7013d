import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedNotification {
  headers: IncomingHttpHeaders;
  raw: string;
  body: { notification: { type: string; changes_since?: string }; channel: { channel_id: string } };
}

/** The application's push channel endpoint on a loopback port: records each notification and answers 200. */
export async function startChannelReceiver() {
  const calls: ReceivedNotification[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      calls.push({ headers: request.headers, raw, body: JSON.parse(raw) as ReceivedNotification['body'] });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const notified = (channelId: string) => calls.filter(({ body }) => body.channel.channel_id === channelId);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/channel`,
    calls,
    /** The notification types that a channel received, in order. */
    of: (channelId: string) => notified(channelId).map(({ body }) => body.notification.type),
    /** The `changes_since` values that a channel received, in order. */
    changes: (channelId: string) => notified(channelId).flatMap(({ body }) => body.notification.changes_since ?? []),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ChannelReceiver = Awaited<ReturnType<typeof startChannelReceiver>>;
