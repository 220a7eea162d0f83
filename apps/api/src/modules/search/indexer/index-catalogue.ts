import { setImmediate as yieldToEventLoop, setTimeout as delay } from 'node:timers/promises'
import { searchIndexName } from '@terrace/contracts/search'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { OutboxRow } from '#api/outbox/outbox.repo.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { IndexChange } from '../search.port.ts'
import { categoryRecords, performerRecords, venueRecords } from './directory-records.ts'
import { eventRecordOf, boostDays } from './event-record.ts'
import { readEventPages, readEventsById, readFigures, type EventRow } from './events.repo.ts'
import { countEvents, readNames, type Names } from './names.repo.ts'
import { createWrittenEvents } from './written-events.ts'

/** Receives changes. Unchanged records may be written again. */
export interface IndexSink {
  write(change: IndexChange): Promise<void>
  /** All record ids in the index, to find records to delete. */
  idsOf(index: string): Promise<readonly string[]>
}

export interface CatalogueIndexerOptions {
  db: Db
  outbox: OutboxTail
  clock: Clock
  logger: FastifyBaseLogger
  product: string
  exchanges: readonly number[]
  sink: IndexSink
  /** Events that are read together. */
  pageSize?: number
}

export interface CatalogueIndexer {
  /** Resolves when the first full load is written. */
  loaded(): Promise<void>
  /** Resolves when every change received so far is written. */
  whenIdle(): Promise<void>
  /** Age of the oldest change that is not written yet; 0 if there is none. */
  secondsBehind(): number
  start(): void
  stop(): Promise<void>
}

const defaultPageSize = 2000
const figuresPageSize = 10_000
const slice = 100
/** Changes within this window are read together. */
const batchWindowMs = 60
/** How often demand and stock are refreshed and past events are removed. */
const refreshMs = 60_000
/** A rewrite of all events goes on between changes for as long as those took, but at most this long. */
const maxChangesPauseMs = 300
const retryMs = 2000
const minDirectoryIntervalMs = 250

/** Keeps the search indexes current: loads the catalogue once, then re-reads what the outbox reports as changed. */
export function createCatalogueIndexer(options: CatalogueIndexerOptions): CatalogueIndexer {
  const { db, outbox, clock, logger, sink, product, pageSize = defaultPageSize } = options
  const events = searchIndexName('events', product)
  const dirty = new Set<number>()
  const written = createWrittenEvents()
  let isAllDirty = true
  /** When the oldest change arrived that is not written yet. */
  let changedAtMs: number | undefined
  let refreshing: Promise<void> | undefined
  let isDirectoryDirty = false
  let directoryWorking: Promise<void> | undefined
  let isStopped = true
  let working: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let refreshTimer: NodeJS.Timeout | undefined
  let isLoaded = false
  const firstLoad = Promise.withResolvers<void>()
  let stopping = Promise.withResolvers<void>()

  outbox.onNotice((rows) => {
    if (!collectChanges(rows)) return
    changedAtMs ??= performance.now()
    scheduleWork()
  })

  function collectChanges(rows: readonly OutboxRow[]): boolean {
    let hasChanges = false
    for (const { topic, payload } of rows) {
      if (topic !== 'search.stale' && !topic.startsWith('event.')) continue
      const ids = topic === 'search.stale' ? payload['eventIds'] : [payload['eventId']]
      if (Array.isArray(ids)) for (const id of ids) if (typeof id === 'number') dirty.add(id)
      if (ids === null) isAllDirty = true
      hasChanges = true
    }
    return hasChanges
  }

  function scheduleWork(): void {
    if (isStopped || working || timer) return
    timer = setTimeout(() => {
      timer = undefined
      working = work().finally(() => {
        working = undefined
        if (dirty.size > 0 || isAllDirty) scheduleWork()
        else changedAtMs = undefined
      })
    }, batchWindowMs)
  }

  async function work(): Promise<void> {
    const isAll = isAllDirty
    isAllDirty = false
    try {
      if (isAll) await writeAll()
      else await writeChanged()
      if (isLoaded) {
        isDirectoryDirty = true
        directoryWorking ??= syncDirectory()
      } else {
        await writeDirectory()
        isLoaded = true
        firstLoad.resolve()
      }
    } catch (error) {
      isAllDirty ||= isAll
      if (isStopped) return
      logger.error({ err: error }, 'updating the search index failed; retrying')
      await Promise.race([stopping.promise, delay(retryMs, undefined, { ref: false })])
    }
  }

  /** Changes that arrive meanwhile are written between the pages, whose rows and names may be older. */
  async function writeAll(): Promise<void> {
    const names = await readNames(db)
    const now = clock.now()
    const newer = new Set<number>()
    let after = 0
    let nextChangesAtMs = 0
    for await (const rows of readEventPages(db, now, pageSize)) {
      const start = performance.now()
      if (dirty.size > 0 && start >= nextChangesAtMs) {
        for (const id of await writeChanged()) newer.add(id)
        const end = performance.now()
        nextChangesAtMs = end + Math.min(end - start, maxChangesPauseMs)
      }
      const last = rows.length < pageSize ? Number.POSITIVE_INFINITY : (rows.at(-1)?.id ?? after)
      const found = new Set(rows.map(({ id }) => id))
      await writeRows(
        rows.filter(({ id }) => !newer.has(id)),
        names,
      )
      if (isStopped) return
      await removeAll(written.between(after, last).filter((id) => !found.has(id) && !newer.has(id)))
      after = last
    }
  }

  async function writeRows(rows: readonly EventRow[], names: Names): Promise<void> {
    for (let from = 0; from < rows.length && !isStopped; from += slice) {
      const part = rows.slice(from, from + slice)
      const put = part.map((row) => eventRecordOf(row, names, options.exchanges))
      await sink.write({ index: events, put, remove: [] })
      for (const row of part) written.set(row.id, boostDays(row))
      await yieldToEventLoop()
    }
  }

  async function removeAll(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    await sink.write({ index: events, put: [], remove: ids.map(String) })
    for (const id of ids) written.delete(id)
  }

  /** Runs independently of changes, so that they do not wait until the figures of all events are read. */
  async function refresh(): Promise<void> {
    try {
      await firstLoad.promise
      await markOutdated()
    } catch (error) {
      if (!isStopped) logger.error({ err: error }, 'reading the demand of events for the search index failed')
    } finally {
      refreshing = undefined
    }
  }

  /** Marks the events whose demand or stock has changed, and those that have ended. */
  async function markOutdated(): Promise<void> {
    const now = clock.now()
    let after = 0
    while (!isStopped) {
      const page = await readFigures(db, now, { after, limit: figuresPageSize })
      const last = page.length < figuresPageSize ? Number.POSITIVE_INFINITY : (page.at(-1)?.id ?? after)
      const live = new Map(page.map((figures) => [figures.id, boostDays(figures)]))
      for (const [id, days] of live) if (written.get(id) !== days) dirty.add(id)
      for (const id of written.between(after, last)) if (!live.has(id)) dirty.add(id)
      if (dirty.size > 0) scheduleWork()
      if (last === Number.POSITIVE_INFINITY) break
      after = last
    }
  }

  /** Writes the events that have changed, and returns their ids. */
  async function writeChanged(): Promise<readonly number[]> {
    const ids = [...dirty]
    dirty.clear()
    try {
      await writeSome(ids)
      return ids
    } catch (error) {
      for (const id of ids) dirty.add(id)
      throw error
    }
  }

  async function writeSome(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return
    const names = await readNames(db)
    for (let from = 0; from < ids.length && !isStopped; from += pageSize) {
      const part = ids.slice(from, from + pageSize)
      const rows = await readEventsById(db, clock.now(), part)
      await writeRows(rows, names)
      const found = new Set(rows.map(({ id }) => id))
      if (!isStopped) await removeAll(part.filter((id) => !found.has(id)))
    }
  }

  /** Runs independently of events, so that they do not wait for it, and at a limited rate. */
  async function syncDirectory(): Promise<void> {
    while (isDirectoryDirty && !isStopped) {
      isDirectoryDirty = false
      const from = performance.now()
      try {
        await writeDirectory()
      } catch (error) {
        isDirectoryDirty = true
        if (!isStopped) logger.error({ err: error }, 'updating the performer and venue index failed')
      }
      // Counting a million events takes seconds; the database gets as long a rest.
      const pauseMs = Math.max(minDirectoryIntervalMs, performance.now() - from)
      await Promise.race([stopping.promise, delay(pauseMs, undefined, { ref: false })])
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
    const currentIds = new Set(put.map(({ objectID }) => objectID))
    const remove = (await sink.idsOf(index)).filter((id) => !currentIds.has(id))
    await sink.write({ index, put, remove })
  }

  return {
    loaded: () => firstLoad.promise,
    secondsBehind: () =>
      changedAtMs === undefined || isStopped ? 0 : (performance.now() - changedAtMs) / 1000,
    async whenIdle() {
      while (
        !isStopped &&
        (working || timer || dirty.size > 0 || isAllDirty || directoryWorking || refreshing)
      ) {
        await (working ?? refreshing ?? directoryWorking ?? delay(5))
      }
    },
    start() {
      isStopped = false
      stopping = Promise.withResolvers<void>()
      isAllDirty = true
      changedAtMs = performance.now()
      scheduleWork()
      refreshTimer = setInterval(() => {
        refreshing ??= refresh()
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
      await refreshing
    },
  }
}
