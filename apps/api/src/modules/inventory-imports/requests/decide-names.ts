import type { Tx } from '#api/db/transaction.ts'
import { eventKeyOf, nameKeyOf } from '../matching/event-key.ts'
import type { NamedEvent } from '../reading/inventory-row.ts'
import { saveDecision } from '../matching/event-names.repo.ts'
import {
  closeRequests,
  freeHeldRows,
  lockRequestsFor,
  type EventRequest,
  type FreedName,
} from './event-requests.repo.ts'

export interface NameDecision {
  named: NamedEvent
  /** The system whose id `named.foreignId` is. */
  source: string
  eventId: number
}

/** The only team for which the name, and the id of the system, are decided; `null`: for all sellers. */
interface Scope {
  nameOf: string | null
  foreignIdOf: string | null
}

/**
 * Stores which event a name, and an id of another system, means in files. Held rows that name it are no longer held, and
 * requests for it are resolved.
 */
export async function applyNameDecision(
  tx: Tx,
  {
    decision,
    decidedBy,
    at,
    ...scope
  }: Scope & { decision: NameDecision; decidedBy: string | null; at: Date },
): Promise<{ imports: number; requests: EventRequest[] }> {
  const { named, source, eventId } = decision
  const { foreignId } = named
  const { nameOf, foreignIdOf } = scope
  const nameKey = named.name === '' ? null : nameKeyOf(named)
  const by = { eventId, decidedBy, at }
  if (nameKey !== null) await saveDecision(tx, { ...by, teamId: nameOf, source: '', key: nameKey })
  if (foreignId !== null) await saveDecision(tx, { ...by, teamId: foreignIdOf, source, key: foreignId })
  const requests = await lockRequestsFor(tx, { nameKey, source, foreignId, ...scope })
  const imports = await freeHeldRows(tx, freedNamesOf(decision, requests, { nameKey, ...scope }), eventId)
  await closeRequests(
    tx,
    requests.map(({ id }) => id),
    { eventId, at },
  )
  return { imports, requests }
}

/** The name, the id of the system, and what the requests name, which is freed for their teams. */
function freedNamesOf(
  { named: { foreignId }, source }: NameDecision,
  requests: readonly EventRequest[],
  { nameKey, nameOf, foreignIdOf }: Scope & { nameKey: string | null },
): FreedName[] {
  return [
    ...(nameKey === null ? [] : [{ nameKey, teamId: nameOf }]),
    ...(foreignId === null ? [] : [{ foreignId, source, teamId: foreignIdOf }]),
    ...requests.map((request) => ({ key: eventKeyOf(request.named), teamId: request.teamId })),
  ]
}
