import { seatNumbers } from '@terrace/domain/tickets/seats'
import { formatInstant } from '@terrace/domain/time/dates'
import { eventEntry, readDatedEvents, type DatedEvent } from '#api/modules/catalogue/index.ts'
import { readTeamHolds } from '#api/modules/holds/index.ts'
import {
  nextStep,
  readLineChanges,
  readUpcomingOrders,
  seatLabel,
  type Order,
} from '#api/modules/orders/index.ts'
import type { Db } from '#api/db/client.ts'
import type { CalendarEntry } from '#api/shared/calendar/calendar-entry.ts'
import type { Site } from './site.ts'

type Hold = Awaited<ReturnType<typeof readTeamHolds>>[number]

const maxOrders = 500

interface Owner {
  accountId: string
  teamId: string
}

/** Entries of the account's holds and orders whose events start after `from`. They contain no prices. */
export async function readTicketEntries(
  db: Db,
  { accountId, teamId, from, site }: Owner & { from: Date; site: Site },
): Promise<CalendarEntry[]> {
  const [teamHolds, orders] = await Promise.all([
    readTeamHolds(db, teamId),
    readUpcomingOrders(db, { accountId, teamId, from, limit: maxOrders }),
  ])
  const holds = teamHolds.filter(({ heldBy }) => heldBy.accountId === accountId)
  const events = await readDatedEvents(db, [...new Set(holds.map(({ event }) => event.id))])
  const eventOf = new Map(events.map((event) => [event.id, event]))
  const isUpcoming = ({ when }: CalendarEntry) =>
    'day' in when ? when.day >= from.toISOString().slice(0, 10) : when.start > from
  return [
    ...holds.flatMap((hold) => {
      const event = eventOf.get(hold.event.id)
      return event ? [holdEntry(hold, event, site)] : []
    }),
    ...(await readOrderEntries(db, orders, site)),
  ].filter(isUpcoming)
}

function holdEntry(hold: Hold, event: DatedEvent, site: Site): CalendarEntry {
  const { categoryName, section, row, firstSeat: first, lastSeat: last, seats: list } = hold.listing
  const seats = [...seatNumbers({ first, last, list })]
  const location = seatLabel({
    categoryName,
    section,
    row,
    seats,
    seatsHidden: seats.length !== hold.quantity,
  })
  const entry = eventEntry(event, {
    uid: `hold-${hold.id}@${site.host}`,
    url: `${site.origin}/profile?tab=holds&hold=${hold.id}`,
    details: [
      `${tickets(hold.quantity)}, ${location}`,
      hold.state === 'paying' ? 'Being paid for' : `Held until ${formatInstant(hold.expiresAt)}`,
    ],
  })
  return {
    ...entry,
    title: `${entry.title}: ${tickets(hold.quantity)} on hold`,
    status: entry.status === 'cancelled' ? 'cancelled' : 'tentative',
    sequence: entry.sequence + hold.revision,
    updatedAt: later(entry.updatedAt, hold.placedAt),
  }
}

/** One entry per order and event. */
export async function readOrderEntries(
  db: Db,
  orders: readonly Order[],
  site: Site,
): Promise<CalendarEntry[]> {
  const [events, changes] = await Promise.all([
    readDatedEvents(db, [...new Set(orders.flatMap(({ lines }) => lines.map(({ eventId }) => eventId)))]),
    readLineChanges(
      db,
      orders.map(({ id }) => id),
    ),
  ])
  const changesOf = new Map(changes.map((change) => [`${change.orderId}/${change.eventId}`, change]))
  return events.flatMap((event) =>
    orders.flatMap((order) => {
      const lines = order.lines.filter(({ eventId }) => eventId === event.id)
      const change = changesOf.get(`${order.id}/${event.id}`)
      return lines.length === 0 || !change ? [] : [orderEntry(order, lines, { event, change, site })]
    }),
  )
}

function orderEntry(
  order: Order,
  lines: Order['lines'],
  { event, change, site }: { event: DatedEvent; change: { count: number; lastAt: Date }; site: Site },
): CalendarEntry {
  const bought = lines.filter(({ state }) => state !== 'cancelled')
  const quantity = (bought.length === 0 ? lines : bought).reduce((sum, line) => sum + line.quantity, 0)
  const entry = eventEntry(event, {
    uid: `order-${order.id}-${event.id}@${site.host}`,
    url: `${site.origin}/profile?tab=purchases&order=${order.id}`,
    details: [
      `Order ${order.number}`,
      ...lines.map(
        (line) => `${tickets(line.quantity)}, ${seatLabel(line.snapshot)}. ${nextStep(line, order.placedAt)}`,
      ),
    ],
  })
  return {
    ...entry,
    title: `${entry.title}: ${tickets(quantity)}`,
    status: bought.length === 0 || entry.status === 'cancelled' ? 'cancelled' : 'confirmed',
    sequence: entry.sequence + change.count,
    updatedAt: later(entry.updatedAt, change.lastAt),
  }
}

const tickets = (quantity: number): string => (quantity === 1 ? '1 ticket' : `${quantity} tickets`)

const later = (one: Date, other: Date): Date => (one > other ? one : other)
