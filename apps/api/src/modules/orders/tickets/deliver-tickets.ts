import { orderLineLifecycle } from '@terrace/domain/lifecycles/order-lifecycle'
import type { Actor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import { constraintOf, inTransaction, type Tx } from '#api/db/transaction.ts'
import { claimFiles } from '#api/files/unclaimed-files.repo.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { invalidInput } from '#api/shared/app-error.ts'
import { lockLines, type LockedLine } from '../lock-lines.repo.ts'
import { orderErrors, ticketErrors } from '../orders.errors.ts'
import { transitionLine } from '../orders.repo.ts'
import { validateAndStoreDelivery, type Delivery, type DeliveryDeps } from './validate-and-store-delivery.ts'
import { attachTicketFiles, insertTicketDeliveries, readDeliveredTicketNumbers } from './tickets.repo.ts'

export interface DeliverTicketsInput {
  lineId: string
  delivery: Delivery
  /**
   * Ticket number within the line, from 1. Without it, one file covers all tickets and several files are one per
   * ticket.
   */
  ticketNumber?: number | undefined
  /** Who delivers, as the line's history stores it: an account id, or `operator:<name>`. */
  actor: string
  /** The same person, as the audit log stores it. */
  by?: Actor
}

/**
 * Delivers tickets of a line (product.md §6). Files are stored before the transaction that references them; unreferenced
 * files are deleted a day later. The line is delivered once every ticket is covered. Called by the operator's command
 * `admin deliver`.
 */
export async function deliverTickets(
  deps: DeliveryDeps,
  { lineId, delivery, ticketNumber, actor, by }: DeliverTicketsInput,
): Promise<{ isFullyDelivered: boolean; delivered: number; quantity: number }> {
  const items = await validateAndStoreDelivery(deps, delivery)
  try {
    return await inTransaction(deps.db, async (tx) => {
      const line = await lockLine(tx, lineId)
      const ticketNumbers = ticketNumbersFor(items.length, line.quantity, ticketNumber)
      const ticketRows = items.map((item, index) => ({
        id: deps.ids.next('tkt'),
        lineId,
        ticketNumber: ticketNumbers[index] ?? null,
        item,
        actor,
      }))
      await insertTicketDeliveries(tx, ticketRows)
      if (delivery.kind === 'files')
        await attachTicketFiles(
          tx,
          lineId,
          ticketRows.map(({ id }) => id),
        )
      await claimFiles(
        tx,
        items.flatMap((item) => (item.kind === 'file' ? [item.storageKey] : [])),
      )
      const covered = await readDeliveredTicketNumbers(tx, lineId)
      const isFullyDelivered = covered.includes(null) || covered.length >= line.quantity
      await recordDelivery(tx, line, { isFullyDelivered, actor })
      await recordChanges(tx, by, {
        kind: 'order.tickets_delivered',
        teamId: line.teamId,
        details: {
          order_id: line.orderId,
          line_id: lineId,
          seller_team_id: line.sellerTeamId,
          kind: delivery.kind,
          tickets: listedTickets(ticketNumbers),
          before: { state: line.state },
          after: { state: isFullyDelivered ? 'delivered' : line.state },
        },
      })
      return {
        isFullyDelivered,
        delivered: isFullyDelivered ? line.quantity : covered.length,
        quantity: line.quantity,
      }
    })
  } catch (error) {
    if (constraintOf(error) === 'tickets__ticket_number_unique')
      throw ticketErrors.make('ticket.already_delivered', { cause: error })
    throw error
  }
}

async function lockLine(tx: Tx, lineId: string): Promise<LockedLine> {
  const [line] = await lockLines(tx, { lineId })
  if (!line) throw orderErrors.make('order.line_not_found')
  if (!line.isPaid) throw orderErrors.make('order.not_paid_yet')
  if (orderLineLifecycle.next(line.state, 'deliver') === null)
    throw orderErrors.make(
      line.state === 'cancelled' ? 'order.line_already_cancelled' : 'order.line_already_delivered',
    )
  return line
}

async function recordDelivery(
  tx: Tx,
  { id, orderId, teamId, sellerTeamId }: LockedLine,
  { isFullyDelivered, actor }: { isFullyDelivered: boolean; actor: string },
): Promise<void> {
  if (isFullyDelivered)
    await transitionLine(tx, { id, from: 'confirmed', to: 'delivered', actor, reason: 'delivered' })
  await recordEvents(tx, [
    {
      topic: isFullyDelivered ? 'order.line_delivered' : 'order.line_partially_delivered',
      subject: orderId,
      payload: { orderId, lineId: id, teamId, sellerTeamId },
    },
  ])
}

/** Within the size that an audit entry may have. */
const maxListedLength = 500

function listedTickets(numbers: readonly (number | null)[]): string {
  if (numbers.includes(null)) return 'all'
  const text = numbers.join(', ')
  return text.length > maxListedLength ? `${text.slice(0, maxListedLength)}…` : text
}

/** The ticket number of each delivered item; `null` covers the whole line. */
function ticketNumbersFor(
  count: number,
  quantity: number,
  ticketNumber: number | undefined,
): (number | null)[] {
  if (ticketNumber !== undefined) {
    if (count !== 1) throw invalidInput({ ticket: ['takes one file, link or reference'] })
    if (ticketNumber < 1 || ticketNumber > quantity)
      throw invalidInput({ ticket: [`must be from 1 to ${quantity}`] })
    return [quantity === 1 ? null : ticketNumber]
  }
  if (count === 1) return [null]
  if (count !== quantity)
    throw invalidInput({
      files: [`must be 1 file for all tickets or ${quantity}, one per ticket`],
    })
  return Array.from({ length: count }, (_, index) => index + 1)
}
