import { request } from 'undici';

/** A POST to an application; `body` is JSON text. */
export interface Delivery {
  url: string;
  headers: Record<string, string>;
  body?: string;
  timeoutMs: number;
}

export interface Delivered {
  status: number;
  type: string;
  text: string;
}

const longestAnswer = 10_000;

/** A loopback name or address: the only ones that may be called without TLS. */
const isLoopback = (host: string) => host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);

/** Whether an application may be called at an address: with TLS unless it is on this machine. */
export function isSafeTarget(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname));
}

/** Posts to applications; the simulator closes only after the last one. */
export class Deliveries {
  private readonly inFlight = new Set<Promise<unknown>>();

  /** The answer, its text cut; undefined if there was none in time. */
  send({ url, headers, body, timeoutMs }: Delivery): Promise<Delivered | undefined> {
    const signal = AbortSignal.timeout(timeoutMs);
    const sent: Promise<Delivered | undefined> = request(url, { method: 'POST', headers, body: body ?? null, signal })
      .then(async (answer) => {
        let text = '';
        for await (const chunk of answer.body) {
          if (text.length < longestAnswer) text += String(chunk);
        }
        const type = [answer.headers['content-type']].flat()[0] ?? '';
        return { status: answer.statusCode, type, text: text.slice(0, longestAnswer) };
      })
      .catch(() => undefined)
      .finally(() => this.inFlight.delete(sent));
    this.inFlight.add(sent);
    return sent;
  }

  async drained(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }
}
