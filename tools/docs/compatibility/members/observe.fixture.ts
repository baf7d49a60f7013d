import type { Scene } from './scene.fixture.js';
import { withMember } from './paths.js';
import type { CallCase, Verdict } from './verdict.js';

/** What can be seen of a call, without what is random. */
export interface Seen {
  status: number;
  body: unknown;
  location: string | null;
  /** The answer, and what is read afterwards. */
  shown: string;
  /** The same, with the messages that the call has caused. */
  text: string;
}

const secrets = [
  'access_token',
  'refresh_token',
  'client_secret',
  'client_id',
  'link_token',
  'token',
  'secret_id',
  'created_at',
  'sealed',
  'command',
];
const hidden = new RegExp(String.raw`"(${secrets.join('|')})":("[^"]*"|\d+)`, 'g');
/** The members that name another page. */
const cursor = /(\/pages\/)[^"]+/g;
/** The state of a journey in its page. */
const sealed = /(name=\\?"journey\\?" value=\\?"|[?&;]journey=)[^"&\\]+/g;
/** The address of a logo names the application. */
const logo = /(\/applications\/)[^/]+(?=\/logo)/g;
/** The address of a booking link. */
const page = /(\/(?:rts|add_to_calendar)\/)[\w-]+/g;
/** Ids that the gateway makes; an instance's keeps its time. */
const made = /\b(acc|apc|cal|pro|evt|chn|req|sch|seq)_[0-9A-Za-z_-]{8,}?(?=[^0-9A-Za-z_-]|_\d{8})/g;

function withoutChance(text: string, scene: Scene): string {
  const names: Record<string, string> = {
    calendar: scene.calendarId,
    'other-calendar': scene.otherCalendarId,
    profile: scene.profileId,
    account: scene.accountId,
    'other-account': scene.otherAccountId,
    application: scene.clientId,
    ...scene.named,
  };
  const named = Object.entries(names).reduce((all, [name, id]) => all.replaceAll(id, `<${name}>`), text);
  return named
    .replaceAll(cursor, '$1*')
    .replaceAll(sealed, '$1*')
    .replaceAll(logo, '$1*')
    .replaceAll(page, '$1*')
    .replaceAll(hidden, '"$1":"*"')
    .replaceAll(made, '$1_*');
}

const listed = (name: string, value: unknown): [string, string][] =>
  Array.isArray(value) ? value.map((one): [string, string] => [`${name}[]`, String(one)]) : [[name, String(value)]];

const queryOf = (input: object) =>
  new URLSearchParams(Object.entries(input).flatMap(([name, value]) => listed(name, value))).toString();

/** As PHP's http_build_query writes it: `attendees[invite][0][email]`. */
const formOf = (value: unknown, name = ''): [string, string][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).flatMap(([key, one]) => formOf(one, name === '' ? key : `${name}[${key}]`))
    : value === undefined || value === null
      ? []
      : [[name, String(value)]];

/** Values may depend on the ids of the scene. */
const valueIn = (value: unknown, scene: Scene): unknown =>
  typeof value === 'function' ? (value as (one: Scene) => unknown)(scene) : value;

export interface Tried {
  method: string;
  call: CallCase;
  name: string;
  verdict: Verdict;
  /** Form-encoded in place of JSON. */
  asForm?: boolean;
}

/** The input of a call with a value of one member; undefined: without it. */
export function inputWith(scene: Scene, { call, name, verdict }: Tried, value: unknown) {
  const more = valueIn(verdict.with ?? {}, scene) as Record<string, unknown>;
  return withMember({ ...call.base(scene), ...more }, name, valueIn(value, scene));
}

/** Makes a call in a new scene, and sees its answer, its messages, and what is read afterwards. */
export async function observe(
  scene: Scene,
  { method, call, verdict, asForm }: Pick<Tried, 'method' | 'call'> & Partial<Tried>,
  inputFor: () => Record<string, unknown>,
): Promise<Seen> {
  const { gateway, asked } = scene;
  await call.prepare?.(scene);
  await verdict?.given?.(scene);
  const input = inputFor();
  await gateway.clearOutbox();
  asked.length = 0;
  const token = call.token?.(scene);
  const isQuery = call.input === 'query';
  const answer = await gateway.call(method, `${call.path(scene)}${isQuery ? `?${queryOf(input)}` : ''}`, {
    ...(token === undefined ? {} : { token }),
    headers: call.headers?.(scene) ?? {},
    ...(isQuery ? {} : { body: asForm ? new URLSearchParams(formOf(input)) : input }),
  });
  const messages = { asked: structuredClone(asked), outbox: await gateway.outbox() };
  const reads = [];
  for (const address of call.reads?.(scene) ?? []) {
    reads.push((await gateway.call('GET', address, { token: scene.token })).body);
  }
  const { status, body } = answer;
  reads.push(await call.after?.(scene, body));
  const location = answer.headers.get('location');
  const shown = withoutChance(JSON.stringify({ status, body, location, reads }), scene);
  const text = `${shown}\n${withoutChance(JSON.stringify(messages), scene)}`;
  return { status, body, location, shown, text };
}
