import { holdLifecycle, type HoldState } from '@terrace/domain/lifecycles/hold-lifecycle'
import type { Tx } from '#api/db/transaction.ts'
import type { LockedHold } from './hold-details.ts'
import { changeHoldStates, lockHolds, lockHoldsOfAttempt, readFreeTickets } from './locked-holds.repo.ts'

type Action = Parameters<typeof holdLifecycle.next>[1]

/**
 * Locks the holds of a successful payment and decides whether they can be sold. The tickets of a hold that has expired
 * must still be available. If any are not, or the event is off sale, all holds are released (product.md §4).
 */
export async function lockHoldsOrReleaseUnsellable(
  tx: Tx,
  attemptId: string,
): Promise<{ kind: 'sellable' | 'stock_unavailable' | 'event_blocked'; holds: LockedHold[] }> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  const kind = holds.some(isEventUnavailable)
    ? 'event_blocked'
    : (await isStockUnavailable(tx, holds))
      ? 'stock_unavailable'
      : 'sellable'
  if (kind !== 'sellable') await releaseAfterPayment(tx, holds, 'releaseUnsold')
  return { kind, holds }
}

/** Sells the locked holds of an attempt with the seats that its order assigns, by hold id. */
export async function sellHolds(
  tx: Tx,
  attemptId: string,
  holds: readonly LockedHold[],
  seats: ReadonlyMap<string, readonly number[]>,
): Promise<void> {
  await changeHoldStates(tx, {
    ids: holds.map((hold) => hold.id),
    to: nextState(holds, 'sell'),
    topic: 'hold.sold',
    attemptId,
    stockChange: 'sell',
    seats,
  })
}

/** Makes the holds active again after a declined or abandoned payment, until their original expiry. */
export async function reactivateHolds(tx: Tx, attemptId: string): Promise<LockedHold[]> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  await changeHoldStates(tx, {
    ids: holds.map((hold) => hold.id),
    to: nextState(holds, 'reactivate'),
    topic: 'hold.reactivated',
    attemptId: null,
  })
  return holds
}

/** Releases the holds of a payment that gets no order. */
export async function releaseHoldsOfAttempt(tx: Tx, attemptId: string): Promise<LockedHold[]> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  await releaseAfterPayment(tx, holds, 'releaseUnsold')
  return holds
}

/** Puts the tickets of a reversed order back on sale. */
export async function reverseSaleOfAttempt(tx: Tx, attemptId: string): Promise<LockedHold[]> {
  const holds = await lockHoldsOfAttempt(tx, attemptId)
  await releaseAfterPayment(tx, holds, 'reverseSale')
  return holds
}

/** Puts cancelled tickets of an order back on sale. */
export async function reverseSaleOfHolds(
  tx: Tx,
  { teamId, holdIds }: { teamId: string; holdIds: readonly string[] },
): Promise<LockedHold[]> {
  const holds = await lockHolds(tx, teamId, holdIds)
  await releaseAfterPayment(tx, holds, 'reverseSale')
  return holds
}

/** Releases holds that a payment has used; reversing a sale also puts their sold tickets back on sale. */
async function releaseAfterPayment(
  tx: Tx,
  holds: LockedHold[],
  action: 'releaseUnsold' | 'reverseSale',
): Promise<void> {
  await changeHoldStates(tx, {
    ids: holds.map((hold) => hold.id),
    to: nextState(holds, action),
    topic: 'hold.released',
    attemptId: holds[0]?.attemptId ?? null,
    ...(action === 'reverseSale' && { stockChange: 'put_back' }),
  })
}

/** A payment that started before the event may finish after it, while its hold extension lasts. */
const isEventUnavailable = ({ eventBlocker, isExpired }: LockedHold): boolean =>
  eventBlocker !== null && !(eventBlocker === 'event.started' && !isExpired)

async function isStockUnavailable(tx: Tx, holds: readonly LockedHold[]): Promise<boolean> {
  const expired = holds.filter((hold) => hold.isExpired)
  if (expired.length === 0) return false
  const needed = new Map<string, number>()
  for (const { listingId, quantity } of expired)
    needed.set(listingId, (needed.get(listingId) ?? 0) + quantity)
  const free = await readFreeTickets(tx, [...needed.keys()])
  return [...needed].some(([listingId, quantity]) => (free.get(listingId) ?? 0) < quantity)
}

function nextState(holds: readonly LockedHold[], action: Action): HoldState {
  const [first] = holds
  if (!first) throw new Error(`"${action}" was requested for no holds`)
  for (const { id, state } of holds)
    if (holdLifecycle.next(state, action) === null)
      throw new Error(`"${action}" is not possible for hold ${id}, which is ${state}`)
  return holdLifecycle.next(first.state, action) ?? first.state
}
