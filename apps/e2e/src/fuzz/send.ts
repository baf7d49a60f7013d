import { Agent, fetch } from 'undici';

export interface Sent {
  method: string;
  token?: string;
  raw?: string;
  type?: string;
  headers?: Record<string, string>;
}

const agents = new Map<string, Agent>();

/** Clients at addresses of their own: what one guesses must not lock out those at another. */
function agentAt(address: string): Agent {
  const known = agents.get(address);
  if (known) return known;
  const agent = new Agent({ localAddress: address, headersTimeout: 30_000, bodyTimeout: 30_000 });
  agents.set(address, agent);
  return agent;
}

/** Sends a request from a loopback address; status 599 where the connection ended. */
export async function sendFrom(address: string, url: string, { method, token, raw, type, headers }: Sent) {
  const given = {
    'content-type': type ?? 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...headers,
  };
  const dispatcher = agentAt(address);
  try {
    const answer = await fetch(url, { method, headers: given, body: raw, redirect: 'manual', dispatcher });
    return { status: answer.status, text: await answer.text() };
  } catch (error) {
    return { status: 599, text: String((error as { cause?: unknown }).cause ?? error) };
  }
}
