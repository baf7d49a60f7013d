const redacted = '[redacted]';

/** The end of a name whose value is secret, as programs and providers write it: `refresh_token`, `X-Api-Key`. */
const ending =
  'authorization|cookie|passw(?:or)?d|passphrase|pwd|secret|token|credential|signature|assertion|verifier|jwt|' +
  'client[-_]?state|session[-_]?(?:id|key)|(?:authorization|device|user)[-_]?code|' +
  '(?:admin|api|access|developer|encryption|hmac|private|signing)[-_]?key';

const nameAlone = new RegExp(`(?:^(?:code|pass|sid)|hmac.*|(?:${ending})s?)$`, 'i');

/** Whether a field, header or parameter of this name has a secret as its value. */
export const isSecretName = (name: string): boolean => nameAlone.test(name);

/** Of headers, everything to the end of the line or of the quoted text. */
const headers = /((?:authorization|cookie)["'\\]*\s{0,3}[:=]\s{0,3}["'\\]*)[^\r\n"'\\]+(?:"[^\r\n]*)?/gi;
/** `name=value`, `name: value`, `"name":"value"` (also inside another text of JSON), `<name>value</name>`. */
const pairs = new RegExp(
  `((?:${ending}|\\bcode(?==))s?["'\\\\]*\\s{0,3}[:=>]\\s{0,3}["'\\\\]*)[^\\s"'\\\\&,;<})\\]]+`,
  'gi',
);
const schemes = /\b(Bearer|bearer|Basic|AUTH (?:PLAIN|LOGIN|XOAUTH2))\s+[A-Za-z0-9._~+/=-]{6,}/g;
/** Keys of administrators and developers, and client secrets. */
const keys = /\b(kak_|kdk_|KAL_)[\w-]{6,}/g;
const words = /[^\s"'<>\\]+/g;
const jwts = /(?<![\w-])eyJ[\w-]{6,}\.[\w-]{6,}(?:\.[\w-]*)?/g;
const localParts = /(?<![\w.+~-])([\w.+~-]+)@/g;

/** Whether something is too long and mixed for a word or a name: an id or a capability. */
const isRandom = (text: string) =>
  text.length >= 20 && /\d/.test(text) && /[a-z]/i.test(text) && /^[\w.+~-]+$/.test(text);

/** Of a URL, what follows `://`: without a password or a user that is a token, and without random parts of its path. */
function redactLocation(rest: string): string {
  const [authority = '', ...path] = rest.split('/');
  const at = authority.lastIndexOf('@');
  const [user = '', password] = authority.slice(0, Math.max(0, at)).split(':', 2);
  const shownUser = password === undefined ? redacted : `${user}:${redacted}`;
  const shown = at < 0 ? authority : `${shownUser}@${authority.slice(at + 1)}`;
  return [shown, ...path.map((part) => (isRandom(part) ? redacted : part))].join('/');
}

function redactWord(word: string): string {
  const begin = word.search(/[?#]/);
  const hasParameters = begin >= 0 && word.includes('=', begin);
  const [address, parameters] = hasParameters ? [word.slice(0, begin), `${word[begin]}${redacted}`] : [word, ''];
  const [scheme = '', ...rests] = address.split('://');
  const shown = rests.length > 0 ? [scheme, ...rests.map(redactLocation)].join('://') : redactLocalParts(address);
  return shown.replaceAll(jwts, redacted) + parameters;
}

/** Reply addresses are capabilities. */
const redactLocalParts = (word: string) =>
  word.includes('@')
    ? word.replaceAll(localParts, (all, local: string) => (isRandom(local) ? `${redacted}@` : all))
    : word;

/**
 * A text without secrets, by their kinds: parameters of addresses, user names and passwords in them, random parts of their
 * paths and of reply addresses, headers and members with secret names, credentials after their scheme, JWTs.
 */
export function redactText(text: string): string {
  // most texts are short and have none: each search is tried only where its characters are
  const hasNames = /[:=>]/.test(text);
  let shown = hasNames ? text.replaceAll(headers, `$1${redacted}`) : text;
  if (/\s/.test(text)) shown = shown.replaceAll(schemes, `$1 ${redacted}`);
  if (hasNames) shown = shown.replaceAll(pairs, `$1${redacted}`);
  shown = shown.replaceAll(keys, `$1${redacted}`);
  return /[?@#]|:\/\/|eyJ/.test(text) ? shown.replaceAll(words, redactWord) : shown;
}
