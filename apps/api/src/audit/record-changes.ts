import type { Tx } from '#api/db/transaction.ts'
import { serverActor, type Actor } from './actor.ts'
import { recordSecurityEvents } from './audit.repo.ts'
import type { SecurityEvent } from './security-event.ts'

/** A change of money, access or stock. `teamId`: the team that it concerns; without it, the team of the actor. */
export type AuditedChange = ChangeOf<SecurityEvent>
type ChangeOf<Event> = Event extends SecurityEvent ? Omit<Event, 'caller' | 'actorId' | 'sessionId'> : never

/** Records changes in the transaction that makes them. Without an actor, the server made them. */
export async function recordChanges(
  tx: Tx,
  actor: Actor = serverActor,
  ...changes: readonly AuditedChange[]
): Promise<void> {
  await recordSecurityEvents(tx, ...changes.map((change): SecurityEvent => ({ ...actor, ...change })))
}
