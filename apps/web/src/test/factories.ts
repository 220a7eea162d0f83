import type { WireEvent } from '@terrace/contracts/catalogue'
import type { WireOrder, WireRefund } from '@terrace/contracts/order-shapes'
import type { WireOrderDetail } from '@terrace/contracts/orders'
import type { WireTicketDelivery } from '@terrace/contracts/ticket-deliveries'
import { fromWireMoney, toWireMoney, type WireMoney } from '@terrace/contracts/wire-money'
import { allInPrice } from '@terrace/domain/money/service-fee'

export const gbp = (amount: string) => ({ amount, currency: 'GBP' })

/** With the fee of 5 % that `wireFeed` states. */
export function withFee(price: WireMoney): WireMoney {
  return toWireMoney(allInPrice(fromWireMoney(price), 500))
}

/** The lowest price of an event, tile or page. */
export function lowestPrices(price: WireMoney | null) {
  return { min_price: price, min_all_in_price: price && withFee(price) }
}

/** An event as on the wire; tests set only relevant fields. */
export function wireEvent(overrides: Partial<WireEvent> = {}): WireEvent {
  const { min_price: minPrice = gbp('1085.00') } = overrides
  return {
    id: 17,
    title: 'Arsenal v Chelsea',
    type: 'event',
    slug: 'arsenal-v-chelsea',
    event_date_local: '2031-03-08T17:30',
    date_confirmed: true,
    time_confirmed: true,
    timezone: 'Europe/London',
    status: 'scheduled',
    venue: { id: 3, name: 'Emirates Stadium', city: 'London', country_code: 'GB' },
    category: { id: 1, name: 'Premier League', slug: 'premier-league' },
    performers: [],
    ...lowestPrices(minPrice),
    ticket_count: 412,
    art: { pattern: 'pitch', colours: null },
    ...overrides,
  }
}

type Line = WireOrder['lines'][number]

export function wireOrderLine(overrides: Partial<Line> = {}): Line {
  return {
    id: 'orl_1',
    status: 'Confirmed',
    seller: { id: 'tm_2', name: 'Northgate Tickets' },
    event: {
      id: 17,
      title: 'Arsenal v Chelsea',
      slug: 'arsenal-v-chelsea',
      event_date_local: '2031-03-08T17:30',
      timezone: 'Europe/London',
      time_confirmed: true,
      venue_name: 'Emirates Stadium',
      city: 'London',
    },
    category_name: 'Lower tier',
    section: 'Block 25',
    row: '7',
    first_seat: 401,
    last_seat: 402,
    ticket_type: 'mobile',
    in_hand_date: '2031-03-01',
    delivery: { rule: 'after_in_hand', expected_by: '2031-03-03T00:00:00Z' },
    quantity: 2,
    price: gbp('118.50'),
    service_fee: gbp('5.93'),
    line_total: gbp('248.86'),
    ...overrides,
  }
}

export function wireOrder(overrides: Partial<WireOrder> = {}): WireOrder {
  return {
    id: 'ord_1',
    number: 'T-100482',
    placed_at: '2031-02-01T12:00:00Z',
    status: 'Confirmed',
    email_address: 'jane@harbour.example',
    contact_number: '020 7946 0123',
    ticket_quantity: 2,
    total_tickets_price: gbp('237.00'),
    total_service_fee: gbp('11.86'),
    total: gbp('248.86'),
    refunds: [],
    total_refunded: gbp('0.00'),
    card: { brand: 'visa', last4: '4242' },
    quote: null,
    reference: null,
    internal_note: null,
    client: null,
    lines: [wireOrderLine()],
    ...overrides,
  }
}

/** A pending refund of the whole line of {@link wireOrder}. */
export function wireRefund(overrides: Partial<WireRefund> = {}): WireRefund {
  return {
    id: 'rfd_1',
    line_id: 'orl_1',
    amount: gbp('248.86'),
    status: 'pending',
    requested_at: '2031-02-02T12:00:00Z',
    refunded_at: null,
    ...overrides,
  }
}

/** A ticket file of the order. */
export function wireTicketDelivery(overrides: Partial<WireTicketDelivery> = {}): WireTicketDelivery {
  return {
    id: 'tkt_1',
    kind: 'file',
    ticket: 1,
    name: 'arsenal-1.pdf',
    content_type: 'application/pdf',
    size: 84_210,
    site: null,
    reference: null,
    delivered_at: '2031-03-01T09:00:00Z',
    downloads: 0,
    downloaded_at: null,
    ...overrides,
  }
}

/** The order in detail: paid, not delivered. */
export function wireOrderDetail(order: WireOrder = wireOrder()): WireOrderDetail {
  return {
    ...order,
    lines: order.lines.map((line) => ({
      ...line,
      history: [
        { from: null, to: 'Confirmed', at: order.placed_at, actor_name: 'Jane Harbour', reason: 'Paid' },
      ],
      tickets: [],
      attendees: [],
      reports: [],
    })),
    changes: [],
    disputes: [],
    exchange_rates: [],
  }
}
