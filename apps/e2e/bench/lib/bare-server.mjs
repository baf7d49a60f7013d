// The baseline of bench:read: node:http and pg, one prepared query for token and page, nothing else.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import pg from 'pg';

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL),
  options:
    '-c search_path=gateway -c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c enable_bitmapscan=off',
});
const text = `
  SELECT page.wire FROM access_token t CROSS JOIN LATERAL (
    SELECT o.wire FROM bench_occurrence o
    WHERE o.account_id = t.account_id AND o.start_ms >= $2 AND o.start_ms < $3 AND NOT o.deleted
    ORDER BY o.start_ms, o.calendar_id, o.event_uid, o.instance LIMIT 101) AS page
  WHERE t.token_hash = $1 AND t.expires_at > now()`;

const server = createServer(async (request, response) => {
  const url = new URL(request.url, 'http://localhost');
  if (url.pathname === '/ready') return response.end();
  const token = (request.headers.authorization ?? '').slice('Bearer '.length);
  const values = [
    createHash('sha256').update(token).digest('hex'),
    Date.parse(url.searchParams.get('from')),
    Date.parse(url.searchParams.get('to')),
  ];
  const { rows } = await pool.query({ name: 'page', text, values });
  response.setHeader('content-type', 'application/json');
  response.end(
    `{"events":[${rows
      .slice(0, 100)
      .map(({ wire }) => wire)
      .join(',')}]}`,
  );
});
server.listen(Number(process.env.PORT), '127.0.0.1', () => process.stdout.write('listening\n'));
