import type { Db } from '#api/db/client.ts'
import { findExistingEvents } from './catalogue-events.repo.ts'
import { nameKeyOf } from './event-key.ts'
import { readDecidedNames } from './event-names.repo.ts'
import type { MatchedBy, StoredImportEvent } from './import-events.repo.ts'

export type NameInFile = Pick<StoredImportEvent, 'key' | 'named'>

/** Whose decisions about names count, and which system's ids the file has. */
export interface NameScope {
  teamId: string
  source: string
}

/** What ids and decisions say about some names. */
export interface Decided {
  ids: Set<number>
  byForeignId: Map<string, number>
  byName: Map<string, number>
}

export async function readDecided(
  db: Db,
  { teamId, source }: NameScope,
  events: readonly NameInFile[],
): Promise<Decided> {
  const named = events.map((event) => event.named)
  const foreign = named.flatMap(({ foreignId }) => foreignId ?? [])
  const [ids, byForeignId, byName] = await Promise.all([
    findExistingEvents(
      db,
      named.flatMap(({ id }) => id ?? []),
    ),
    readDecidedNames(db, { teamId, source, keys: foreign }),
    readDecidedNames(db, { teamId, source: '', keys: named.map(nameKeyOf) }),
  ])
  return { ids, byForeignId, byName }
}

/** The event that a name means by its id or by a decision. */
export function decidedEventOf(
  { named }: NameInFile,
  { ids, byForeignId, byName }: Decided,
): { eventId: number; matchedBy: MatchedBy } | undefined {
  if (named.id !== null && ids.has(named.id)) return { eventId: named.id, matchedBy: 'id' }
  const foreign = named.foreignId === null ? undefined : byForeignId.get(named.foreignId)
  if (foreign !== undefined) return { eventId: foreign, matchedBy: 'foreign' }
  const decided = named.name === '' ? undefined : byName.get(nameKeyOf(named))
  return decided === undefined ? undefined : { eventId: decided, matchedBy: 'alias' }
}
