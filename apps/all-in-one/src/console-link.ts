import type { AllInOne } from './start.js';

/**
 * A link that signs in to the console once, as admin, for who started the program; null where others than users of this machine
 * reach the gateway, as terminals are shared and logged there.
 */
export async function createConsoleLink({ url, adminKey, isLocal: local }: AllInOne): Promise<string | null> {
  if (!local) return null;
  const response = await fetch(`${url}/admin/v1/console_links`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role: 'admin', session_seconds: 43_200 }),
  });
  if (!response.ok) return null;
  return ((await response.json()) as { url: string }).url;
}
