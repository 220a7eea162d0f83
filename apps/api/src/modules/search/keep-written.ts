import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import type { DomainEvent } from '#api/outbox/domain-events.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Indexes } from './engine/indexes.ts'
import type { IndexWrite, KeepWrites } from './protocol/asked.ts'
import {
  clearWritten,
  dropWritten,
  readIndexes,
  readWritten,
  saveSettings,
  saveWritten,
} from './written-records.repo.ts'

/** Ids in one notice. */
const manyIds = 1000

export interface WrittenKeeper {
  keep: KeepWrites
  /** Puts everything that was kept into the indexes. */
  load(): Promise<void>
  /** Resolves when what other processes have told so far is in the indexes. */
  settled(): Promise<void>
}

interface KeeperOptions {
  db: Db
  outbox: OutboxTail
  logger: FastifyBaseLogger
  indexes: Indexes
}

/** What was written by HTTP is kept in the database, and told to the other processes. */
export function createWrittenKeeper({ db, outbox, logger, indexes }: KeeperOptions): WrittenKeeper {
  const origin = crypto.randomUUID()
  let following = Promise.resolve()

  outbox.onNotice((rows) => {
    for (const { topic, payload } of rows) {
      if (topic !== 'search.written' || payload['origin'] === origin) continue
      const ids = payload['ids']
      following = following
        .then(() => follow(String(payload['index']), Array.isArray(ids) ? ids.map(String) : undefined))
        .catch((error: unknown) => {
          logger.error({ err: error }, 'what another process wrote to the search index could not be read')
        })
    }
  })

  async function follow(name: string, ids: readonly string[] | undefined): Promise<void> {
    const [known] = await readIndexes(db, name)
    if (!known) {
      indexes.drop(name)
      return
    }
    await indexes.ensure(name).changeSettings(known.settings)
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
    const rows = await readWritten(db, name, part)
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

  async function keepOne(
    tx: Tx,
    { index, isDropped, isCleared, settings, records }: IndexWrite,
  ): Promise<void> {
    if (isDropped) return dropWritten(tx, index)
    if (isCleared) await clearWritten(tx, index)
    if (settings) await saveSettings(tx, index, settings)
    await saveWritten(
      tx,
      index,
      Array.from(records ?? [], ([id, body]) => ({ object_id: id, body })),
    )
  }

  /** Told by the thousand; without ids it is the whole index that has changed. */
  function noticesOf({ index, isDropped, isCleared, records }: IndexWrite): DomainEvent[] {
    const parts = isDropped || isCleared ? [null] : partsOf([...(records?.keys() ?? [])])
    return parts.map((ids) => ({ topic: 'search.written', subject: index, payload: { origin, index, ids } }))
  }

  return {
    keep: (writes) =>
      inTransaction(db, async (tx) => {
        for (const write of writes) await keepOne(tx, write)
        await recordEvents(tx, writes.flatMap(noticesOf))
      }),
    async load() {
      for (const { index_name: name, settings } of await readIndexes(db)) {
        await indexes.ensure(name).changeSettings(settings)
        await loadAll(name)
      }
    },
    settled: () => following,
  }
}

function partsOf(ids: readonly string[]): string[][] {
  const parts = [ids.slice(0, manyIds)]
  for (let from = manyIds; from < ids.length; from += manyIds) parts.push(ids.slice(from, from + manyIds))
  return parts
}
