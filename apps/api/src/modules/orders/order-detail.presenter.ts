import type { WireExchangeRate } from '@terrace/contracts/exchange-rate'
import { wireIssueReport, type WireOrderAttendee, type WireOrderDetail } from '@terrace/contracts/orders'
import { wireTicketDelivery, type WireTicketDelivery } from '@terrace/contracts/ticket-deliveries'
import { toWireMoney } from '@terrace/contracts/wire-money'
import { attendeeFields, detailValue, type AttendeeDetails } from '@terrace/domain/people/attendee-details'
import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/tables.ts'
import type { StoredDispute } from '#api/modules/payments/index.ts'
import type { Order } from './order.ts'
import type { OrderChange } from './details/order-changes.repo.ts'
import type { IssueReport } from './issue-reports.repo.ts'
import { reasonText } from './line-texts.ts'
import type { Transition } from './order-detail.repo.ts'
import { presentLine, presentOrder, wireStatus } from './orders.presenter.ts'

export interface FullOrder {
  order: Order
  transitions: readonly Transition[]
  changes: readonly OrderChange[]
  tickets: readonly Selectable<Tables['tickets']>[]
  reports: readonly IssueReport[]
  disputes: readonly StoredDispute[]
  exchangeRates: readonly WireExchangeRate[]
  /** By line id. Empty when the tickets require no attendees or the data was purged after the event. */
  attendees: ReadonlyMap<string, readonly AttendeeDetails[]>
}

/** Presents an order with everything its page shows. `brand` names the actor when the marketplace acted itself. */
export function presentFullOrder(
  { order, transitions, changes, tickets, reports, disputes, exchangeRates, attendees }: FullOrder,
  brand: string,
): WireOrderDetail {
  const forLine = <Item extends { lineId: string }>(items: readonly Item[], lineId: string) =>
    items.filter((item) => item.lineId === lineId)
  return {
    ...presentOrder(order),
    lines: order.lines.map((line) => ({
      ...presentLine(line, order.placedAt),
      history: forLine(transitions, line.id).map(({ from, to, at, actorName, reason }) => ({
        from: from && wireStatus[from],
        to: wireStatus[to],
        at: at.toISOString(),
        actor_name: actorName ?? brand,
        reason: reasonText(reason),
      })),
      tickets: tickets.filter((ticket) => ticket.line_id === line.id).map(presentTicketDelivery),
      attendees: (attendees.get(line.id) ?? []).map(presentAttendee),
      reports: forLine(reports, line.id).map(presentReport),
    })),
    changes: changes.map(({ field, from, to, at, actorName }) => ({
      field,
      from,
      to,
      at: at.toISOString(),
      actor_name: actorName,
    })),
    disputes: disputes.map(({ disputeId, amount, state, notifiedAt }) => ({
      id: disputeId,
      amount: toWireMoney(amount),
      status: state,
      opened_at: notifiedAt.toISOString(),
    })),
    exchange_rates: [...exchangeRates],
  }
}

// The seller needs the full document number; on screen its last digits identify it.
const visibleDocumentDigits = 4

function presentAttendee(details: AttendeeDetails, index: number): WireOrderAttendee {
  return {
    ticket: index + 1,
    details: attendeeFields.flatMap((field) => {
      const value = detailValue(details, field)
      if (value === '') return []
      return [{ field, value: field === 'document_number' ? maskDocumentNumber(value) : value }]
    }),
  }
}

const maskDocumentNumber = (number: string): string =>
  `${'•'.repeat(4)} ${number.slice(-Math.min(visibleDocumentDigits, Math.floor(number.length / 2)))}`

function presentTicketDelivery(ticket: Selectable<Tables['tickets']>): WireTicketDelivery {
  const { id, kind, ticket_number, file_name, content_type, size, url, reference, downloads } = ticket
  return wireTicketDelivery.parse({
    id,
    kind,
    ticket: ticket_number,
    name: file_name,
    content_type,
    size,
    site: url === null ? null : new URL(url).hostname,
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
