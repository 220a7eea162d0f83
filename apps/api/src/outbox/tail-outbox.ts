import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../db/client.ts'
import { inTransaction, type Tx } from '../db/transaction.ts'
import {
  addCursor,
  currentOutboxPosition,
  lastOutboxPosition,
  moveCursor,
  readOutboxAfter,
  takeCursor,
  type OutboxPosition,
  type OutboxRow,
} from './outbox.repo.ts'

const batchSize = 500
const pollMs = 50
// Under constant change one reading serves all that was committed meanwhile: the tail must not cost more than the changes.
const readingsApartMs = 10
const subscriberRunsApartMs = 500

/** A hint to this process only: keep caches true. Must not fail and need not be durable. */
type NoticeHandler = (rows: readonly OutboxRow[]) => void

/** Handles a batch at least once, in order, in the transaction that moves its cursor. */
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
  /** Reads at once instead of at the next poll: called after a commit of this process. */
  wake(): void
  /** Waits until everything committed before the call has been handled by this process; for tests and shutdown. */
  drain(): Promise<void>
  start(): Promise<void>
  stop(): Promise<void>
}

/** The change-notice port's default: each process tails the outbox after its own cursor (architecture.md §2). */
export function createOutboxTail({ db, logger }: { db: Db; logger: FastifyBaseLogger }): OutboxTail {
  const noticeHandlers: NoticeHandler[] = []
  const subscribers: DurableSubscriber[] = []
  let position: OutboxPosition = { xid: '0', id: 0 }
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | undefined
  let again = false
  let stopped = true
  let behind = true
  let subscribersFrom = 0
  let readFrom = 0

  async function readNew(): Promise<boolean> {
    let found = false
    for (;;) {
      const rows = await readOutboxAfter(db, position, batchSize)
      const last = rows.at(-1)
      if (!last) return found
      found = true
      position = { xid: last.xid, id: last.id }
      for (const handler of noticeHandlers) handler(rows)
      if (rows.length < batchSize) return true
    }
  }

  async function runSubscriber(subscriber: DurableSubscriber): Promise<void> {
    let more = true
    while (more && !stopped) {
      more = await inTransaction(db, async (tx) => {
        const cursor = await takeCursor(tx, subscriber.name)
        if (!cursor) return false
        const rows = await readOutboxAfter(tx, cursor, batchSize)
        const last = rows.at(-1)
        if (!last) return false
        const wanted = rows.filter((row) => subscriber.topics.includes(row.topic))
        if (wanted.length > 0) await subscriber.handle(tx, wanted)
        await moveCursor(tx, subscriber.name, last)
        return rows.length === batchSize
      })
    }
  }

  async function runSubscribers(): Promise<void> {
    behind = false
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

  async function pass({ isPatient }: { isPatient: boolean }): Promise<void> {
    try {
      if (await readNew()) behind = true
      if (!behind || (isPatient && performance.now() < subscribersFrom)) return
      await runSubscribers()
      subscribersFrom = performance.now() + subscriberRunsApartMs
    } catch (error) {
      logger.error({ err: error }, 'outbox tail failed')
    } finally {
      readFrom = performance.now() + readingsApartMs
    }
  }

  function schedule(delay: number): void {
    if (stopped) return
    clearTimeout(timer)
    timer = setTimeout(() => {
      running ??= pass({ isPatient: true }).finally(() => {
        running = undefined
        const delayNext = again ? readingsApartMs : pollMs
        again = false
        schedule(delayNext)
      })
    }, delay)
  }

  return {
    onNotice: (handler) => void noticeHandlers.push(handler),
    subscribe: (subscriber) => void subscribers.push(subscriber),
    wake() {
      if (running) again = true
      else schedule(Math.max(0, readFrom - performance.now()))
    },
    async drain() {
      await running
      const target = await lastOutboxPosition(db)
      behind = true
      await pass({ isPatient: false })
      // Any older transaction of the cluster, even in another database, keeps rows from being read yet.
      while (isBefore(position, target)) {
        await delay(5)
        behind = true
        await pass({ isPatient: false })
      }
    },
    async start() {
      position = await currentOutboxPosition(db)
      stopped = false
      for (const { name } of subscribers) await addCursor(db, name)
      await pass({ isPatient: false })
      schedule(pollMs)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
