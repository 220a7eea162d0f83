import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { createNameIndexBuilder, type NameIndex } from '@terrace/domain/search/name-index'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import { readNames } from '../indexer/names.repo.ts'
import { catalogueMeanings } from './catalogue-meanings.ts'

export interface NameDictionary {
  /** The names as last read; waits for the first read only. */
  current(): Promise<NameIndex>
  start(): void
  stop(): Promise<void>
}

const slice = 1000
/** Changes within this window are read together. */
const batchWindowMs = 100
/** Pause after a read, as a multiple of its duration: an import publishes changes all the time. */
const pauseFactor = 3
const retryMs = 2000

/** Every name that people search by, in memory; the outbox tells when it is out of date. */
export function createNameDictionary({
  db,
  outbox,
  logger,
}: {
  db: Db
  outbox: OutboxTail
  logger: Pick<FastifyBaseLogger, 'error'>
}): NameDictionary {
  let names: NameIndex | undefined
  let reading: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isStale = false
  let isStopped = false
  let pauseUntil = 0

  outbox.onNotice((rows) => {
    if (!rows.some(({ topic }) => topic === 'search.stale')) return
    isStale = true
    readSoon()
  })

  function readSoon(): void {
    readAfter(Math.max(batchWindowMs, pauseUntil - performance.now()))
  }

  function readAfter(delayMs: number): void {
    if (isStopped || timer || reading) return
    timer = setTimeout(() => {
      timer = undefined
      read().catch((error: unknown) => {
        logger.error({ err: error }, 'reading the names for search failed; retrying')
        readAfter(retryMs)
      })
    }, delayMs)
    timer.unref()
  }

  function read(): Promise<void> {
    reading ??= build().finally(() => {
      reading = undefined
      if (isStale) readSoon()
    })
    return reading
  }

  async function build(): Promise<void> {
    const start = performance.now()
    isStale = false
    const builder = createNameIndexBuilder()
    let count = 0
    for (const [name, meaning] of catalogueMeanings(await readNames(db))) {
      builder.add(name, meaning)
      count += 1
      if (count % slice === 0) await yieldToEventLoop()
    }
    names = builder.build()
    const end = performance.now()
    pauseUntil = end + (end - start) * pauseFactor
  }

  return {
    async current() {
      if (!names) await read()
      if (!names) throw new Error('The names for search could not be read')
      return names
    },
    start: () => readAfter(0),
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await reading?.catch(() => undefined)
    },
  }
}
