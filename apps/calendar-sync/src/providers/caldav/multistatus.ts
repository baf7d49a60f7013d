import { ProviderError } from '../port/provider.port.js';
import { Turns } from '@kalends/service-runtime';
import { AnswerTooLarge } from './failures.js';
import { parseXml, XmlBeyondLimit, type XmlLimits } from './parse-xml.js';
import { child, listOf, textOf, type Children, type XmlValue } from './xml.js';

/** One resource in a multistatus answer (RFC 4918 §14.24); `props` by camel-case name, only those that were found. */
export interface DavResource {
  href: string;
  status: number;
  props: Record<string, XmlValue>;
}

export interface Multistatus {
  resources: DavResource[];
  syncToken?: string;
}

/** `HTTP/1.1 200 OK` (RFC 4918 §14.28). */
function statusOf(element: XmlValue): number | undefined {
  const digits = /^\S+\s+(\d{3})(?:\s|$)/.exec(textOf(child(element, 'status')) ?? '')?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Of all propstats those properties that were found (RFC 4918 §14.22). */
function propsOf(response: XmlValue): Children {
  const found = listOf(child(response, 'propstat')).filter((propstat) => {
    const status = statusOf(propstat) ?? 200;
    return status >= 200 && status < 300;
  });
  return Object.assign({}, ...found.map((propstat) => child(propstat, 'prop'))) as Children;
}

function resourcesOf(response: XmlValue, status: number): DavResource[] {
  const facts = { status: statusOf(response) ?? status, props: propsOf(response) };
  return listOf(child(response, 'href')).flatMap((href) => {
    const path = textOf(href);
    return path === undefined ? [] : [{ href: path, ...facts }];
  });
}

const isComplete = (body: string) => /<\/(?:[\w.-]+:)?multistatus\s*>|multistatus[^<>]*\/>/.test(body.slice(-2_000));

async function parsed(body: string, { host, limits }: AnswerContext): Promise<XmlValue> {
  try {
    // the line ends that XML has (XML 1.0 §2.11) where a server wrote them as references: these make a third of the parsing
    return await parseXml(body.replaceAll('&#13;\n', '\n'), limits);
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (error instanceof XmlBeyondLimit && error.limit === 'many') throw new AnswerTooLarge(error);
    if (error instanceof XmlBeyondLimit)
      throw new ProviderError('unavailable', `${host} sent an answer that is not read: ${error.message}.`);
    return undefined;
  }
}

interface AnswerContext {
  host: string;
  status: number;
  limits: XmlLimits;
}

const responseBatchSize = 500;

async function resourcesIn(multistatus: XmlValue, { status, limits }: AnswerContext): Promise<DavResource[]> {
  const responses = listOf(child(multistatus, 'response'));
  const resources: DavResource[] = [];
  const turns = new Turns({ signal: limits.signal });
  for (let at = 0; at < responses.length; at += responseBatchSize) {
    const some = responses.slice(at, at + responseBatchSize);
    for (const response of some) resources.push(...resourcesOf(response, status));
    await turns.next();
  }
  return resources;
}

/**
 * The multistatus in an answer; undefined when it is another document. One that was cut off, cannot be read or is beyond
 * the limits rejects with `unavailable`: what is missing from it would count as gone.
 */
export async function multistatusIn(body: string, context: AnswerContext): Promise<Multistatus | undefined> {
  const { host, status } = context;
  if (status === 207 && !isComplete(body))
    throw new ProviderError('unavailable', `${host} sent an answer that is not complete.`);
  const multistatus = child(await parsed(body, context), 'multistatus');
  if (multistatus === undefined && status === 207)
    throw new ProviderError('unavailable', `${host} sent an answer that cannot be read.`);
  if (multistatus === undefined) return undefined;
  const resources = await resourcesIn(multistatus, context);
  const syncToken = textOf(child(multistatus, 'syncToken'));
  return { resources, ...(syncToken === undefined ? {} : { syncToken }) };
}
