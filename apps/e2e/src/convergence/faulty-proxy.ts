import { setTimeout as delay } from 'node:timers/promises';
import { passOn, startProxy, type Fault } from '@kalends/testing';

/** Fault for the next requests: a refusal, or a lost response although the server carried out the request. */
export interface ProxyFault {
  methods: readonly string[];
  times: number;
  /** Ends after this time. */
  seconds: number;
  status?: number;
  retryAfter?: number;
  /** The server carries out the request, and its response is cut in half, or a page of HTML. */
  spoils?: 'page' | 'half';
  /** Milliseconds until the response. */
  delayMs?: number;
}

/** A reverse proxy on 127.0.0.1 between the service and a server without faults of its own. */
export async function startFaultyProxy(target: string) {
  let faults: (ProxyFault & { until: number })[] = [];
  const next = (method: string) => {
    faults = faults.filter(({ times, until }) => times > 0 && until > performance.now());
    const fault = faults.find(({ methods }) => methods.includes(method));
    if (fault) fault.times -= 1;
    return fault;
  };
  const misbehave: Fault = async ({ method }, response, forward) => {
    const fault = next(method);
    if (!fault) return false;
    if (fault.status !== undefined) {
      const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      response.writeHead(fault.status, wait).end();
      return true;
    }
    const answer = await forward();
    if (fault.spoils === 'page')
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
    else if (fault.spoils === 'half') passOn(response, answer, answer.body.subarray(0, answer.body.length / 2));
    else if (fault.delayMs === undefined) response.destroy();
    else {
      await delay(fault.delayMs);
      passOn(response, answer);
    }
    return true;
  };
  const proxy = await startProxy(target);
  proxy.misbehave(misbehave);
  return {
    url: proxy.url,
    add: (fault: ProxyFault) => void faults.push({ ...fault, until: performance.now() + fault.seconds * 1_000 }),
    clear: () => void (faults = []),
    close: () => void proxy.stop(),
  };
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;
