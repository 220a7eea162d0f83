import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import type { Clock } from '#api/shared/clock.ts'
import { findExistingEvents } from '../matching/catalogue-events.repo.ts'
import { inventoryImportErrors } from '../inventory-imports.errors.ts'
import { isOverLimit, readDecidedNames, saveDecision } from '../matching/event-names.repo.ts'

/** Names in typed lines; those of files and pasted rows have no source. */
const textSource = 'quick-text'
/** Of one team; what files decided counts too. */
const maxNames = 20_000

interface NamedDraft {
  from: 'rows' | 'text'
  key: string
  event_id: number
}

/**
 * Remembers for the team what a name means that a person chose an event for. A later choice replaces it.
 * @throws `input.invalid` for an unknown event, or for rows without a name; `inventory_import.too_many_names`
 */
export async function rememberEvent(
  { db, clock }: { db: Db; clock: Clock },
  { teamId, accountId, actor }: { teamId: string; accountId: string; actor: Actor },
  { from, key, event_id: eventId }: NamedDraft,
): Promise<void> {
  const name = from === 'text' ? key : nameKeyOfDraft(key)
  await inTransaction(db, async (tx) => {
    if (!(await findExistingEvents(tx, [eventId])).has(eventId))
      throw invalidInput({ event_id: ['must be an event on sale'] })
    const source = from === 'text' ? textSource : ''
    if (await isOverLimit(tx, { teamId, source, key: name, limit: maxNames }))
      throw inventoryImportErrors.make('inventory_import.too_many_names')
    await saveDecision(tx, { teamId, source, key: name, eventId, decidedBy: accountId, at: clock.now() })
    await recordChanges(tx, actor, { kind: 'inventory.event_named', teamId, details: { event_id: eventId } })
  })
}

/** What the team has remembered for the names of typed lines. */
export function readRememberedTexts(
  db: Db,
  teamId: string,
  keys: readonly string[],
): Promise<Map<string, number>> {
  return readDecidedNames(db, { teamId, source: textSource, keys: keys.filter((key) => key !== '') })
}

/** Name, venue, day and time: the key of a row without the ids of its system. */
function nameKeyOfDraft(key: string): string {
  const parts = key.split('|').slice(-4)
  const [name = ''] = parts
  if (parts.length < 4 || name === '')
    throw invalidInput({ key: ['must be the key of a row that names its event'] })
  return parts.join('|')
}
