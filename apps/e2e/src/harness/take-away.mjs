import pg from 'pg';

/**
 * What a service without an outbox does: it publishes from memory, some time after its statement and in no transaction
 * with it. The very same statement is only run later, over a connection of its own, so nothing here depends on the
 * shape of the rows.
 */
function publishLater(text, values, { connectionString, options }) {
  const run = async () => {
    const client = new pg.Client({ connectionString, options });
    await client.connect();
    await client.query(`/* later */ ${text}`, values);
    await client.end();
  };
  setTimeout(() => run().catch(() => undefined), 30);
  return [];
}

/** What a service without an inbox does: every message is new to it. */
function alwaysNew(_text, values) {
  const ids = values.flat().filter((value) => value !== 'notifier' && value !== 'invites');
  return ids.map((message_id) => ({ message_id, first: 1 }));
}

const services = /search_path="?(invites|notifier)\b/;

/**
 * For tests only, so that one can be seen to notice: runs invites and notifier without their outbox or inbox, as TAKE_AWAY
 * says. Inserts into the table are answered here. Without TAKE_AWAY it does nothing.
 */
export function takeAwayAsToldBy({ TAKE_AWAY: what, DATABASE_URL: connectionString }) {
  if (!what) return;
  if (what !== 'outbox' && what !== 'inbox') throw new Error(`there is no safeguard called ${what}`);
  const table = what === 'outbox' ? /^\s*INSERT INTO outbox\b/ : /^\s*INSERT INTO inbox\b/;
  const answer = what === 'outbox' ? publishLater : alwaysNew;
  const query = pg.Client.prototype.query;
  pg.Client.prototype.query = function (config, values, callback) {
    const text = typeof config === 'string' ? config : config?.text;
    const { options } = this.connectionParameters;
    if (!table.test(text ?? '') || !services.test(options ?? '')) return query.call(this, config, values, callback);
    const rows = answer(text, config.values ?? values, { connectionString, options });
    const result = { rows, rowCount: rows.length, command: 'INSERT' };
    const done = [callback, values, config.callback].find((one) => typeof one === 'function');
    if (!done) return Promise.resolve(result);
    setImmediate(() => done(null, result));
  };
}
