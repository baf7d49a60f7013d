// The baseline of bench:write: node:http and pg. Requests are parsed and stored with an outbox row in one durable
// transaction, with a single prepared statement; nothing is validated and the outbox is not read.
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: Number(process.env.DATABASE_POOL) });
await pool.query(`
  CREATE TABLE event (account text, id text, body text NOT NULL, PRIMARY KEY (account, id));
  CREATE TABLE outbox (id bigserial PRIMARY KEY, key text NOT NULL, body text)`);

const store = {
  name: 'store',
  text: `WITH stored AS (
           INSERT INTO event SELECT $1, * FROM unnest($2::text[], $3::text[])
           ON CONFLICT (account, id) DO UPDATE SET body = excluded.body RETURNING id, body)
         INSERT INTO outbox (key, body) SELECT $1, body FROM stored`,
};
const remove = {
  name: 'remove',
  text: `WITH gone AS (DELETE FROM event WHERE account = $1 AND id = ANY($2) RETURNING id)
         INSERT INTO outbox (key, body) SELECT $1, id FROM gone`,
};
const idOf = ({ event_id, smart_invite_id, hold_id }) => event_id ?? smart_invite_id ?? hold_id;

async function handle(request, text) {
  const account = request.headers.authorization;
  const body = JSON.parse(text);
  if (request.method === 'DELETE') return pool.query({ ...remove, values: [account, [body.event_id]] });
  if (!body.batch) return pool.query({ ...store, values: [account, [idOf(body)], [text]] });
  const events = body.batch.map(({ data }) => data);
  return pool.query({ ...store, values: [account, events.map(idOf), events.map((event) => JSON.stringify(event))] });
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status) => response.writeHead(status).end();
    if (chunks.length === 0) return answer(200);
    handle(request, Buffer.concat(chunks).toString()).then(
      () => answer(202),
      (error) => {
        process.stderr.write(`${error.stack}\n`);
        answer(500);
      },
    );
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
