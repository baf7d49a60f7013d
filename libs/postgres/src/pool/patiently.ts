/** How `pg` and its pool say that a connection was not accepted in time. */
const connectTimeout =
  /^(timeout exceeded when trying to connect|timeout expired|Connection terminated due to connection timeout)$/;

/** A server that accepts connections, but had no time for this one. */
const isConnectTimeout = (error: unknown): boolean => error instanceof Error && connectTimeout.test(error.message);

/**
 * Work of a start, which waits longer for connections than requests do: the database of a busy machine has often just been started too.
 * Repeats what ended for want of a connection until `patienceMs` have passed (60,000), then rejects with the last reason.
 */
export async function patiently<T>(work: () => Promise<T>, patienceMs = 60_000): Promise<T> {
  const giveUp = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isConnectTimeout(error) || performance.now() > giveUp) throw error;
    }
  }
}
