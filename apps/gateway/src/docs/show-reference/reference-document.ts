import { openApiDocument, type DocumentName } from '@kalends/public-api';
import { textOf, titleOf } from '../operations.js';

type Json = Record<string, unknown>;

interface Operation extends Json {
  operationId: string;
  summary: string;
  description?: string;
  security?: Record<string, never[]>[];
}

interface Document extends Json {
  tags: Json[];
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
}

/** Names that a part of the document refers to, as `<kind>/<name>`. */
function referred(part: unknown, names: Set<string>, components: Document['components']): Set<string> {
  for (const [, kind, name] of JSON.stringify(part).matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g)) {
    const id = `${kind}/${name}`;
    if (names.has(id)) continue;
    names.add(id);
    referred(components[kind!]?.[name!] ?? {}, names, components);
  }
  return names;
}

/** The components that an operation needs: what it refers to, and its credentials. */
function componentsOf({ security = [], ...operation }: Operation, components: Document['components']) {
  const names = referred(operation, new Set(), components);
  for (const one of security) for (const scheme of Object.keys(one)) names.add(`securitySchemes/${scheme}`);
  const kept = Object.entries(components).map(([kind, parts]) => [
    kind,
    Object.fromEntries(Object.entries(parts).filter(([name]) => names.has(`${kind}/${name}`))),
  ]);
  return Object.fromEntries(kept) as Document['components'];
}

function only(document: Document, operationId: string): Document | undefined {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const found = all.find(({ operation }) => operation.operationId === operationId);
  if (!found) return undefined;
  const { path, method, operation } = found;
  const shown = { ...operation, summary: titleOf(operation.summary), description: textOf(operation) };
  const components = componentsOf(operation, document.components);
  return { ...document, tags: [], paths: { [path]: { [method]: shown } }, components };
}

/** The documents of the references, and of single operations. */
export class ReferenceDocuments {
  private readonly documents = new Map<DocumentName, Document>();

  constructor(private readonly base: string) {}

  whole(name: DocumentName): object {
    const document = this.documents.get(name) ?? (openApiDocument(this.base, name) as Document);
    this.documents.set(name, document);
    return document;
  }

  /** Of one operation, with what it refers to; undefined if there is no such operation. */
  of(name: DocumentName, operationId: string): object | undefined {
    return only(this.whole(name) as Document, operationId);
  }
}
