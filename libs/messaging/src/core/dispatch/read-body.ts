import { asError, InvalidMessage, UnknownKind } from '../errors/errors.js';
import type { AnyContract } from '../../transport.js';

type Issue = NonNullable<ReturnType<AnyContract['schema']['safeParse']>['error']>['issues'][number];

const valueAt = (json: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value: unknown, name) => (value as Record<PropertyKey, unknown> | undefined)?.[name], json);

/** Whether a schema rejects a text only because it is not among the known kinds or values. */
function isUnlisted(issue: Issue, json: unknown): boolean {
  const isList =
    issue.code === 'invalid_value' || (issue.code === 'invalid_union' && issue.discriminator !== undefined);
  return isList && typeof valueAt(json, issue.path) === 'string';
}

/**
 * Parses a message's body by its contract and drops members that the contract does not know. Throws {@link UnknownKind}
 * where a newer release must have sent it, {@link InvalidMessage} where no release can have.
 */
export function readBody(contract: Pick<AnyContract, 'schema'>, text: string | null): unknown {
  let json: unknown;
  try {
    json = JSON.parse(text ?? 'null');
  } catch (error) {
    throw new InvalidMessage(`not JSON: ${asError(error).message}`);
  }
  const parsed = contract.schema.safeParse(json);
  if (parsed.success) return parsed.data;
  const { issues, message } = parsed.error;
  throw issues.every((issue) => isUnlisted(issue, json)) ? new UnknownKind(message) : new InvalidMessage(message);
}

/** Whether a consumer may skip this message: a kind that only a newer release knows, of a topic that allows it. */
export const isSkipped = (contract: Pick<AnyContract, 'unknownKinds'>, thrown: unknown): boolean =>
  thrown instanceof UnknownKind && contract.unknownKinds === 'skip';
