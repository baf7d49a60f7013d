import { z } from 'zod';

export type Environment = Readonly<Record<string, string | undefined>>;

/** The configuration, or one line per wrong value, ready to print. */
type Loaded<C> = { ok: true; config: C } | { ok: false; problems: string[] };

/**
 * Parses the environment by a schema made of `settings`. An empty value counts as absent, unless the setting's metadata has
 * `keepsEmpty`: there it is a value (an empty list). Reports all wrong values together, secrets without their value.
 */
export function loadConfig<S extends z.ZodRawShape>(
  schema: z.ZodObject<S>,
  env: Environment,
): Loaded<z.output<z.ZodObject<S>>> {
  const names = Object.keys(schema.shape);
  const isGiven = (name: string) => env[name] || (env[name] === '' && meta(schema.shape[name]).keepsEmpty === true);
  const given = Object.fromEntries(names.filter(isGiven).map((name) => [name, env[name]]));
  const parsed = schema.safeParse(given);
  const problems = parsed.success ? [] : parsed.error.issues.map((issue) => problemLine(schema, issue, given));
  const needed = [...kafkaCredentials(names, given), ...halfPairs(schema, given), ...brokenRules(schema, parsed.data)];
  if (parsed.success && needed.length === 0) return { ok: true, config: parsed.data };
  return { ok: false, problems: [...new Set([...problems, ...needed])] };
}

function problemLine(schema: z.ZodObject, issue: z.core.$ZodIssue, given: Record<string, string | undefined>): string {
  const name = String(issue.path[0] ?? '');
  const value = given[name];
  if (value === undefined) return `${name} is required: ${meta(schema.shape[name]).description ?? 'no default exists'}`;
  const shown = meta(schema.shape[name]).secret === true ? '' : `, not ${JSON.stringify(value.slice(0, 100))}`;
  return `${name} ${issue.message}${shown}`;
}

function kafkaCredentials(names: string[], given: Record<string, string | undefined>): string[] {
  if (!names.includes('KAFKA_SASL_MECHANISM') || given.KAFKA_SASL_MECHANISM === undefined) return [];
  return ['KAFKA_SASL_USERNAME', 'KAFKA_SASL_PASSWORD']
    .filter((name) => given[name] === undefined)
    .map((name) => `${name} is required with KAFKA_SASL_MECHANISM`);
}

/** Settings whose metadata names another one, `pairedWith`: neither is useful without it. */
function halfPairs(schema: z.ZodObject, given: Record<string, string | undefined>): string[] {
  return Object.keys(schema.shape).flatMap((name) => {
    const other = meta(schema.shape[name]).pairedWith as string | undefined;
    const isHalf =
      other !== undefined && other in schema.shape && given[name] !== undefined && given[other] === undefined;
    return isHalf ? [`${other} is required with ${name}`] : [];
  });
}

/** What settings, by the `rule` in their metadata, have against the whole. */
function brokenRules(schema: z.ZodObject, config: object | undefined): string[] {
  if (config === undefined) return [];
  const rules = Object.values(schema.shape).map((field) => meta(field).rule as SettingRule | undefined);
  return rules.flatMap((rule) => rule?.(config as Readonly<Record<string, unknown>>) ?? []);
}

/** The problem of a setting with others, if there is one. */
export type SettingRule = (config: Readonly<Record<string, unknown>>) => string | undefined;

/** One row of the table in docs/settings.md. */
interface SettingDescription {
  name: string;
  /** As text; absent if the setting is required or has no fixed default. */
  fallback?: string;
  meaning: string;
}

/** Name, default and meaning of every setting in the schema, in its order. */
export function describeConfig(schema: z.ZodObject): SettingDescription[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const absent = z.safeParse(field, undefined);
    const fallback = absent.success && absent.data !== undefined ? String(absent.data) : undefined;
    return { name, fallback, meaning: String(meta(field).description ?? '') };
  });
}

/** The metadata of a setting, even when it was wrapped (`settings.DATABASE_URL.optional()`). */
function meta(field: unknown): Record<string, unknown> {
  if (!(field instanceof z.ZodType)) return {};
  const own = z.globalRegistry.get(field);
  if (own !== undefined) return own;
  return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? meta(field.unwrap()) : {};
}

/** Prints the problems and ends the program with code 1. `main.ts` passes its own stderr and exit. */
export function exitWithRefusal(
  problems: string[],
  program: { write: (text: string) => unknown; exit: (code: number) => never },
): never {
  program.write(problems.map((problem) => `${problem}\n`).join(''));
  return program.exit(1);
}
