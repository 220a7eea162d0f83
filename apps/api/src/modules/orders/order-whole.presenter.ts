import { wireIssueReport, type WireOrderAttendee, type WireOrderWhole } from '@terrace/contracts/orders'
import { wireTicket, type WireTicket } from '@terrace/contracts/tickets'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { attendeeFields, detailOf, type AttendeeDetails } from '@terrace/domain/attendee-details'
import type { Selectable } from 'kysely'
import type { OrderTables } from '../../db/order-tables.ts'
import type { KeptDispute } from '../payments/index.ts'
import type { Order } from './order.ts'
import type { IssueReport } from './issue-reports.repo.ts'
import { reasonText } from './line-texts.ts'
import type { Transition } from './order-whole.repo.ts'
import { presentLine, presentOrder, wireStatus } from './orders.presenter.ts'

export interface OrderWhole {
  order: Order
  transitions: readonly Transition[]
  tickets: readonly Selectable<OrderTables['tickets']>[]
  reports: readonly IssueReport[]
  disputes: readonly KeptDispute[]
  /** By line; none are kept where the tickets ask for none, or the event is long over. */
  attendees: ReadonlyMap<string, readonly AttendeeDetails[]>
}

/** An order with all that its own page shows; `brand` stands for whoever acts for the marketplace. */
export function presentOrderWhole(
  { order, transitions, tickets, reports, disputes, attendees }: OrderWhole,
  brand: string,
): WireOrderWhole {
  const of = <Thing extends { lineId: string }>(things: readonly Thing[], lineId: string) =>
    things.filter((thing) => thing.lineId === lineId)
  return {
    ...presentOrder(order),
    lines: order.lines.map((line) => ({
      ...presentLine(line, order.placedAt),
      history: of(transitions, line.id).map(({ from, to, at, who, reason }) => ({
        from: from && wireStatus[from],
        to: wireStatus[to],
        at: at.toISOString(),
        who: who ?? brand,
        why: reasonText(reason),
      })),
      tickets: tickets.filter((ticket) => ticket.line_id === line.id).map(presentTicket),
      attendees: (attendees.get(line.id) ?? []).map(presentAttendee),
      reports: of(reports, line.id).map(presentReport),
    })),
    disputes: disputes.map(({ disputeId, amount, state, toldAt }) => ({
      id: disputeId,
      amount: toWireMoney(amount),
      status: state,
      opened_at: toldAt.toISOString(),
    })),
  }
}

// The number of a document serves the seller; on a screen its end is enough to know it by.
const shownOfDocument = 4

function presentAttendee(details: AttendeeDetails, index: number): WireOrderAttendee {
  return {
    ticket: index + 1,
    details: attendeeFields.flatMap((field) => {
      const value = detailOf(details, field)
      if (value === '') return []
      return [{ field, value: field === 'document_number' ? masked(value) : value }]
    }),
  }
}

const masked = (number: string): string =>
  `${'•'.repeat(4)} ${number.slice(-Math.min(shownOfDocument, Math.floor(number.length / 2)))}`

function presentTicket(ticket: Selectable<OrderTables['tickets']>): WireTicket {
  const { id, kind, place, file_name, content_type, size, url, reference, downloads } = ticket
  return wireTicket.parse({
    id,
    kind,
    ticket: place,
    name: file_name,
    content_type,
    size,
    url,
    reference,
    delivered_at: ticket.delivered_at.toISOString(),
    downloads,
    downloaded_at: ticket.downloaded_at?.toISOString() ?? null,
  })
}

export function presentReport({ id, kind, text, reportedAt, reportedBy }: IssueReport) {
  return wireIssueReport.parse({
    id,
    kind,
    text,
    reported_at: reportedAt.toISOString(),
    reported_by: reportedBy,
  })
}
