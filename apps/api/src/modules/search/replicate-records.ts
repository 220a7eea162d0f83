import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Indexes } from '@terrace/search-engine/engine/indexes'
import type { IndexWrite, PersistWrites } from '@terrace/search-engine/protocol/request-context'
import {
  clearRecords,
  dropIndex,
  readIndexes,
  readRecords,
  saveSettings,
  saveRecords,
} from './search-records.repo.ts'

const maxIdsPerNotice = 1000

export interface RecordReplicator {
  persist: PersistWrites
  /** Loads all stored records into the indexes. */
  load(): Promise<void>
  /** Resolves when every write received from other processes is in the indexes. */
  whenIdle(): Promise<void>
}

interface ReplicatorOptions {
  db: Db
  outbox: OutboxTail
  logger: FastifyBaseLogger
  indexes: Indexes
}

/** Persists records written over HTTP and replicates them to the other processes. */
export function createRecordReplicator({ db, outbox, logger, indexes }: ReplicatorOptions): RecordReplicator {
  const origin = crypto.randomUUID()
  let following = Promise.resolve()

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      if (topic !== 'search.records_changed' || payload['origin'] === origin) continue
      const ids = payload['ids']
      following = following
        .then(() => follow(String(payload['index']), Array.isArray(ids) ? ids.map(String) : undefined))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'reading search records of another process failed')
        })
    }
  })

  async function follow(name: string, ids: readonly string[] | undefined): Promise<void> {
    const [stored] = await readIndexes(db, name)
    if (!stored) {
      indexes.drop(name)
      return
    }
    await indexes.ensure(name).changeSettings(stored.settings)
    if (ids) await apply(name, { ids })
    else {
      indexes.ensure(name).clear()
      await loadAll(name)
    }
  }

  async function apply(
    name: string,
    part: { ids?: readonly string[]; after?: string },
  ): Promise<string | undefined> {
    const rows = await readRecords(db, name, part)
    const index = indexes.ensure(name)
    for (const { object_id: objectID, body } of rows) {
      if (body === null) index.remove(objectID)
      else index.put({ ...body, objectID })
    }
    return rows.at(-1)?.object_id
  }

  async function loadAll(name: string): Promise<void> {
    let after: string | undefined = ''
    while (after !== undefined) after = await apply(name, { after })
  }

  async function persistOne(
    tx: Tx,
    { index, isDropped, isCleared, settings, records }: IndexWrite,
  ): Promise<void> {
    if (isDropped) return dropIndex(tx, index)
    if (isCleared) await clearRecords(tx, index)
    if (settings) await saveSettings(tx, index, settings)
    await saveRecords(
      tx,
      index,
      Array.from(records ?? [], ([id, body]) => ({ object_id: id, body })),
    )
  }

  /** One notice per {@link maxIdsPerNotice} ids; `ids: null` means that the whole index changed. */
  function noticesOf({ index, isDropped, isCleared, records }: IndexWrite): DomainEvent[] {
    const parts = isDropped || isCleared ? [null] : partsOf([...(records?.keys() ?? [])])
    return parts.map((ids) => ({
      topic: 'search.records_changed',
      subject: index,
      payload: { origin, index, ids },
    }))
  }

  return {
    persist: (writes) =>
      inTransaction(db, async (tx) => {
        for (const write of writes) await persistOne(tx, write)
        await recordEvents(tx, writes.flatMap(noticesOf))
      }),
    async load() {
      for (const { index_name: name, settings } of await readIndexes(db)) {
        await indexes.ensure(name).changeSettings(settings)
        await loadAll(name)
      }
    },
    whenIdle: () => following,
  }
}

function partsOf(ids: readonly string[]): string[][] {
  const parts = [ids.slice(0, maxIdsPerNotice)]
  for (let from = maxIdsPerNotice; from < ids.length; from += maxIdsPerNotice)
    parts.push(ids.slice(from, from + maxIdsPerNotice))
  return parts
}
