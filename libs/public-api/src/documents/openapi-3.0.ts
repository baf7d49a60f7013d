type Json = Record<string, unknown>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Values of applications, not parts of the description. */
const isValue = (name: string) => name === 'example' || name === 'value';

/**
 * Writes in place what OpenAPI 3.0 writes otherwise than the JSON Schema of 3.1: one example of a schema, and null as a further value of the
 * one type beside `nullable` or of its `enum`, without which a strict reader ignores it.
 */
export function inOpenApi30(part: unknown): void {
  if (!isJson(part)) return;
  if (Array.isArray(part.examples)) {
    part.example = (part.examples as unknown[])[0];
    delete part.examples;
  }
  if (part.nullable === true) allowNull(part);
  for (const [name, one] of Object.entries(part)) if (!isValue(name)) inOpenApi30(one);
}

function allowNull(schema: Json): void {
  if (Array.isArray(schema.anyOf)) {
    const [first, ...others] = schema.anyOf as Json[];
    schema.anyOf = [{ ...first, nullable: true }, ...others];
    delete schema.nullable;
  }
  if (Array.isArray(schema.enum) && !schema.enum.includes(null)) schema.enum = [...(schema.enum as unknown[]), null];
}
