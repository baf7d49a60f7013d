import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedCallback {
  id: string;
  headers: Record<string, string | string[] | undefined>;
  raw: string;
  body: {
    notification: { type: string };
    smart_invite: { smart_invite_id: string; reply: { comment?: string; email: string; status: string } };
  };
}

/** The application's callback endpoint on a loopback port: records each callback and answers 200. */
export async function startCallbackReceiver() {
  const calls: ReceivedCallback[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const { headers } = request;
      calls.push({
        id: String(headers['webhook-id']),
        headers,
        raw,
        body: JSON.parse(raw) as ReceivedCallback['body'],
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/callback`,
    calls,
    /** The ids under which each reply was reported, by its comment. */
    idsByComment(): Map<string, Set<string>> {
      const ids = new Map<string, Set<string>>();
      for (const { id, body } of calls) {
        const comment = body.smart_invite.reply.comment ?? '';
        ids.set(comment, (ids.get(comment) ?? new Set()).add(id));
      }
      return ids;
    },
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type CallbackReceiver = Awaited<ReturnType<typeof startCallbackReceiver>>;
