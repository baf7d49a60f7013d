// The baselines of bench:write: node:http and pg. The bare one parses requests and stores each with an outbox row in one durable
// transaction, with a single prepared statement; nothing is validated and the outbox is not read. The fair one (FAIR=1) also does what any
// such service must: it looks the token up by its hash, checks the body against a JSON Schema, and has one consumer that reads the outbox
// and projects each event into a second table.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import { Ajv } from 'ajv';
import pg from 'pg';

const isFair = process.env.FAIR === '1';
const connection = { connectionString: process.env.DATABASE_URL };
const pool = new pg.Pool({ ...connection, max: Number(process.env.DATABASE_POOL) });
await pool.query(`
  CREATE TABLE event (account text, id text, body text NOT NULL, PRIMARY KEY (account, id));
  CREATE TABLE outbox (id bigserial PRIMARY KEY, key text NOT NULL, event text NOT NULL, body text);
  CREATE TABLE token (hash bytea PRIMARY KEY, account text NOT NULL);
  CREATE TABLE shown (account text, id text, starts timestamptz, body text NOT NULL, PRIMARY KEY (account, id))`);

const store = {
  name: 'store',
  text: `WITH stored AS (
           INSERT INTO event SELECT $1, * FROM unnest($2::text[], $3::text[])
           ON CONFLICT (account, id) DO UPDATE SET body = excluded.body RETURNING id, body)
         INSERT INTO outbox (key, event, body) SELECT $1, id, body FROM stored`,
};
const remove = {
  name: 'remove',
  text: `WITH gone AS (DELETE FROM event WHERE account = $1 AND id = ANY($2) RETURNING id)
         INSERT INTO outbox (key, event) SELECT $1, id FROM gone`,
};
const owner = { name: 'owner', text: 'SELECT account FROM token WHERE hash = $1' };
const take = {
  name: 'take',
  text: `DELETE FROM outbox WHERE id IN (SELECT id FROM outbox ORDER BY id LIMIT 500) RETURNING id, key, event, body`,
};
const show = {
  name: 'show',
  text: `WITH given AS (SELECT * FROM unnest($1::text[], $2::text[], $3::timestamptz[], $4::text[]) AS row (account, id, starts, body)),
              gone AS (DELETE FROM shown USING given WHERE shown.account = given.account AND shown.id = given.id AND given.body IS NULL)
         INSERT INTO shown SELECT * FROM given WHERE body IS NOT NULL
         ON CONFLICT (account, id) DO UPDATE SET starts = excluded.starts, body = excluded.body`,
};
const idOf = ({ event_id, smart_invite_id, hold_id }) => event_id ?? smart_invite_id ?? hold_id;

const text = { type: 'string', minLength: 1, maxLength: 4_096 };
const instant = { type: 'string', pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ$' };
const event = {
  type: 'object',
  required: ['event_id', 'summary', 'start', 'end'],
  properties: { event_id: text, summary: text, description: text, start: instant, end: instant, tzid: text, location: { type: 'object', properties: { description: text } } }, // prettier-ignore
};
const entry = { type: 'object', required: ['method', 'relative_url', 'data'], properties: { method: text, relative_url: text, data: event } }; // prettier-ignore
const invite = {
  type: 'object',
  required: ['smart_invite_id', 'callback_url', 'recipient', 'event'],
  properties: { smart_invite_id: text, callback_url: text, recipient: { type: 'object', required: ['email'], properties: { email: text } }, event: { ...event, required: ['summary', 'start', 'end'] } }, // prettier-ignore
};
const hold = {
  type: 'object',
  required: ['hold_id', 'members', 'start', 'end'],
  properties: { hold_id: text, members: { type: 'array', maxItems: 10, items: { type: 'object', required: ['sub'], properties: { sub: text } } }, start: instant, end: instant }, // prettier-ignore
};
const batch = {
  type: 'object',
  required: ['batch'],
  properties: { batch: { type: 'array', maxItems: 50, items: entry } },
};
const deletion = { type: 'object', required: ['event_id'], properties: { event_id: text } };
const ajv = new Ajv();
const checks = Object.fromEntries(
  Object.entries({ event, batch, invite, hold, deletion }).map(([name, schema]) => [name, ajv.compile(schema)]),
);
const kindOf = (method, { batch: entries, smart_invite_id, hold_id }) =>
  method === 'DELETE' ? 'deletion' : entries ? 'batch' : smart_invite_id ? 'invite' : hold_id ? 'hold' : 'event';

const hashOf = (header = '') => createHash('sha256').update(header.slice('Bearer '.length)).digest();

/** The account of a request: of its token where that is looked up, else the header itself. */
async function accountOf({ headers: { authorization } }) {
  if (!isFair) return authorization;
  const { rows } = await pool.query({ ...owner, values: [hashOf(authorization)] });
  if (!rows[0]) throw new Error('unknown token');
  return rows[0].account;
}

async function handle(request, given) {
  const account = await accountOf(request);
  const body = JSON.parse(given);
  if (isFair && !checks[kindOf(request.method, body)](body)) throw new Error('the body does not fit');
  if (request.method === 'DELETE') await pool.query({ ...remove, values: [account, [body.event_id]] });
  else if (!body.batch) await pool.query({ ...store, values: [account, [idOf(body)], [given]] });
  else {
    const events = body.batch.map(({ data }) => data);
    await pool.query({ ...store, values: [account, events.map(idOf), events.map((one) => JSON.stringify(one))] });
  }
  wake();
}

let wake = () => undefined;
/** Projects what the outbox has, again and again; only the last version of an event in a group counts. */
async function consume() {
  const client = new pg.Client(connection);
  await client.connect();
  for (;;) {
    const woken = new Promise((resolve) => (wake = resolve));
    await client.query('BEGIN');
    const { rows } = await client.query(take);
    const last = new Map(
      rows.sort((a, b) => Number(a.id) - Number(b.id)).map((row) => [`${row.key}\n${row.event}`, row]),
    );
    const given = [...last.values()];
    const starts = given.map(({ body }) =>
      body === null ? null : ((one) => one.start ?? one.event.start)(JSON.parse(body)),
    );
    if (given.length > 0) await client.query({ ...show, values: [given.map(({ key }) => key), given.map((row) => row.event), starts, given.map(({ body }) => body)] }); // prettier-ignore
    await client.query('COMMIT');
    if (rows.length === 0) await woken;
  }
}
if (isFair)
  consume().catch((error) => {
    process.stderr.write(`${error.stack}\n`);
    process.exit(1);
  });

/** Tokens that will be used, and whether everything is projected: for the benchmark itself. */
async function serveBenchmark({ url }, given) {
  if (url === '/tokens') {
    const hashes = JSON.parse(given).map((token) => hashOf(`Bearer ${token}`));
    await pool.query(
      `INSERT INTO token SELECT hash, encode(hash, 'hex') FROM unnest($1::bytea[]) AS hash ON CONFLICT DO NOTHING`,
      [hashes],
    );
    return 200;
  }
  const { rows } = await pool.query('SELECT EXISTS (SELECT FROM outbox) AS waits');
  return isFair && rows[0].waits ? 503 : 200;
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const answer = (status) => response.writeHead(status).end();
    const given = Buffer.concat(chunks).toString();
    const isWrite = request.headers.authorization !== undefined;
    (isWrite ? handle(request, given).then(() => 202) : serveBenchmark(request, given)).then(answer, (error) => {
      process.stderr.write(`${error.stack}\n`);
      answer(500);
    });
  });
});
server.listen(Number(process.env.PORT), '127.0.0.1');
