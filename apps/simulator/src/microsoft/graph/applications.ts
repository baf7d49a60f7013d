import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, itemNotFound } from '../graph-error.js';
import type { MicrosoftStore } from '../store.js';

/** GET /applications(appId='…'): by the application itself, with Application.Read.All. */
export function readApplication(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const asked = /^applications\(appId='([^']{1,100})'\)$/.exec(request.params['function'] ?? '')?.[1];
  if (asked === undefined) throw itemNotFound();
  const token = /^Bearer (.+)$/i.exec([request.headers['authorization']].flat()[0] ?? '')?.[1] ?? '';
  const own = store.ownTokens.get(token);
  const client = store.clients.get(own && own.expires > store.clock.now() ? own.clientId : '');
  if (!client?.readsItself) throw accessDenied();
  if (client.id !== asked) throw itemNotFound();
  const ends = client.secretEnds ?? store.clock.now() + 730 * 86_400_000;
  const credential = { hint: client.secret.slice(0, 3), endDateTime: new Date(ends).toISOString(), displayName: null };
  return json({ passwordCredentials: [credential] });
}
