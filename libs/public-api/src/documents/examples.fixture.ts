import { Ajv } from 'ajv';

/** The parts of a JSON schema that the documents use. */
export interface Schema {
  $ref?: string;
  type?: string;
  maxItems?: number;
  description?: string;
  example?: unknown;
  properties?: Record<string, Schema>;
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
}

export type Schemas = Record<string, Schema>;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const partsOf = ({ anyOf = [], oneOf = [], allOf = [] }: Schema) => [...anyOf, ...oneOf, ...allOf];
const nameOf = ($ref: string) => $ref.split('/').at(-1)!;

/** A schema where it is used, with the values that examples give it. */
interface Place {
  schema: Schema;
  values: unknown[];
  at: string;
}

/**
 * Members, however deep, that no example shows: neither one of the body nor one of the member's own schema, nor of all of its
 * members. A schema that several bodies share needs one example in any of them.
 */
export class ShownMembers {
  private readonly known = new Set<string>();
  private readonly shown = new Set<string>();
  private readonly within: string[] = [];

  constructor(private readonly schemas: Schemas) {}

  add(place: Place): void {
    const { schema, at } = place;
    if (schema.$ref) return this.addNamed(nameOf(schema.$ref), place);
    const values = [...place.values, ...(schema.example === undefined ? [] : [schema.example])];
    for (const part of partsOf(schema)) this.add({ schema: part, values, at });
    const lists = values.filter((one) => Array.isArray(one)) as unknown[][];
    if (schema.items) this.add({ schema: schema.items, values: lists.flat(), at: `${at}[]` });
    for (const [name, one] of Object.entries(schema.properties ?? {})) {
      const inner = values.filter((value) => isObject(value) && name in value);
      const given = inner.map((value) => (value as Record<string, unknown>)[name]);
      this.addMember({ schema: one, values: given, at: `${at}.${name}` });
    }
  }

  missing(): string[] {
    const isShown = (path: string): boolean => {
      if (this.shown.has(path)) return true;
      const members = [...this.known].filter(
        (one) => one.startsWith(path) && /^(\[\])*\.\w+$/.test(one.slice(path.length)),
      );
      return members.length > 0 && members.every(isShown);
    };
    return [...this.known].filter((path) => !isShown(path));
  }

  private addNamed(name: string, { values }: Place): void {
    // a schema that contains itself
    if (this.within.includes(name)) return;
    this.within.push(name);
    this.add({ schema: this.schemas[name]!, values, at: name });
    this.within.pop();
  }

  private addMember(place: Place): void {
    this.known.add(place.at);
    if (place.values.length > 0 || this.hasExample(place.schema)) this.shown.add(place.at);
    this.add(place);
  }

  private hasExample(schema: Schema): boolean {
    if (schema.$ref) return this.hasExample(this.schemas[nameOf(schema.$ref)]!);
    return schema.example !== undefined || partsOf(schema).some((part) => this.hasExample(part));
  }
}

/** Examples of schemas, with the schema, however deep. */
function* examplesIn(value: unknown): Generator<[Schema, unknown]> {
  if (Array.isArray(value)) for (const one of value) yield* examplesIn(one);
  else if (isObject(value)) {
    // beside `schema` it is one of a body or a parameter
    if ('example' in value && !('schema' in value)) yield [value, value.example];
    for (const [name, one] of Object.entries(value))
      if (name !== 'examples' && name !== 'example') yield* examplesIn(one);
  }
}

/** The schema, in which every object has only the members that it names. */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (!isObject(part)) return part;
  const parts = Object.fromEntries(
    Object.entries(part).map(([name, one]) => [name, name === 'example' || name === 'enum' ? one : closed(one)]),
  );
  const isOpen = part.properties === undefined || typeof part.type !== 'string' || 'additionalProperties' in part;
  return isOpen ? parts : { ...parts, additionalProperties: false };
}

const document = 'document';

/** The schema, with its references to the one registered under that name. */
function registered(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(registered);
  if (!isObject(part)) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, one]) => [
      name,
      name === '$ref' && typeof one === 'string' ? one.replace(/^#/, `${document}#`) : registered(one),
    ]),
  );
}

/** Explains why values do not fit a schema of the document; neither does a member that the schema does not name. */
export function misfitsBy(schemas: Schemas) {
  const ajv = new Ajv({ strict: false, validateFormats: false, inlineRefs: false });
  // registered once: as a part of each schema, all of them would be compiled with each
  ajv.addSchema({ $id: document, components: closed({ schemas }) });
  return ({ schema, values }: { schema: Schema; values: unknown[] }): string[] => {
    const fits = ajv.compile({ allOf: [registered(closed(schema))] });
    return values.filter((one) => !fits(one)).map((one) => `${JSON.stringify(one)}: ${ajv.errorsText(fits.errors)}`);
  };
}

/** Examples that do not fit the schema to which they belong, with the reason. */
export function wrongExamples(document: { components: { schemas: Schemas } }): string[] {
  const misfits = misfitsBy(document.components.schemas);
  return [...examplesIn(document)].flatMap(([schema, example]) => misfits({ schema, values: [example] }));
}
