import { formatMoney, money } from '@terrace/domain/money/money'
import { saleProceeds } from '@terrace/domain/money/seller-proceeds'
import { seatsOfNumbers, seatsText } from '@terrace/domain/tickets/seats'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import type { Tx } from '#api/db/transaction.ts'
import type { Topic } from '#api/outbox/domain-events.ts'
import {
  joinParts,
  payloadStrings,
  sourceOf,
  type NotificationDraft,
  type TeamRow,
} from './notification-draft.ts'
import { readSoldLines, type SoldLine } from './sold-lines.repo.ts'

export const supplyNotificationTopics: readonly Topic[] = [
  'order.placed',
  'supply.own_holds_ending',
  'supply.listings_refused',
]

/** Notifies selling teams of their sales, with the seats that each buyer gets, and of changes that they did not make. */
export async function draftSupplyNotifications(
  tx: Tx,
  rows: readonly TeamRow[],
): Promise<NotificationDraft[]> {
  const placed = rows.filter(({ topic }) => topic === 'order.placed')
  const lines = await readSoldLines(tx, payloadStrings(placed, 'orderId'))
  return rows.flatMap((row): NotificationDraft[] => {
    if (row.topic !== 'order.placed') return [stockNotification(row)]
    const ofOrder = lines.filter(({ orderId }) => orderId === row.payload['orderId'])
    return [...Map.groupBy(ofOrder, ({ sellerTeamId }) => sellerTeamId).values()].flatMap((sold) =>
      [true, false].map((seesMoney) => saleNotification(row, sold, seesMoney)),
    )
  })
}

function saleNotification(row: TeamRow, lines: readonly SoldLine[], seesMoney: boolean): NotificationDraft {
  const [first] = lines
  const quantity = lines.reduce((sum, line) => sum + line.quantity, 0)
  const due = lines.map((line) =>
    formatMoney(saleProceeds(money(line.priceMinor, line.currency), line.quantity)),
  )
  return {
    to: { teamId: first?.sellerTeamId ?? '', permission: 'view', seesMoney },
    kind: 'order_placed',
    severity: 'success',
    title: `Sold: ${formatTickets(quantity)}, ${lines.map(placeOf).join('; ')}`,
    detail: joinParts(
      [...new Set(lines.map(({ eventTitle }) => eventTitle))].join(', '),
      `Order ${first?.orderNumber}`,
      seesMoney ? `You receive ${due.join(' and ')}` : null,
    ),
    link: listingLink(first?.listingId),
    source: sourceOf(row),
    at: row.at,
  }
}

/** 'Block 112, row 7, seats 1–2'. Sellers see the seats that they hide from buyers. */
function placeOf({ section, row, seats }: SoldLine): string {
  const text = seatsText(seatsOfNumbers(seats))
  const named = text === undefined ? '' : `${seats.length === 1 ? 'seat' : 'seats'} ${text}`
  return [section, row === '' ? '' : `row ${row}`, named].filter((part) => part !== '').join(', ')
}

function stockNotification(row: TeamRow): NotificationDraft {
  const { count, reason, listingIds } = row.payload
  const number = typeof count === 'number' ? count : 0
  const listings = `${number} ${number === 1 ? 'listing' : 'listings'}`
  const base = {
    to: { teamId: row.teamId, permission: 'view' as const },
    severity: 'warning' as const,
    link: listingLink(number === 1 && Array.isArray(listingIds) ? listingIds[0] : undefined),
    source: sourceOf(row),
    at: row.at,
  }
  if (row.topic === 'supply.listings_refused')
    return {
      ...base,
      kind: 'inventory',
      title: `Taken off sale: ${listings}`,
      detail: `${typeof reason === 'string' ? reason : ''} Holds and orders are not affected.`.trim(),
    }
  return {
    ...base,
    // The seller's own hold, which has not ended yet. It shares the kind, and so the setting, with expired holds of buyers.
    kind: 'hold_expired',
    title: `Your own hold ends within an hour: ${listings}`,
    detail: 'The tickets are for sale again when it ends',
  }
}

const listingLink = (id: unknown) =>
  typeof id === 'string' ? `/sell/inventory?listing=${id}` : '/sell/inventory'
