import { holdLifecycle, type HoldState } from '@terrace/domain/hold-lifecycle'
import type { Tx } from '../../db/transaction.ts'
import type { PayableHold } from './payable-hold.ts'
import { lockHolds, lockHoldsOfAttempt, moveHolds, readFreeTickets } from './payable-holds.repo.ts'

type Action = Parameters<typeof holdLifecycle.next>[1]

/** A payment begins: while it runs these holds cannot lapse before `leaseUntil`. The caller has them locked and judged. */
export async function startPayment(
  tx: Tx,
  holds: readonly PayableHold[],
  { attemptId, leaseUntil }: { attemptId: string; leaseUntil: Date },
): Promise<void> {
  await moveHolds(tx, {
    ids: holds.map((hold) => hold.id),
    to: after(holds, 'startPayment'),
    topic: 'hold.paying',
    attemptId,
    reservedUntil: leaseUntil,
  })
}

/**
 * The payment went through: the tickets are sold, the holds are answered. Where the lease has run out meanwhile their
 * stock is taken again, if all of it is free; else nothing is sold and the holds are given up (product.md §4), as they are
 * where the event was called off.
 */
export async function sellHolds(
  tx: Tx,
  attemptId: string,
): Promise<{ kind: 'sold' | 'gone' | 'event_off'; holds: PayableHold[] }> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  const kind = holds.some(isEventOff) ? 'event_off' : (await isStockGone(tx, holds)) ? 'gone' : 'sold'
  if (kind !== 'sold') {
    await giveUp(tx, holds, 'refund')
    return { kind, holds }
  }
  await moveHolds(tx, {
    ids: holds.map((hold) => hold.id),
    to: after(holds, 'sell'),
    topic: 'hold.sold',
    attemptId,
    sells: 1,
  })
  return { kind, holds }
}

/** The payment was declined or given up: the team has its holds back for what is left of their time. */
export async function returnHolds(tx: Tx, attemptId: string): Promise<PayableHold[]> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  await moveHolds(tx, {
    ids: holds.map((hold) => hold.id),
    to: after(holds, 'return'),
    topic: 'hold.returned',
    attemptId: null,
  })
  return holds
}

/** The order could not be kept although it was placed: its tickets are on sale again. */
export async function unsellHolds(tx: Tx, attemptId: string): Promise<PayableHold[]> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  await giveUp(tx, holds, 'unsell', -1)
  return holds
}

/** Some of what a team has bought was cancelled: these tickets are on sale again. */
export async function unsellSome(
  tx: Tx,
  { teamId, holdIds }: { teamId: string; holdIds: readonly string[] },
): Promise<PayableHold[]> {
  const holds = await lockHolds(tx, teamId, holdIds)
  await giveUp(tx, holds, 'unsell', -1)
  return holds
}

async function giveUp(tx: Tx, holds: PayableHold[], action: Action, sells?: -1): Promise<void> {
  await moveHolds(tx, {
    ids: holds.map((hold) => hold.id),
    to: after(holds, action),
    topic: 'hold.released',
    attemptId: holds[0]?.attemptId ?? null,
    ...(sells && { sells }),
  })
}

/** A payment that began before the event did may end after it, as long as its lease lasts. */
const isEventOff = ({ eventOff, isLive }: PayableHold): boolean =>
  eventOff !== null && !(eventOff === 'event.started' && isLive)

async function isStockGone(tx: Tx, holds: readonly PayableHold[]): Promise<boolean> {
  const lapsed = holds.filter((hold) => !hold.isLive)
  if (lapsed.length === 0) return false
  const needed = new Map<string, number>()
  for (const { listingId, quantity } of lapsed) needed.set(listingId, (needed.get(listingId) ?? 0) + quantity)
  const free = await readFreeTickets(tx, [...needed.keys()])
  return [...needed].some(([listingId, quantity]) => (free.get(listingId) ?? 0) < quantity)
}

function after(holds: readonly PayableHold[], action: Action): HoldState {
  const [first] = holds
  if (!first) throw new Error(`there are no holds to ${action}`)
  for (const { id, state } of holds)
    if (holdLifecycle.next(state, action) === null)
      throw new Error(`the hold ${id} is ${state} and cannot ${action}`)
  return holdLifecycle.next(first.state, action) ?? first.state
}
