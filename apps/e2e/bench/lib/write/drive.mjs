import { Pool } from 'undici';

/**
 * Sends requests, `inFlight` at a time, for `seconds` or until `limit` have been sent; waits for the last responses.
 * `requestOf(n)`: method, path, headers, body. Returns the number of requests, the seconds taken, and the milliseconds of
 * each.
 */
export async function drive({ base, requestOf, inFlight, seconds = Infinity, limit = Infinity }) {
  const pool = new Pool(base, { connections: inFlight, pipelining: 1 });
  const times = [];
  let sent = 0;
  const began = performance.now();
  const end = began + seconds * 1000;
  const send = async () => {
    while (sent < limit && performance.now() < end) {
      const from = performance.now();
      const { statusCode, body } = await pool.request(requestOf(sent++));
      if (statusCode >= 300) throw new Error(`${base}: ${statusCode} ${await body.text()}`);
      await body.dump();
      times.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: inFlight }, send));
  const took = (performance.now() - began) / 1000;
  await pool.close();
  return { count: times.length, seconds: took, times };
}
