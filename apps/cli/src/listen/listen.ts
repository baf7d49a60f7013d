import { setTimeout as pause } from 'node:timers/promises';
import type { CallRefused } from '../call-endpoint.js';
import { forward } from './forward.js';
import { readPosition, writePosition, type Position } from './position.js';
import {
  currentPosition,
  messageOf,
  nextCallbacks,
  nextChanges,
  type ByApplication,
  type Message,
} from './read-messages.js';

export interface ListenOptions {
  access: ByApplication;
  /** Where messages are forwarded to. */
  url: string;
  kinds: readonly ('callbacks' | 'changes')[];
  /** Where the position is kept. */
  file: string;
  /** Whether what was kept is ignored. */
  fromNow: boolean;
  /** Ends it. */
  signal: AbortSignal;
  print(line: string): void;
  /** Milliseconds between two reads. */
  pollMs?: number;
  /** Milliseconds before the second attempt, doubled until `mostPauseMs`. */
  firstPauseMs?: number;
}

const mostPauseMs = 30_000;

/** A refusal that no later attempt changes. */
class Ended extends Error {
  constructor(readonly refused: CallRefused) {
    super(refused.line);
  }
}

const isFinal = ({ status }: CallRefused) =>
  status !== undefined && status >= 400 && status < 500 && status !== 408 && status !== 429;

/** Forwards what is new until it is interrupted. */
class Listener {
  forwarded = 0;

  constructor(
    private readonly options: ListenOptions,
    private position: Position,
  ) {}

  async run(): Promise<void> {
    const { signal, kinds, pollMs = 2_000 } = this.options;
    while (!signal.aborted) {
      if (kinds.includes('callbacks')) await this.forwardCallbacks();
      if (kinds.includes('changes')) await this.forwardChanges();
      await sleep(pollMs, signal);
    }
  }

  private async forwardCallbacks(): Promise<void> {
    const { access } = this.options;
    const { callbacks, isCut } = await persist(this.options, () => nextCallbacks(access, this.position));
    if (isCut) this.options.print('Only the newest callbacks are forwarded: too many are waiting.');
    for (const one of callbacks) {
      const message = await persist(this.options, () => messageOf(access, one, this.position));
      await this.send(message);
    }
  }

  private async forwardChanges(): Promise<void> {
    const { access } = this.options;
    const { messages, cursor } = await persist(this.options, () => nextChanges(access, this.position));
    for (const { cursor: after, ...message } of messages) {
      await this.send({ ...message, after: { ...this.position, cursor: after } });
    }
    if (cursor !== this.position.cursor) await this.reach({ ...this.position, cursor });
  }

  private async send({ id, type, body, after }: Message): Promise<void> {
    const { url, access, print, signal } = this.options;
    if (body === undefined) print(`${type}  ${id}  has been deleted`);
    else {
      const target = { url, clientSecret: access.adminKey, signal };
      const { status, durationMs } = await persist(this.options, async () => {
        const sent = await forward({ id, body }, target);
        return sent.answered
          ? { ok: true, value: sent }
          : { ok: false, line: `${url} does not answer (${sent.reason})` };
      });
      this.forwarded += 1;
      print(`${type}  ${id}  ${status}  ${durationMs} ms`);
    }
    await this.reach(after);
  }

  private async reach(position: Position): Promise<void> {
    this.position = position;
    await writePosition(this.options.file, position);
  }
}

const sleep = (ms: number, signal: AbortSignal) => pause(ms, undefined, { signal }).catch(() => undefined);

type Attempted<T> = { ok: true; value: T } | CallRefused;

/** Tries until it succeeds, with growing pauses; each reason is printed once. Throws when it is interrupted or cannot succeed. */
async function persist<T>(options: ListenOptions, attempt: () => Promise<Attempted<T>>): Promise<T> {
  const { signal, print, firstPauseMs = 500 } = options;
  let printed: string | undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, mostPauseMs)) {
    signal.throwIfAborted();
    const tried = await attempt();
    if (tried.ok) return tried.value;
    signal.throwIfAborted();
    if (isFinal(tried)) throw new Ended(tried);
    if (printed !== tried.line) print(`${tried.line.replace(/[.?]$/, '')}. Trying again.`);
    printed = tried.line;
    await sleep(pauseMs, signal);
  }
}

/** The kept position, or that of now if there is none, it is too old or nobody wants it. */
async function startingPosition(options: ListenOptions): Promise<Position> {
  const { access, file, fromNow, print } = options;
  const kept = fromNow ? undefined : await readPosition(file);
  if (kept) {
    const read = await nextChanges(access, kept);
    if (read.ok || read.status !== 422) return kept;
    print('What was kept is older than 30 days: beginning now.');
  }
  const current = await persist(options, () => currentPosition(access));
  await writePosition(file, current);
  return current;
}

/** Forwards an application's callbacks and changes until it is interrupted; returns how many. */
export async function listen(options: ListenOptions): Promise<{ ok: true; forwarded: number } | CallRefused> {
  let listener: Listener | undefined;
  try {
    listener = new Listener(options, await startingPosition(options));
    await listener.run();
  } catch (error) {
    if (error instanceof Ended) return error.refused;
    if (!options.signal.aborted) throw error;
  }
  return { ok: true, forwarded: listener?.forwarded ?? 0 };
}
