import { setImmediate as breathe, setTimeout as delay } from 'node:timers/promises'
import { searchIndexName } from '@terrace/contracts/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { IndexChange } from '../search.port.ts'
import { categoryRecords, performerRecords, venueRecords } from './directory-records.ts'
import { eventRecordOf, nearnessOf } from './event-record.ts'
import { readEventsAfter, readEventsById, readWeights, type EventRow } from './events.repo.ts'
import { countEvents, readNames, type Names } from './names.repo.ts'

/** Takes what has changed. Records that are as they were before may come again; it passes over them. */
export interface IndexSink {
  write(change: IndexChange): Promise<void>
  /** All that is in the index, so that what is gone can be taken out. */
  idsOf(index: string): Promise<readonly string[]>
}

export interface FeederOptions {
  db: Db
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
  product: string
  exchanges: readonly number[]
  sink: IndexSink
}

export interface Feeder {
  /** Resolves when everything that was there at the start has been written. */
  loaded(): Promise<void>
  /** Resolves when everything heard of so far has been written. */
  settled(): Promise<void>
  start(): void
  stop(): Promise<void>
}

const pageSize = 2000
const slice = 100
/** Changes that come within this time are read together. */
const gatherMs = 60
/** How soon the index follows what is wanted, and lets go what is over. */
const refreshMs = 60_000
const retryMs = 2000
const directoryApartMs = 250

/** Keeps the indexes as the catalogue is: loads it once, then reads anew whatever the outbox says has changed. */
export function createFeeder(options: FeederOptions): Feeder {
  const { db, outbox, clock, logger, sink, product } = options
  const events = searchIndexName('events', product)
  const dirty = new Set<number>()
  /** What this feeder has written, with how much nearer each event stands for being wanted. */
  const written = new Map<number, number>()
  let isAllDirty = true
  let isOverdue = false
  let isDirectoryDirty = false
  let directoryWorking: Promise<void> | undefined
  let isStopped = true
  let working: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let refreshTimer: NodeJS.Timeout | undefined
  const firstLoad = Promise.withResolvers<void>()
  let stopping = Promise.withResolvers<void>()

  outbox.onNotice((rows) => {
    if (hear(rows)) wake()
  })

  function hear(rows: readonly OutboxRow[]): boolean {
    let isNews = false
    for (const { topic, payload } of rows) {
      if (topic !== 'search.stale' && !topic.startsWith('event.')) continue
      const ids = topic === 'search.stale' ? payload['eventIds'] : [payload['eventId']]
      if (Array.isArray(ids)) for (const id of ids) if (typeof id === 'number') dirty.add(id)
      if (ids === null) isAllDirty = true
      isNews = true
    }
    return isNews
  }

  function wake(): void {
    if (isStopped || working || timer) return
    timer = setTimeout(() => {
      timer = undefined
      working = work().finally(() => {
        working = undefined
        if (dirty.size > 0 || isAllDirty || isOverdue) wake()
      })
    }, gatherMs)
  }

  async function work(): Promise<void> {
    const ids = [...dirty]
    const isAll = isAllDirty
    const isLate = isOverdue
    dirty.clear()
    isAllDirty = false
    isOverdue = false
    try {
      if (isAll) await writeAll()
      else await writeSome(isLate ? [...ids, ...(await shifted())] : ids)
      if (isAll) {
        await writeDirectory()
      } else {
        isDirectoryDirty = true
        directoryWorking ??= keepDirectory()
      }
      firstLoad.resolve()
    } catch (error) {
      for (const id of ids) dirty.add(id)
      isAllDirty ||= isAll
      isOverdue ||= isLate
      if (isStopped) return
      logger.error({ err: error }, 'the search index could not be brought up to date; it is tried again')
      await Promise.race([stopping.promise, delay(retryMs, undefined, { ref: false })])
    }
  }

  async function writeAll(): Promise<void> {
    const names = await readNames(db)
    const now = clock.now()
    const gone = new Set(written.keys())
    let after = 0
    while (!isStopped) {
      const rows = await readEventsAfter(db, now, { after, limit: pageSize })
      for (let from = 0; from < rows.length; from += slice) {
        const part = rows.slice(from, from + slice)
        await writeRows(part, names)
        for (const { id } of part) gone.delete(id)
        await breathe()
      }
      const last = rows.at(-1)
      if (!last || rows.length < pageSize) break
      after = last.id
    }
    if (!isStopped) await removeAll([...gone])
  }

  async function writeRows(rows: readonly EventRow[], names: Names): Promise<void> {
    const put = rows.map((row) => eventRecordOf(row, names, options.exchanges))
    await sink.write({ index: events, put, remove: [] })
    for (const { id, weight } of rows) written.set(id, nearnessOf(weight))
  }

  async function removeAll(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await sink.write({ index: events, put: [], remove: ids.map(String) })
    for (const id of ids) written.delete(id)
  }

  /** Events that are wanted more or less than they were, and those that are over. */
  async function shifted(): Promise<number[]> {
    const over = new Set(written.keys())
    const ids: number[] = []
    for (const { id, weight } of await readWeights(db, clock.now())) {
      over.delete(id)
      if (written.get(id) !== nearnessOf(weight)) ids.push(id)
    }
    return [...ids, ...over]
  }

  async function writeSome(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const names = await readNames(db)
    const rows = await readEventsById(db, clock.now(), ids)
    await writeRows(rows, names)
    const found = new Set(rows.map(({ id }) => id))
    await removeAll(ids.filter((id) => !found.has(id)))
  }

  /** Beside the events, which must not wait for it, and not more often than need be. */
  async function keepDirectory(): Promise<void> {
    while (isDirectoryDirty && !isStopped) {
      isDirectoryDirty = false
      try {
        await writeDirectory()
      } catch (error) {
        isDirectoryDirty = true
        if (!isStopped) logger.error({ err: error }, 'the index of performers and venues is not up to date')
      }
      await Promise.race([stopping.promise, delay(directoryApartMs, undefined, { ref: false })])
    }
    directoryWorking = undefined
  }

  async function writeDirectory(): Promise<void> {
    const [names, counts] = await Promise.all([readNames(db), countEvents(db, clock.now())])
    await replace(searchIndexName('performers', product), performerRecords(counts.performers, names))
    await replace(searchIndexName('venues', product), venueRecords(counts.venues, names))
    await replace(searchIndexName('categories', product), categoryRecords(counts.categories, names))
  }

  async function replace(index: string, put: IndexChange['put']): Promise<void> {
    const kept = new Set(put.map(({ objectID }) => objectID))
    const remove = (await sink.idsOf(index)).filter((id) => !kept.has(id))
    await sink.write({ index, put, remove })
  }

  return {
    loaded: () => firstLoad.promise,
    async settled() {
      while (!isStopped && (working || timer || dirty.size > 0 || isAllDirty || directoryWorking)) {
        await (working ?? directoryWorking ?? delay(5))
      }
    },
    start() {
      isStopped = false
      stopping = Promise.withResolvers<void>()
      isAllDirty = true
      wake()
      refreshTimer = setInterval(() => {
        isOverdue = true
        wake()
      }, refreshMs)
      refreshTimer.unref()
    },
    async stop() {
      isStopped = true
      stopping.resolve()
      clearTimeout(timer)
      timer = undefined
      clearInterval(refreshTimer)
      await working
      await directoryWorking
      firstLoad.resolve()
    },
  }
}
