import {
  connectedElsewhere,
  stageConnection,
  type Refused,
  type StagingDependencies,
  type ConnectionRequest,
} from '../../accounts/stage-connection.js';
import { findIdentity } from '../../accounts/identities.js';
import { dropStaged, lockStaged, ownerOf } from '../../accounts/staged-connections.js';
import type { Journey } from './journey.js';

type JourneyConnection = Omit<ConnectionRequest, 'clientId' | 'journeyId' | 'expires' | 'defaultTzid'> & {
  /** When the provider ends it by itself, epoch ms; absent: no end is known. */
  endsAt?: number | undefined;
};

/** The account of the staged connection; the connection is dropped if that is not the journey's account. */
function settleOwner({ prisma }: StagingDependencies, journey: Journey, stagedId: string) {
  return prisma.$transaction(async (db) => {
    const row = await lockStaged(db, stagedId, 0);
    const owner = row && (await ownerOf(db, row, journey.accountId));
    if (!owner || journey.accountId === null || owner.account_id === journey.accountId) return owner;
    await dropStaged(db, { profile_id: stagedId });
    return connectedElsewhere;
  });
}

async function statedZone({ prisma }: StagingDependencies, profile_id: string): Promise<string | null> {
  const row = await prisma.stagedConnection.findUnique({ where: { profile_id }, select: { tzid: true } });
  return row?.tzid ?? null;
}

/**
 * Connects a calendar in a journey: it is staged, for the account to which the application's identity belongs, else the
 * journey's, else a new one that is created when the user allows it. An identity of another account than the journey's is
 * refused. Returns the refusal, or the continued journey.
 */
export async function connectInJourney(
  dependencies: StagingDependencies,
  journey: Journey,
  connection: JourneyConnection,
): Promise<Journey | Refused> {
  const { clientId } = journey.request;
  if (connection.consented && journey.accountId !== null) {
    const known = await findIdentity(dependencies.prisma, clientId, connection.consented.identityHash);
    if (known && known.account_id !== journey.accountId) return connectedElsewhere;
  }
  const common = { clientId, journeyId: journey.id, expires: journey.expires, defaultTzid: journey.tzid };
  const stagedId = await stageConnection(dependencies, { ...common, ...connection });
  if (typeof stagedId !== 'string') return stagedId;
  const owner = await settleOwner(dependencies, journey, stagedId);
  if (owner && 'outcome' in owner) return owner;
  const vouched = connection.consented !== undefined;
  const { endsAt: _before, ...rest } = journey;
  const ends = connection.endsAt === undefined ? {} : { endsAt: connection.endsAt };
  const tzid = await statedZone(dependencies, stagedId);
  const zone = { tzid: tzid ?? journey.tzid, isZoneStated: tzid !== null };
  return {
    ...rest,
    ...ends,
    ...zone,
    accountId: owner?.account_id ?? journey.accountId,
    stagedId,
    vouched,
    builtIn: null,
  };
}
