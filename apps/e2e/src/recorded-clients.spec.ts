import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { e2e } from './harness/kalends.js';
import { clientsToRecord, newUser, record } from './harness/record-clients.js';
import { send, Values, type Recording } from './harness/recording.js';

const folder = join(import.meta.dirname, 'clients/recordings');
const recordings = readdirSync(folder).map((file) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Recording);

e2e('requests of the Ruby and PHP clients', (kalends) => {
  it.each(recordings)(
    'given those of $client $version, when sent again, then each has the status that the client got',
    async (recording) => {
      const values = new Values(await newUser(kalends()));
      const outcomes: string[] = [];
      for (const [index, { call, status: _, ...recorded }] of recording.requests.entries()) {
        const request = JSON.parse(values.fill(JSON.stringify(recorded))) as typeof recorded;
        const { status, text } = await send(kalends().deployment.baseUrl, request);
        values.learn(index, text);
        outcomes.push(`${call} ${status}`);
      }
      expect(outcomes).toEqual(recording.requests.map(({ call, status }) => `${call} ${status}`));
    },
  );

  it.each(clientsToRecord)('given a checkout of $name, then its requests are recorded again', async (client) => {
    const recording = await record(kalends(), client);
    writeFileSync(join(folder, client.file), `${JSON.stringify(recording, null, 2)}\n`);
    expect(recording.requests.length).toBeGreaterThan(30);
  });
});
