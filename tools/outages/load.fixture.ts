import { setTimeout as delay } from 'node:timers/promises';
import { waitUntil } from '@kalends/testing';
import { sendReply, type MailServer } from '../k8s/reply-mail.fixture.js';
import type { Answer, Application } from './application.fixture.js';

const kinds = ['read', 'upsert', 'availability', 'invite', 'mail'] as const;
export type Kind = (typeof kinds)[number];

/** The result of one request. */
export interface Outcome extends Answer {
  kind: Kind;
  /** `performance.now()` of the request. */
  at: number;
}

const maxUnanswered = 20;
const dayMs = 86_400_000;
const isoAt = (instant: number) => new Date(instant).toISOString().replace('.000', '');

/** Midnight (UTC) of the day after next: the load's events are in the month from then on, an hour each. */
const beginning = (Math.floor(Date.now() / dayMs) + 2) * dayMs;
const hours = 28 * 24;
const span = { from: isoAt(beginning), to: isoAt(beginning + 30 * dayMs) };

/** Loads so far: an invite of one is never an invite of another, even if they share an application. */
let loads = 0;

/** Sends reads, writes, availability queries and mails, one of each kind at a time, until stopped. */
export class Load {
  readonly outcomes: Outcome[] = [];
  /** Summaries of the upserts that were answered with 202. */
  readonly accepted: string[] = [];
  /** Ids of the invites whose reply the mail server accepted. */
  readonly replied: string[] = [];
  private readonly unanswered: { id: string; icalendar: string }[] = [];
  private readonly stopping = new AbortController();
  private running: Promise<unknown> = Promise.resolve();
  private readonly number = (loads += 1);
  private count = 0;

  constructor(
    private readonly application: Application,
    private readonly smtp: MailServer,
    /** Pause between two requests of a kind. */
    private readonly pauseMs = 60,
  ) {}

  start(): void {
    this.running = Promise.all(kinds.map((kind) => this.loop(kind, () => this[kind]())));
  }

  /** Waits until each kind has succeeded at least five times in a row since the instant. */
  async recovered(since: number): Promise<void> {
    const isHealthy = (kind: Kind) => {
      const last = this.outcomes.filter((outcome) => outcome.kind === kind && outcome.at > since).slice(-5);
      return last.length === 5 && !last.some(isFailure);
    };
    const all = () => kinds.every(isHealthy);
    await waitUntil(all, { timeout: 90_000, interval: 100, what: 'all kinds of requests to succeed' }).catch(
      (error: unknown) => {
        const failed = this.outcomes.filter((outcome) => outcome.at > since && isFailure(outcome));
        const counts = JSON.stringify(this.figures());
        throw new Error([String(error), counts, ...summarise(failed.slice(-20))].join('\n'), { cause: error });
      },
    );
  }

  /**
   * Stops after the requests in flight; replies not yet accepted are resent until a mail server accepts them, as any MTA
   * does.
   */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.running;
    for (const end = performance.now() + 60_000; this.unanswered.length > 0 && performance.now() < end;) {
      await this.mail();
      await delay(this.pauseMs);
    }
    if (this.unanswered.length > 0)
      throw new Error(`${this.unanswered.length} replies were not accepted within a minute`);
  }

  /** How many of each kind, how many of them failed, and the longest, ms. */
  figures(): Record<string, { requests: number; failed: number; longestMs: number }> {
    return Object.fromEntries(
      kinds.map((kind) => {
        const all = this.outcomes.filter((outcome) => outcome.kind === kind);
        const longestMs = Math.round(Math.max(...all.map(({ ms }) => ms)));
        return [kind, { requests: all.length, failed: all.filter(isFailure).length, longestMs }];
      }),
    );
  }

  /**
   * Throws, listing what is missing, unless each accepted event is read and each reply was delivered under exactly one id.
   */
  async assertNothingLost(): Promise<void> {
    const seen = new Set(await this.application.summaries(span.from, span.to));
    const unseen = this.accepted.filter((summary) => !seen.has(summary));
    const { callbacks } = this.application;
    const undelivered = this.replied.filter((id) => callbacks.get(id)?.size !== 1);
    if (unseen.length === 0 && undelivered.length === 0) return;
    const ids = undelivered.map((id) => `${id} (${callbacks.get(id)?.size ?? 0})`);
    throw new Error(`events not seen: ${unseen.join(', ')}; replies not delivered once: ${ids.join(', ')}`);
  }

  private async loop(kind: Kind, once: () => Promise<Answer | undefined>): Promise<void> {
    while (!this.stopping.signal.aborted) {
      const at = performance.now();
      const answer = await once();
      if (answer) this.outcomes.push({ kind, at, ...answer });
      await delay(this.pauseMs);
    }
  }

  private read(): Promise<Answer> {
    const path = `/v1/events?tzid=Etc/UTC&from=${span.from}&to=${span.to}`;
    return this.application.request('GET', path, this.application.user.access_token!);
  }

  private async upsert(): Promise<Answer> {
    const n = this.count++;
    const start = beginning + (n % hours) * 3_600_000;
    const event = {
      event_id: `event-${n}`,
      summary: `Event ${n}`,
      start: isoAt(start),
      end: isoAt(start + 3_600_000),
    };
    const { user } = this.application;
    const path = `/v1/calendars/${user.calendar_id}/events`;
    const answer = await this.application.request('POST', path, user.access_token!, event);
    if (answer.status === 202) this.accepted.push(event.summary);
    return answer;
  }

  private availability(): Promise<Answer> {
    const { secret, user } = this.application;
    return this.application.request('POST', '/v1/availability', secret, {
      participants: [{ members: [{ sub: user.sub }], required: 'all' }],
      required_duration: { minutes: 60 },
      query_periods: [{ start: span.from, end: isoAt(beginning + 10 * dayMs) }],
    });
  }

  /** None while many replies still wait for a mail server: one mail takes longer than one invite. */
  private async invite(): Promise<Answer | undefined> {
    if (this.unanswered.length >= maxUnanswered) return undefined;
    const id = `invite-${this.number}-${this.count++}`;
    const answer = await this.application.request('POST', '/v1/smart_invites', this.application.secret, {
      method: 'request',
      smart_invite_id: id,
      callback_url: this.application.callbackUrl,
      recipient: { email: 'ann@example.com' },
      event: { summary: 'Planning', tzid: 'Etc/UTC', start: span.from, end: isoAt(beginning + 3_600_000) },
    });
    if (answer.status === 200) {
      const { attachments } = JSON.parse(answer.text) as { attachments: { icalendar: string } };
      this.unanswered.push({ id, icalendar: attachments.icalendar });
    }
    return answer;
  }

  /** The next reply; a mail that was not accepted is resent later. */
  private async mail(): Promise<Answer | undefined> {
    const next = this.unanswered.shift();
    if (!next) return undefined;
    const began = performance.now();
    try {
      await sendReply(this.smtp, next.icalendar);
      this.replied.push(next.id);
      return { status: 200, retryAfter: null, text: '', ms: performance.now() - began };
    } catch (error) {
      this.unanswered.push(next);
      const { responseCode, message } = error as Error & { responseCode?: number };
      return { status: responseCode ?? 0, retryAfter: null, text: message, ms: performance.now() - began };
    }
  }
}

/**
 * Silent connections: a request waits 5 s for a connection and 8 s for its response, a request over the bus 15 s for a
 * reply, a mail 35 s. Two more for a busy machine.
 */
const longestMs: Record<Kind, number> = {
  read: 15_000,
  upsert: 15_000,
  availability: 17_000,
  invite: 17_000,
  mail: 37_000,
};

/**
 * During an outage: neither done nor refused as unavailable with Retry-After (504 for a request over the bus; 4xx by SMTP,
 * or a connection that ended, which a sender treats the same), or only after too long.
 */
export function isUnexpected(outcome: Outcome): boolean {
  const { kind, status, retryAfter, ms } = outcome;
  if (ms > longestMs[kind]) return true;
  if (!isFailure(outcome)) return false;
  if (kind === 'mail') return status !== 0 && (status < 400 || status > 499);
  if (status === 504) return kind !== 'availability' && kind !== 'invite';
  return status !== 503 || !(Number(retryAfter) > 0);
}

export const isFailure = ({ status }: Outcome): boolean => status < 200 || status > 299;

/** For a failing test's message. */
export const summarise = (outcomes: readonly Outcome[]): string[] =>
  outcomes
    .slice(0, 20)
    .map(({ kind, at, status, ms, text }) =>
      [
        `${new Date(performance.timeOrigin + at).toISOString()} ${kind} ${status}`,
        `after ${Math.round(ms)} ms:`,
        text.slice(0, 200),
      ].join(' '),
    );
