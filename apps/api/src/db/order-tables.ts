import type { OrderLineState } from '@terrace/domain/order-lifecycle'
import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, Json, Stamp } from './column-types.ts'

interface OrdersTable {
  id: string
  number: string
  team_id: string
  account_id: string
  attempt_id: string
  tickets_minor: number
  fee_minor: number
  total_minor: number
  currency: string
  email: string
  phone: string
  card_brand: string | null
  card_last4: string | null
  gateway: string
  intent_id: string
  /** Kept by a trigger on its lines. */
  state: ColumnType<OrderLineState, never, never>
  search_text: string
  /** Only looked for, never read. */
  event_days: ColumnType<never, string[], never>
  placed_at: Stamp
}

interface OrderLinesTable {
  id: string
  order_id: string
  seller_team_id: string
  listing_id: string
  hold_id: string
  event_id: number
  quantity: number
  price_minor: number
  fee_minor: number
  currency: string
  seller_price_minor: number
  seller_currency: string
  state: OrderLineState
  facts: Json<Record<string, unknown>>
  /** Sealed; see orders/line-attendees.ts. */
  attendees: ColumnType<Buffer | null, Buffer | null | undefined, Buffer | null>
}

interface OrderLineTransitionsTable {
  id: GeneratedAlways<number>
  line_id: string
  from_state: string | null
  to_state: string
  actor: string
  reason: string
  at: Stamp
}

interface TicketsTable {
  id: string
  line_id: string
  place: number | null
  kind: 'file' | 'mobile_link' | 'transfer' | 'tracking'
  file_name: string | null
  content_type: string | null
  size: number | null
  stored_as: string | null
  url: string | null
  reference: string | null
  delivered_by: string
  delivered_at: Stamp
  downloads: Defaulted<number>
  downloaded_at: Defaulted<Date | null>
}

interface TicketAddressesTable {
  token_hash: Buffer
  ticket_id: string
  account_id: string
  expires_at: Date
}

interface IssueReportsTable {
  id: string
  line_id: string
  account_id: string
  kind: string
  text: string
  reported_at: Stamp
}

interface OrderRefundsTable {
  id: string
  line_id: string
  order_id: string
  amount_minor: number
  currency: string
  state: Defaulted<'pending' | 'succeeded' | 'failed'>
  gateway_refund_id: Defaulted<string | null>
  round: Defaulted<number>
  paid_otherwise: Defaulted<string | null>
  requested_at: Stamp
  next_try_at: ColumnType<Date, never, Date>
  tries: Defaulted<number>
  refunded_at: Defaulted<Date | null>
}

export interface OrderTables {
  orders: OrdersTable
  order_lines: OrderLinesTable
  order_line_transitions: OrderLineTransitionsTable
  tickets: TicketsTable
  ticket_addresses: TicketAddressesTable
  issue_reports: IssueReportsTable
  order_refunds: OrderRefundsTable
}
