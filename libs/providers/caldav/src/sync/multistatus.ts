import { ProviderError } from '@kalends/provider-port/sync';
import { TimeSlices } from '@kalends/service-runtime';
import { AnswerTooLarge } from './failures.js';
import { parseXml, XmlBeyondLimit, type XmlLimits } from './parse-xml.js';
import { child, listOf, textOf, type Children, type XmlValue } from './xml.js';

/** One resource in a multistatus response (RFC 4918 §14.24); `props` by camel-case name, only those that were found. */
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

/** The properties that were found, across all propstats (RFC 4918 §14.22). */
function propsOf(response: XmlValue): Children {
  const found = listOf(child(response, 'propstat')).filter((propstat) => {
    const status = statusOf(propstat) ?? 200;
    return status >= 200 && status < 300;
  });
  return Object.fromEntries(found.flatMap((propstat) => Object.entries(child(propstat, 'prop') ?? {})));
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
    // Line ends of XML (XML 1.0 §2.11) that a server wrote as references: they account for a third of the parsing time
    return await parseXml(body.replaceAll('&#13;\n', '\n'), limits);
  } catch (error) {
    limits.signal?.throwIfAborted();
    if (error instanceof XmlBeyondLimit && error.limit === 'many') throw new AnswerTooLarge(error);
    if (error instanceof XmlBeyondLimit)
      throw new ProviderError('unavailable', `${host} sent a response that is not accepted: ${error.message}.`);
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
  const slices = new TimeSlices({ signal: limits.signal });
  for (let at = 0; at < responses.length; at += responseBatchSize) {
    const some = responses.slice(at, at + responseBatchSize);
    for (const response of some) resources.push(...resourcesOf(response, status));
    await slices.next();
  }
  return resources;
}

/**
 * Parses a multistatus response; undefined for any other document. One that is truncated, unreadable or over the limits
 * rejects with `unavailable`: its missing parts would otherwise count as deleted.
 */
export async function multistatusIn(body: string, context: AnswerContext): Promise<Multistatus | undefined> {
  const { host, status } = context;
  if (status === 207 && !isComplete(body))
    throw new ProviderError('unavailable', `${host} sent an incomplete response.`);
  const multistatus = child(await parsed(body, context), 'multistatus');
  if (multistatus === undefined && status === 207)
    throw new ProviderError('unavailable', `${host} sent an unreadable response.`);
  if (multistatus === undefined) return undefined;
  const resources = await resourcesIn(multistatus, context);
  const syncToken = textOf(child(multistatus, 'syncToken'));
  return { resources, ...(syncToken === undefined ? {} : { syncToken }) };
}
