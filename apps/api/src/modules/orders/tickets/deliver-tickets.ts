import { orderLineLifecycle } from '@terrace/domain/order-lifecycle'
import { constraintOf, inTransaction, type Tx } from '../../../db/transaction.ts'
import { claimFiles } from '../../../files/unclaimed-files.repo.ts'
import { recordEvents } from '../../../outbox/outbox.repo.ts'
import { invalidInput } from '../../../shared/app-error.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { orderErrors, ticketErrors } from '../orders.errors.ts'
import { moveLine } from '../orders.repo.ts'
import { takeInDelivery, type Delivery, type TakeInDeps } from './take-in-delivery.ts'
import { insertTickets, readPlaces } from './tickets.repo.ts'

export interface DeliverTickets {
  lineId: string
  delivery: Delivery
  /** The one ticket that it is for, from 1; without it one file serves all tickets, and several are one for each. */
  ticket?: number | undefined
  /** An account, or how the operator signs. */
  actor: string
}

/**
 * Delivers tickets of a line (product.md §6). Files are stored first and named by the transaction that makes them tickets: one
 * that nobody names is nobody's, and is swept a day later. The line is fulfilled when each of its tickets has something, or one
 * thing serves them all.
 */
export async function deliverTickets(
  deps: TakeInDeps,
  { lineId, delivery, ticket, actor }: DeliverTickets,
): Promise<{ isFulfilled: boolean; delivered: number; quantity: number }> {
  const delivered = await takeInDelivery(deps, delivery)
  try {
    return await inTransaction(deps.db, async (tx) => {
      const line = await lockLine(tx, lineId)
      const places = placesFor(delivered.length, line.quantity, ticket)
      await insertTickets(
        tx,
        delivered.map((item, index) => ({
          id: deps.ids.next('tkt'),
          lineId,
          place: places[index] ?? null,
          delivered: item,
          actor,
        })),
      )
      await claimFiles(
        tx,
        delivered.flatMap((item) => (item.kind === 'file' ? [item.storedAs] : [])),
      )
      const covered = await readPlaces(tx, lineId)
      const isFulfilled = covered.includes(null) || covered.length >= line.quantity
      await tell(tx, line, { isFulfilled, actor })
      return {
        isFulfilled,
        delivered: isFulfilled ? line.quantity : covered.length,
        quantity: line.quantity,
      }
    })
  } catch (error) {
    if (constraintOf(error) === 'tickets__once')
      throw ticketErrors.make('ticket.delivered_already', { cause: error })
    throw error
  }
}

async function lockLine(tx: Tx, lineId: string): Promise<LockedLine> {
  const [line] = await lockLines(tx, { lineId })
  if (!line) throw orderErrors.make('order.line_not_found')
  if (!line.isPaid) throw orderErrors.make('order.not_paid_yet')
  if (orderLineLifecycle.next(line.state, 'fulfil') === null)
    throw orderErrors.make(line.state === 'cancelled' ? 'order.line_cancelled' : 'order.line_fulfilled')
  return line
}

async function tell(
  tx: Tx,
  { id, orderId, teamId, sellerTeamId }: LockedLine,
  { isFulfilled, actor }: { isFulfilled: boolean; actor: string },
): Promise<void> {
  if (isFulfilled) await moveLine(tx, { id, from: 'confirmed', to: 'fulfilled', actor, reason: 'delivered' })
  await recordEvents(tx, [
    {
      topic: isFulfilled ? 'order.line_fulfilled' : 'order.tickets_added',
      subject: orderId,
      payload: { orderId, lineId: id, teamId, sellerTeamId },
    },
  ])
}

/** For which ticket each of so many things is. */
function placesFor(count: number, quantity: number, ticket: number | undefined): (number | null)[] {
  if (ticket !== undefined) {
    if (count !== 1) throw invalidInput({ ticket: ['takes one file, or one link or reference'] })
    if (ticket < 1 || ticket > quantity)
      throw invalidInput({ ticket: [`must be from 1 to ${quantity}: the line has no other tickets`] })
    return [quantity === 1 ? null : ticket]
  }
  if (count === 1) return [null]
  if (count !== quantity)
    throw invalidInput({
      files: [`must be 1 for all tickets, or ${quantity}, one for each; say --ticket to deliver one of them`],
    })
  return Array.from({ length: count }, (_, index) => index + 1)
}
