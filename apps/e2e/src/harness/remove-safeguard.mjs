import pg from 'pg';

/**
 * Behaviour without an outbox: publishes from memory, some time after the statement and outside its transaction. The same
 * statement is run later, over a separate connection, so nothing here depends on the shape of the rows.
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

/** Behaviour without an inbox: every message is new. */
function alwaysNew(_text, values) {
  const ids = values.flat().filter((value) => value !== 'notifier' && value !== 'invites');
  return ids.map((message_id) => ({ message_id, first: 1 }));
}

const services = /search_path="?(invites|notifier)\b/;

/**
 * Negative control for tests: runs invites and notifier without their outbox or inbox, as set by REMOVED_SAFEGUARD. Inserts
 * into the table are intercepted here. Without REMOVED_SAFEGUARD it does nothing.
 */
export function removeSafeguard({ REMOVED_SAFEGUARD: what, DATABASE_URL: connectionString }) {
  if (!what) return;
  if (what !== 'outbox' && what !== 'inbox') throw new Error(`unknown safeguard: ${what}`);
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
