import { ProviderError } from '../provider/provider.port.js';
import { parseXml } from './parse-xml.js';
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

function parsed(body: string): XmlValue {
  try {
    // the line ends that XML has (XML 1.0 §2.11) where a server wrote them as references: these make a third of the parsing
    return parseXml(body.replaceAll('&#13;\n', '\n'));
  } catch {
    return undefined;
  }
}

/**
 * The multistatus in an answer with `status` from `host`; undefined when it is another document. One that was cut off or
 * cannot be read throws `unavailable`: what is missing from it would count as gone.
 */
export function multistatusIn(body: string, host: string, status: number): Multistatus | undefined {
  if (status === 207 && !isComplete(body))
    throw new ProviderError('unavailable', `${host} sent an answer that is not complete.`);
  const multistatus = child(parsed(body), 'multistatus');
  if (multistatus === undefined && status === 207)
    throw new ProviderError('unavailable', `${host} sent an answer that cannot be read.`);
  if (multistatus === undefined) return undefined;
  const resources = listOf(child(multistatus, 'response')).flatMap((response) => resourcesOf(response, status));
  const syncToken = textOf(child(multistatus, 'syncToken'));
  return { resources, ...(syncToken === undefined ? {} : { syncToken }) };
}
