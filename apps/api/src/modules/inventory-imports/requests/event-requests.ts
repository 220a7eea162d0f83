import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { notifyOwners } from '../notices/notify-owners.ts'
import { importLink } from '../notices/page-links.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { lockImport } from '../imports/imports.repo.ts'
import { findExistingEvents } from '../matching/catalogue-events.repo.ts'
import { nameKeyOf } from '../matching/event-key.ts'
import { findImportEvent } from '../matching/import-events.repo.ts'
import { idSourceOf } from '../profiles/profile.ts'
import { findProfileVersion } from '../profiles/profiles.repo.ts'
import { applyNameDecision, type NameDecision } from './decide-names.ts'
import {
  closeRequests,
  countOpenRequests,
  findOpenRequest,
  findRequest,
  insertRequest,
  type EventRequest,
} from './event-requests.repo.ts'

interface Deps {
  db: Db
  clock: Clock
}

const maxOpen = 500

/**
 * Asks the operator for the event of held rows. Repeating it returns the open request.
 * @throws `inventory_import.not_found`, `inventory_import.event_not_found`, `inventory_import.event_known`
 */
export async function requestEvent(
  { db, clock, ids }: Deps & { ids: Ids },
  { teamId, importId, key, actor }: { teamId: string; importId: string; key: string; actor: Actor },
): Promise<EventRequest> {
  return inTransaction(db, async (tx) => {
    const inventoryImport = await lockImport(tx, importId, teamId)
    if (!inventoryImport) throw inventoryImportErrors.make('inventory_import.not_found')
    const event = await findImportEvent(tx, importId, key)
    if (!event) throw inventoryImportErrors.make('inventory_import.event_not_found')
    if (event.eventId !== null) throw inventoryImportErrors.make('inventory_import.event_known')
    const profile = await findProfileVersion(tx, inventoryImport.profileId, inventoryImport.profileVersion)
    const { named } = event
    const requested = { nameKey: nameKeyOf(named), foreignId: named.foreignId }
    const known = await findOpenRequest(tx, teamId, requested)
    if (known) return known
    if ((await countOpenRequests(tx, teamId)) >= maxOpen)
      throw inventoryImportErrors.make('inventory_import.too_many_requests')
    const source = profile ? idSourceOf(profile) : ''
    const requestedBy = actor.actorId ?? null
    const id = ids.next('evr')
    await insertRequest(tx, {
      id,
      teamId,
      importId,
      source,
      named,
      ...requested,
      requestedBy,
      at: clock.now(),
    })
    const created = await findOpenRequest(tx, teamId, requested)
    if (!created) throw new Error(`the request ${id} was not stored`)
    if (created.id === id)
      await recordChanges(tx, actor, {
        kind: 'inventory.event_requested',
        teamId,
        details: { request_id: id, import_id: importId },
      })
    return created
  })
}

export interface DecidedName {
  /** Imports whose rows are no longer held. */
  imports: number
  requests: number
}

/**
 * Says for all sellers which event files mean by a name, and by the id of a system. Held rows of all sellers are freed, and
 * requests for the event are resolved.
 * @throws `input.invalid` for an unknown event
 */
export async function decideNameForAll(
  { db, clock }: Deps,
  { decision, actor }: { decision: NameDecision; actor: Actor },
): Promise<DecidedName> {
  return inTransaction(db, (tx) =>
    recordNameDecision(tx, { decision, actor, at: clock.now(), foreignIdOf: null }),
  )
}

/**
 * The same for what a request names: its name, and the id of its system, which `resolveRequest` decides for its seller only.
 * @throws `input.invalid` for an unknown request or event
 */
export async function decideRequestedName(
  { db, clock }: Deps,
  { requestId, eventId, actor }: { requestId: string; eventId: number; actor: Actor },
): Promise<DecidedName & { request: EventRequest }> {
  return inTransaction(db, async (tx) => {
    const request = await findRequest(tx, requestId)
    if (!request) throw invalidInput({ request: ['must be the id of a request'] })
    const { named, source } = request
    const decision = { named: { ...named, id: null }, source, eventId }
    return {
      ...(await recordNameDecision(tx, { decision, actor, at: clock.now(), foreignIdOf: null })),
      request,
    }
  })
}

interface NameDecided {
  decision: NameDecision
  actor: Actor
  at: Date
  /** The only team for which the id of the system is decided, too; `null`: for all. */
  foreignIdOf: string | null
}

async function recordNameDecision(
  tx: Tx,
  { decision, actor, at, foreignIdOf }: NameDecided,
): Promise<DecidedName> {
  const { named, eventId } = decision
  if (!(await findExistingEvents(tx, [eventId])).has(eventId))
    throw invalidInput({ event: ['must be the number of an event'] })
  const scope = { nameOf: null, foreignIdOf }
  const { imports, requests } = await applyNameDecision(tx, { ...scope, decision, decidedBy: null, at })
  await recordChanges(tx, actor, {
    kind: 'inventory.name_decided',
    details: {
      event_id: eventId,
      name_key: named.name === '' ? '' : nameKeyOf(named),
      foreign_id: named.foreignId ?? '',
      imports,
    },
  })
  for (const request of requests)
    await notifyOwners(tx, request.teamId, {
      kind: 'file',
      title: `The event “${request.named.name}” is known now`,
      detail: 'Rows of your stock files that name it are no longer held.',
      link: importLink(request.importId),
    })
  return { imports, requests: requests.length }
}

/**
 * Resolves a request with an event: its name for all sellers, the id in its file for the seller alone. A file may pair a name
 * with the id of another event.
 * @throws `input.invalid`
 */
export async function resolveRequest(
  { db, clock }: Deps,
  { requestId, eventId, actor }: { requestId: string; eventId: number; actor: Actor },
): Promise<DecidedName & { request: EventRequest }> {
  return inTransaction(db, async (tx) => {
    const request = await requireOpen(tx, requestId)
    const { named, source } = request
    const decided = await recordNameDecision(tx, {
      decision: { named, source, eventId },
      actor,
      at: clock.now(),
      foreignIdOf: request.teamId,
    })
    return { ...decided, request }
  })
}

/** Declines a request; the seller sees the reason. @throws `input.invalid` */
export async function declineRequest(
  { db, clock }: Deps,
  { requestId, reason, actor }: { requestId: string; reason: string; actor: Actor },
): Promise<EventRequest> {
  return inTransaction(db, async (tx) => {
    const request = await requireOpen(tx, requestId)
    await closeRequests(tx, [requestId], { reason, at: clock.now() })
    await recordChanges(tx, actor, {
      kind: 'inventory.event_request_declined',
      teamId: request.teamId,
      details: { request_id: requestId },
    })
    await notifyOwners(tx, request.teamId, {
      kind: 'file',
      title: `The event “${request.named.name}” was not added`,
      detail: reason,
      link: importLink(request.importId),
    })
    return request
  })
}

async function requireOpen(tx: Tx, id: string): Promise<EventRequest> {
  const request = await findRequest(tx, id)
  if (request?.state !== 'open') throw invalidInput({ request: ['must be the id of an open request'] })
  return request
}
