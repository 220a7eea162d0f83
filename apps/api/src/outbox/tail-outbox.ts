import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { runDetached } from '#api/tracing/active-span.ts'
import type { Topic } from './domain-events.ts'
import { areOfOneTrace, inSpansOfRows } from './trace-rows.ts'
import type { WakeUpChannel } from './wake-up.port.ts'
import {
  addCursor,
  continueTrace,
  currentOutboxPosition,
  deleteAbandonedCursors,
  touchCursors,
  lastOutboxPosition,
  moveCursor,
  readLag,
  readOutboxAfter,
  readTopicsBetween,
  lockCursor,
  type OutboxPosition,
  type OutboxRow,
} from './outbox.repo.ts'

const batchSize = 500
const pollMs = 50
/** With wake-ups: covers commits by the CLI, which sends none, and lost wake-ups. */
const defaultIdlePollMs = 500
/** Poll often for this long after a wake-up: older transactions may still hold a row back. */
const activePollingMs = 1000
// Under constant change one read serves many commits, so the tail never costs more than the changes.
const minReadIntervalMs = 10
const minSubscriberIntervalMs = 500
/** A cursor that is behind only by rows of other topics is moved this often, so that few rows are read again. */
const cursorMoveIntervalMs = 60_000
/** Far below the week after which an abandoned cursor is deleted. */
const hourMs = 3_600_000

/** In-process cache invalidation. Best effort: failures are logged and not retried. */
type NoticeHandler = (rows: readonly OutboxRow[]) => void

/**
 * Handles each batch at least once, in the transaction that advances its cursor. Rows come in the order of their
 * transactions' first writes, which may differ from the order of their commits and so from the order of listing versions.
 */
export interface DurableSubscriber {
  name: string
  topics: readonly Topic[]
  handle: (tx: Tx, rows: readonly OutboxRow[]) => Promise<void>
}

function isBefore(left: OutboxPosition, right: OutboxPosition): boolean {
  const [leftXid, rightXid] = [BigInt(left.xid), BigInt(right.xid)]
  return leftXid === rightXid ? left.id < right.id : leftXid < rightXid
}

/** Continues a trace only now, after reading: what the transaction writes belongs to one only if all its rows do. */
async function handleInTraces(
  tx: Tx,
  { name, handle }: DurableSubscriber,
  rows: readonly OutboxRow[],
): Promise<void> {
  await inSpansOfRows(name, rows, async (traced) => {
    if (areOfOneTrace(traced)) await continueTrace(tx)
    await handle(tx, traced)
  })
}

export interface OutboxTail {
  /** Every process receives every notice. */
  onNotice(handler: NoticeHandler): void
  /** One process at a time handles each row. */
  subscribe(subscriber: DurableSubscriber): void
  /** Reads now instead of at the next poll, and wakes the other processes. Call it after a commit. */
  wake(): void
  /** Waits until this process has handled everything committed before the call; for tests and shutdown. */
  drain(): Promise<void>
  /** Age in seconds of the oldest unread row; a long transaction makes it grow. */
  lag(): Promise<number>
  /** Seconds since this process last read the outbox; 0 before the start. */
  secondsSinceRead(): number
  start(): Promise<void>
  stop(): Promise<void>
}

export interface TailOptions {
  db: Db
  logger: FastifyBaseLogger
  /** Wakes other processes; without one each process polls every 50 ms. */
  wakeUpChannel?: WakeUpChannel | undefined
  /** Whether this process handles rows for durable subscribers; otherwise others do. */
  runsSubscribers?: boolean
  /** Poll interval while wake-ups are connected. */
  idlePollMs?: number
  /** Interval of the subscribers' heartbeat, sent even without rows to handle. */
  cursorHeartbeatMs?: number
}

/**
 * Carries change notices between processes (ADR 0012). Each process reads the outbox from its own position on, when it is
 * woken and at intervals.
 */
export function createOutboxTail(options: TailOptions): OutboxTail {
  const { db, logger, wakeUpChannel, idlePollMs = defaultIdlePollMs, cursorHeartbeatMs = hourMs } = options
  const { runsSubscribers = true } = options
  const noticeHandlers: NoticeHandler[] = []
  const subscribers: DurableSubscriber[] = []
  let position: OutboxPosition = { xid: '0', id: 0 }
  let timer: NodeJS.Timeout | undefined
  let currentPass: Promise<void> | undefined
  let subscriberRun: Promise<void> | undefined
  let mustReadAgain = false
  let isStopped = true
  let hasUnhandledRows = runsSubscribers
  let isFailing = false
  let lastReadAt: number | undefined
  let nextSubscriberRunAt = 0
  let nextReadAt = 0
  let activePollingUntil = 0
  let nextHeartbeatAt = 0
  /** The last row of each topic that this process has read. */
  const lastOfTopic = new Map<string, OutboxPosition>()
  /** The position up to which each subscriber's rows are known to be handled, and when this process last moved its cursor. */
  const handledUpTo = new Map<string, { position: OutboxPosition; movedAt: number }>()

  async function readNew(): Promise<boolean> {
    let found = false
    for (;;) {
      const rows = await readOutboxAfter(db, position, batchSize)
      const last = rows.at(-1)
      if (!last) return found
      found = true
      position = { xid: last.xid, id: last.id }
      for (const { topic, xid, id } of rows) lastOfTopic.set(topic, { xid, id })
      for (const handler of noticeHandlers) runNoticeHandler(handler, rows)
      if (rows.length < batchSize) return true
    }
  }

  /** Isolated per handler: the position has moved, so one failure must not lose the rows for the others. */
  function runNoticeHandler(handler: NoticeHandler, rows: readonly OutboxRow[]): void {
    try {
      handler(rows)
    } catch (error) {
      logger.error({ err: error }, 'outbox notice handler failed')
    }
  }

  async function refreshCursors(): Promise<void> {
    const names = subscribers.map(({ name }) => name)
    for (const name of names) await addCursor(db, name)
    await touchCursors(db, names)
    await deleteAbandonedCursors(db, names)
    nextHeartbeatAt = performance.now() + cursorHeartbeatMs
  }

  /** Whether there may be rows for the subscriber. Skipping it saves a transaction, twice a second for each. */
  function mustRun({ name, topics }: DurableSubscriber): boolean {
    const known = handledUpTo.get(name)
    if (!known || performance.now() - known.movedAt >= cursorMoveIntervalMs) return true
    return topics.some((topic) => {
      const last = lastOfTopic.get(topic)
      return last !== undefined && isBefore(known.position, last)
    })
  }

  async function runSubscriber({ name, topics, handle }: DurableSubscriber): Promise<void> {
    // No row up to here can still be added, so rows of other topics need not be read again.
    const upTo = position
    let isHandled = false
    let hasMore = true
    while (hasMore && !isStopped) {
      hasMore = await inTransaction(db, async (tx) => {
        const cursor = await lockCursor(tx, name)
        // Try again later: the process that holds the cursor may crash, and nothing else would trigger another read.
        if (!cursor) hasUnhandledRows = true
        if (!cursor) return false
        isHandled = true
        if (!isBefore(cursor, upTo)) return false
        const rows = await readTopicsBetween(tx, cursor, upTo, topics, batchSize)
        if (rows.length > 0) await handleInTraces(tx, { name, topics, handle }, rows)
        const last = rows.length === batchSize ? rows.at(-1) : undefined
        await moveCursor(tx, name, last ?? upTo)
        return last !== undefined
      })
    }
    if (isHandled && !hasMore) handledUpTo.set(name, { position: upTo, movedAt: performance.now() })
  }

  async function runSubscribers(): Promise<void> {
    hasUnhandledRows = false
    try {
      if (performance.now() >= nextHeartbeatAt) await refreshCursors()
    } catch (error) {
      logger.error({ err: error }, 'could not refresh outbox cursors')
    }
    for (const subscriber of subscribers.filter(mustRun)) {
      try {
        await runSubscriber(subscriber)
      } catch (error) {
        // The cursor has not moved: the next poll retries the same rows.
        hasUnhandledRows = true
        logger.error({ err: error, subscriber: subscriber.name }, 'outbox subscriber failed')
      }
    }
  }

  async function readAndRun(): Promise<void> {
    try {
      if (await readNew()) hasUnhandledRows = runsSubscribers
      if (isFailing) logger.info('outbox readable again')
      isFailing = false
      lastReadAt = performance.now()
    } catch (error) {
      // One log line per outage: the next poll is in 50 ms.
      if (!isFailing) logger.error({ err: error }, 'outbox tail failed')
      isFailing = true
    } finally {
      nextReadAt = performance.now() + minReadIntervalMs
    }
    if (runsSubscribers && performance.now() >= nextHeartbeatAt) hasUnhandledRows = true
    // Runs in parallel, so notices do not wait for subscribers.
    if (hasUnhandledRows && !subscriberRun && performance.now() >= nextSubscriberRunAt)
      void runSubscribersExclusively()
  }

  async function runSubscribersExclusively(): Promise<void> {
    while (subscriberRun) await subscriberRun
    subscriberRun = runSubscribers().finally(() => {
      subscriberRun = undefined
      nextSubscriberRunAt = performance.now() + minSubscriberIntervalMs
    })
    await subscriberRun
  }

  /** One pass at a time: two would deliver the same rows. */
  async function readAndRunExclusively(): Promise<void> {
    while (currentPass) await currentPass
    currentPass = readAndRun().finally(() => {
      currentPass = undefined
      schedule(mustReadAgain ? minReadIntervalMs : pauseMs())
      mustReadAgain = false
    })
    await currentPass
  }

  function schedule(delay: number): void {
    if (isStopped) return
    clearTimeout(timer)
    // Outside the trace of the request that woke it, because one read serves many requests.
    timer = runDetached(() => setTimeout(() => void readAndRunExclusively(), delay))
  }

  function pauseMs(): number {
    const isIdle =
      !hasUnhandledRows && performance.now() >= activePollingUntil && wakeUpChannel?.isConnected() === true
    return isIdle ? idlePollMs : pollMs
  }

  function readSoon(): void {
    activePollingUntil = performance.now() + activePollingMs
    if (currentPass) mustReadAgain = true
    else schedule(Math.max(0, nextReadAt - performance.now()))
  }

  return {
    onNotice: (handler) => void noticeHandlers.push(handler),
    subscribe: (subscriber) => void subscribers.push(subscriber),
    wake() {
      wakeUpChannel?.notify()
      readSoon()
    },
    async drain() {
      const target = await lastOutboxPosition(db)
      await readAndRunExclusively()
      // Any older transaction of the cluster, even in another database, holds rows back.
      while (isBefore(position, target)) {
        await delay(5)
        await readAndRunExclusively()
      }
      handledUpTo.clear()
      if (runsSubscribers) await runSubscribersExclusively()
    },
    lag: () => readLag(db, position),
    secondsSinceRead: () => (lastReadAt === undefined ? 0 : (performance.now() - lastReadAt) / 1000),
    async start() {
      position = await currentOutboxPosition(db)
      isStopped = false
      if (runsSubscribers) await refreshCursors()
      await readAndRunExclusively()
      wakeUpChannel?.open(readSoon)
    },
    async stop() {
      isStopped = true
      clearTimeout(timer)
      await Promise.all([currentPass, subscriberRun, wakeUpChannel?.close()])
    },
  }
}
