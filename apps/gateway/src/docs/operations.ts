import { endpoints, inOrder, openApiDocument, type DocumentName } from '@kalends/public-api';

interface Described {
  operationId: string;
  summary: string;
  description?: string | undefined;
  tags: string[];
}

export interface ShownOperation {
  id: string;
  /** Of its page. */
  path: string;
  method: string;
  /** The address that it answers at. */
  address: string;
  title: string;
  /** What the title leaves out. */
  text: string;
}

export interface ReferenceGroup {
  title: string;
  text: string;
  operations: ShownOperation[];
}

export interface Reference {
  name: DocumentName;
  path: string;
  title: string;
  text: string;
  groups: ReferenceGroup[];
}

interface Document {
  info: { description: string };
  tags: { name: string; description: string; 'x-displayName': string }[];
  paths: Record<string, Record<string, Described>>;
}

const places: [DocumentName, string, string][] = [
  ['public', '/docs/api', 'API reference'],
  ['journey', '/docs/journey', 'Browser journey'],
  ['admin', '/docs/admin', 'Administration'],
];

const order = inOrder(endpoints).map(({ operation }) => operation);

/** The part of a summary that names the operation. */
export const titleOf = (summary: string) => /^.{8,}?(?=[,;:(]\s|\s\()|^.*$/.exec(summary)![0].replace(/[,;:.]$/, '');

/** What the title leaves out: the rest of the summary, and the description. */
export const textOf = ({ summary, description = '' }: Pick<Described, 'summary' | 'description'>): string =>
  titleOf(summary) === summary ? description : `${summary}. ${description}`.trim();

const operationsOf = ({ paths }: Document, at: string) =>
  Object.entries(paths)
    .flatMap(([address, methods]) =>
      Object.entries(methods).map(([method, { operationId: id, summary, description, tags }]) => ({
        ...{ id, path: `${at}/${id}`, method, address, tag: tags[0]! },
        title: titleOf(summary),
        text: textOf({ summary, description }),
      })),
    )
    .sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id));

function referenceOf([name, path, title]: (typeof places)[number]): Reference {
  const document = openApiDocument('', name) as Document;
  const operations = operationsOf(document, path);
  const groups = document.tags
    .map((tag) => ({
      title: tag['x-displayName'],
      text: tag.description,
      operations: operations.filter((one) => one.tag === tag.name),
    }))
    .filter((group) => group.operations.length > 0);
  return { name, path, title, text: document.info.description, groups };
}

let known: Reference[] | undefined;

/** The references and their operations, in the order in which people need them. */
export const references = (): Reference[] => (known ??= places.map(referenceOf));
