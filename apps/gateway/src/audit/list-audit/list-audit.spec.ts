import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey } from '../../gateway.fixture.js';
import { startConsole } from '../../console/console.fixture.js';

describe('the audit', () => {
  let setup: Awaited<ReturnType<typeof startConsole>>;
  beforeAll(async () => (setup = await startConsole()));
  afterAll(() => setup.gateway.stop());

  const entries = async (query = '') =>
    (
      (await setup.gateway.call('GET', `/admin/v1/audit${query}`, { token: adminKey })).body as {
        entries: Record<string, unknown>[];
      }
    ).entries;

  it('given a changed application, then who changed what from what to what is there', async () => {
    await setup.gateway.call('POST', `/admin/v1/applications/${setup.clientId}`, {
      token: adminKey,
      body: { plan: 'starter' },
    });
    const [newest] = await entries(`?client_id=${setup.clientId}`);
    expect(newest).toMatchObject({
      actor: 'admin key',
      action: 'application.changed',
      client_id: setup.clientId,
      before: { plan: 'emerging' },
      after: { plan: 'starter' },
    });
  });

  it.each(['UPDATE audit_entry SET actor = $1', 'DELETE FROM audit_entry WHERE actor <> $1', 'TRUNCATE audit_entry'])(
    'given the database role of the service, when it runs %s, then it is refused',
    async (sql) => {
      const before = (await entries()).length;
      const run = setup.gateway.database.pool.query(sql, sql.includes('$1') ? ['nobody'] : []);
      await expect(run).rejects.toThrow('never changed or deleted');
      expect((await entries()).length).toBe(before);
    },
  );

  it('given pages of one, then they follow each other to the end', async () => {
    const all = await entries();
    const seen: unknown[] = [];
    for (let after: string | null = ''; after !== null;) {
      const { body } = await setup.gateway.call('GET', `/admin/v1/audit?limit=1${after && `&after=${after}`}`, {
        token: adminKey,
      });
      const page = body as { entries: { audit_id: string }[]; next_after: string | null };
      seen.push(...page.entries.map(({ audit_id }) => audit_id));
      after = page.next_after;
    }
    expect(seen).toEqual(all.map(({ audit_id }) => audit_id));
  });
});
