import type { FuzzContext } from './actors.js';
import { largeBody } from './large-bodies.js';
import { operationsOf } from './requests.js';
import { sendFrom } from './send.js';

const address = '127.0.0.3';
const connections = 4;

/** Large bodies without valid credentials, to every operation and to addresses that do not exist. */
export async function sendWithoutCredentials({ kalends, random, findings, sent, ...more }: FuzzContext): Promise<void> {
  const operations = operationsOf(await kalends.documents()).filter(({ method }) => method !== 'GET');
  const members = ['calendar_ids', 'participants', 'value', 'events', 'batch'];
  const one = async () => {
    const { method, path } = random.pick(operations);
    const url = kalends.url(random.chance(0.2) ? '/nowhere' : path.replaceAll(/\{\w+\}/g, 'x'));
    const token = random.chance(0.5) ? 'unknown' : undefined;
    const answer = await sendFrom(address, url, { method, token, raw: largeBody(random, members) });
    sent.http += 1;
    // a client may see the connection end before it sees a refusal of what it has not sent yet
    if (answer.status >= 500 && answer.status !== 599)
      findings.serverErrors.push(
        `${answer.status} ${answer.text.slice(0, 200)} <- without credentials ${method} ${url}`,
      );
  };
  for (let count = 0; count < more.count && !more.hasEnded(); count += connections)
    await Promise.all(Array.from({ length: connections }, one));
}
