import { expect, it } from 'vitest';
import {
  attacksOn,
  atTwo,
  newSide,
  newVictim,
  operationsOf,
  ownAnswers,
  planted,
  snapshot,
} from './harness/attacks.js';
import { call, e2e } from './harness/kalends.js';

e2e('tenants', (kalends) => {
  it(
    'given another application’s ids, when every endpoint is tried with them, then nothing is disclosed and nothing changes',
    { timeout: 120_000 },
    async () => {
      const victim = await newVictim(kalends());
      const attacker = await newSide(kalends(), 'attacker');
      const tokens = {
        user: attacker.user.access_token,
        secret: attacker.application.client_secret,
        developer: attacker.key,
        nobody: undefined,
      };
      const before = await snapshot(kalends(), victim);
      expect(before).toContain(planted);
      const attacks = attacksOn(victim, attacker);
      const documented = await operationsOf(kalends(), /^\/(v1|admin|oauth\/token)/);
      const operations = documented.map(({ operationId }) => operationId);
      expect(Object.keys(attacks).sort()).toEqual(operations.sort());

      const wrong: string[] = [];
      for (const [operation, tries] of Object.entries(attacks)) {
        for (const [as, method, path, attack] of tries) {
          const answer = await call(method, kalends().url(path), { token: tokens[as], body: attack });
          const refused = answer.status >= 400 && answer.status < 500;
          if (answer.text.includes(planted)) wrong.push(`${operation} as ${as} returned: ${answer.text.slice(0, 200)}`);
          if (!refused && !ownAnswers.includes(operation))
            wrong.push(`${operation} as ${as}: ${answer.status} ${answer.text.slice(0, 200)}`);
          if (operation === 'runBatch')
            expect((answer.body.batch as { status: number }[]).map(({ status }) => status)).toEqual([404, 404]);
        }
      }
      expect(wrong).toEqual([]);
      expect(await snapshot(kalends(), victim)).toBe(before);
      const hold = await call('POST', kalends().url('/v1/holds'), {
        token: victim.application.client_secret,
        body: { hold_id: 'h1', members: [{ sub: victim.user.sub }], ...atTwo },
      });
      expect(hold.status).toBe(200);
    },
  );
});
