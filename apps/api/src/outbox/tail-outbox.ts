import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import type { Bell } from './bell.port.ts'
import {
  addCursor,
  currentOutboxPosition,
  dropForsakenCursors,
  followCursors,
  lastOutboxPosition,
  moveCursor,
  readLag,
  readOutboxAfter,
  readTopicsBetween,
  takeCursor,
  type OutboxPosition,
  type OutboxRow,
} from './outbox.repo.ts'

const batchSize = 500
const pollMs = 50
/** With a bell: for what was committed by somebody who does not ring, such as a command, and for rings that were lost. */
const quietPollMs = 500
/** For so long after a ring the outbox is looked at often: a row is held back while an older transaction runs. */
const alertMs = 1000
// Under constant change one reading serves all that was committed meanwhile: the tail must not cost more than the changes.
const readingsApartMs = 10
const subscriberRunsApartMs = 500
/** Far below the week after which a cursor that nobody follows is dropped. */
const hourMs = 3_600_000

/** A hint to this process only: keep caches true. Need not be durable; one that fails is logged, and not told again. */
type NoticeHandler = (rows: readonly OutboxRow[]) => void

/**
 * Handles a batch at least once, in the transaction that moves its cursor; in the order in which the rows' transactions
 * began to write, which where two change one thing need not be the order of its versions.
 */
export interface DurableSubscriber {
  name: string
  topics: readonly string[]
  handle: (tx: Tx, rows: readonly OutboxRow[]) => Promise<void>
}

function isBefore(left: OutboxPosition, right: OutboxPosition): boolean {
  const [leftXid, rightXid] = [BigInt(left.xid), BigInt(right.xid)]
  return leftXid === rightXid ? left.id < right.id : leftXid < rightXid
}

export interface OutboxTail {
  /** Every process hears every notice. */
  onNotice(handler: NoticeHandler): void
  /** One process at a time handles each row. */
  subscribe(subscriber: DurableSubscriber): void
  /** Reads at once instead of at the next poll, and has the other processes do so: called after a commit of this one. */
  wake(): void
  /** Waits until everything committed before the call has been handled by this process; for tests and shutdown. */
  drain(): Promise<void>
  /** For how many seconds the oldest change has waited that this process has not noticed: a long transaction holds it back. */
  lag(): Promise<number>
  start(): Promise<void>
  stop(): Promise<void>
}

export interface TailOptions {
  db: Db
  logger: FastifyBaseLogger
  /** By which processes tell each other to look; without one each looks every 50 ms. */
  bell?: Bell | undefined
  /** How long a process may go without looking while it hears the bell. */
  quietMs?: number
  /** How often a process says that it still follows its subscribers' cursors, even where there is nothing to handle. */
  followAgainMs?: number
}

/**
 * The change notices between processes (architecture.md §2, ADR 0012): each process tails the outbox after its own cursor,
 * by the clock, or, where there is a bell, when it rings and by a slower clock.
 */
export function createOutboxTail(options: TailOptions): OutboxTail {
  const { db, logger, bell, quietMs = quietPollMs, followAgainMs = hourMs } = options
  const noticeHandlers: NoticeHandler[] = []
  const subscribers: DurableSubscriber[] = []
  let position: OutboxPosition = { xid: '0', id: 0 }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let working: Promise<void> | undefined
  let again = false
  let stopped = true
  let behind = true
  let subscribersFrom = 0
  let readFrom = 0
  let alertUntil = 0
  let followAgainFrom = 0

  async function readNew(): Promise<boolean> {
    let found = false
    for (;;) {
      const rows = await readOutboxAfter(db, position, batchSize)
      const last = rows.at(-1)
      if (!last) return found
      found = true
      position = { xid: last.xid, id: last.id }
      for (const handler of noticeHandlers) tell(handler, rows)
      if (rows.length < batchSize) return true
    }
  }

  /** By itself: the position has moved, and what one handler cannot bear must not be lost to the others. */
  function tell(handler: NoticeHandler, rows: readonly OutboxRow[]): void {
    try {
      handler(rows)
    } catch (error) {
      logger.error({ err: error }, 'outbox notice handler failed')
    }
  }

  async function keepCursors(): Promise<void> {
    const names = subscribers.map(({ name }) => name)
    for (const name of names) await addCursor(db, name)
    await followCursors(db, names)
    await dropForsakenCursors(db, names)
    followAgainFrom = performance.now() + followAgainMs
  }

  async function runSubscriber({ name, topics, handle }: DurableSubscriber): Promise<void> {
    // Up to here all rows have been seen to be final, so that those of other topics need not be read again.
    const reached = position
    let more = true
    while (more && !stopped) {
      more = await inTransaction(db, async (tx) => {
        const cursor = await takeCursor(tx, name)
        // In the hands of another process, which may die with it: then nothing else would have this one look again.
        if (!cursor) behind = true
        if (!cursor || !isBefore(cursor, reached)) return false
        const rows = await readTopicsBetween(tx, cursor, reached, topics, batchSize)
        if (rows.length > 0) await handle(tx, rows)
        const last = rows.length === batchSize ? rows.at(-1) : undefined
        await moveCursor(tx, name, last ?? reached)
        return last !== undefined
      })
    }
  }

  async function runSubscribers(): Promise<void> {
    behind = false
    try {
      if (performance.now() >= followAgainFrom) await keepCursors()
    } catch (error) {
      logger.error({ err: error }, 'outbox cursors could not be followed')
    }
    for (const subscriber of subscribers) {
      try {
        await runSubscriber(subscriber)
      } catch (error) {
        // The cursor has not moved: the next poll tries the same rows again.
        behind = true
        logger.error({ err: error, subscriber: subscriber.name }, 'outbox subscriber failed')
      }
    }
  }

  async function pass(): Promise<void> {
    try {
      if (await readNew()) behind = true
    } catch (error) {
      logger.error({ err: error }, 'outbox tail failed')
    } finally {
      readFrom = performance.now() + readingsApartMs
    }
    if (performance.now() >= followAgainFrom) behind = true
    // Beside the notices, which do not wait for whatever a subscriber has to do.
    if (behind && !working && performance.now() >= subscribersFrom) void workAlone()
  }

  async function workAlone(): Promise<void> {
    while (working) await working
    working = runSubscribers().finally(() => {
      working = undefined
      subscribersFrom = performance.now() + subscriberRunsApartMs
    })
    await working
  }

  /** One pass at a time: two would hand over the same rows. Each is followed by another, later. */
  async function passAlone(): Promise<void> {
    while (running) await running
    running = pass().finally(() => {
      running = undefined
      schedule(again ? readingsApartMs : pauseMs())
      again = false
    })
    await running
  }

  function schedule(delay: number): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => void passAlone(), delay)
  }

  function pauseMs(): number {
    const isQuiet = !behind && performance.now() >= alertUntil && bell?.isHeard() === true
    return isQuiet ? quietMs : pollMs
  }

  function readSoon(): void {
    alertUntil = performance.now() + alertMs
    if (running) again = true
    else schedule(Math.max(0, readFrom - performance.now()))
  }

  return {
    onNotice: (handler) => void noticeHandlers.push(handler),
    subscribe: (subscriber) => void subscribers.push(subscriber),
    wake() {
      bell?.ring()
      readSoon()
    },
    async drain() {
      const target = await lastOutboxPosition(db)
      await passAlone()
      // Any older transaction of the cluster, even in another database, keeps rows from being read yet.
      while (isBefore(position, target)) {
        await delay(5)
        await passAlone()
      }
      await workAlone()
    },
    lag: () => readLag(db, position),
    async start() {
      position = await currentOutboxPosition(db)
      stopped = false
      await keepCursors()
      await passAlone()
      bell?.open(readSoon)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await Promise.all([running, working, bell?.close()])
    },
  }
}
