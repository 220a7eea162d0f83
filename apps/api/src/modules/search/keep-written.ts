import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Indexes } from './engine/indexes.ts'
import type { WrittenLog } from './protocol/asked.ts'
import { recordOf } from './protocol/write-records.ts'
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

export interface WrittenKeeper extends WrittenLog {
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

  /** Told by the thousand; without ids it is the whole index that has changed. */
  async function keep(
    index: string,
    ids: readonly string[] | null,
    write: (tx: Tx) => Promise<void>,
  ): Promise<void> {
    const parts = ids === null ? [null] : partsOf(ids)
    await inTransaction(db, async (tx) => {
      await write(tx)
      await recordEvents(
        tx,
        parts.map((part) => ({
          topic: 'search.written',
          subject: index,
          payload: { origin, index, ids: part },
        })),
      )
    })
  }

  return {
    saved: (index, ids) =>
      keep(index, ids, (tx) => {
        const known = indexes.find(index)
        const records = [...new Set(ids)].map((id) => ({
          object_id: id,
          body: (known && recordOf(known, id)) ?? null,
        }))
        return saveWritten(tx, index, records)
      }),
    settings: (index, settings) => keep(index, [], (tx) => saveSettings(tx, index, settings)),
    cleared: (index) => keep(index, null, (tx) => clearWritten(tx, index)),
    dropped: (index) => keep(index, null, (tx) => dropWritten(tx, index)),
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
