import type { DbOrTx } from '#api/db/transaction.ts'
import type { StoredEvent } from '../event-values.ts'
import { readStored } from '../stored-events.repo.ts'

/** Stored events that the rows of a batch mean, read together; others are read when they are asked for. */
export interface StoredBatch {
  /** Reads the events with these keys and ids, and forgets those of the batch before. */
  prepare(db: DbOrTx, wanted: { keys: readonly string[]; ids: readonly number[] }): Promise<void>
  byId(db: DbOrTx, id: number): Promise<StoredEvent | undefined>
  byKey(db: DbOrTx, key: string): Promise<StoredEvent | undefined>
}

export function openStoredBatch(): StoredBatch {
  const ids = new Map<number, StoredEvent | undefined>()
  const keys = new Map<string, StoredEvent | undefined>()
  async function load(
    db: DbOrTx,
    wanted: { keys: readonly string[]; ids: readonly number[] },
  ): Promise<void> {
    for (const id of wanted.ids) ids.set(id, undefined)
    for (const key of wanted.keys) keys.set(key, undefined)
    for (const event of await readStored(db, wanted)) {
      ids.set(event.id, event)
      keys.set(event.sourceKey, event)
    }
  }
  return {
    async prepare(db, wanted) {
      ids.clear()
      keys.clear()
      await load(db, { keys: [...new Set(wanted.keys)], ids: [...new Set(wanted.ids)] })
    },
    async byId(db, id) {
      if (!ids.has(id)) await load(db, { keys: [], ids: [id] })
      return ids.get(id)
    },
    async byKey(db, key) {
      if (!keys.has(key)) await load(db, { keys: [key], ids: [] })
      return keys.get(key)
    },
  }
}
