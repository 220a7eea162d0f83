import type { WireAttentionItem } from '@terrace/contracts/attention'
import { fromWireMoney } from '@terrace/contracts/wire-money'
import { formatMoney, money } from '@terrace/domain/money/money'
import { formatTickets } from '@terrace/domain/tickets/format-count'
import { relativeTime } from '#web/features/notifications/relative-time.ts'
import { amountRange, priceText } from '#web/lib/format/price.ts'

type Item = WireAttentionItem

/** Title of an item, such as 'Hold expires: 2 tickets'. */
export function titleOf(item: Item): string {
  switch (item.kind) {
    case 'hold':
      return item.missing_attendees === 0
        ? `Hold expires: ${formatTickets(item.quantity)}`
        : `Details missing: ${item.missing_attendees === 1 ? '1 attendee' : `${item.missing_attendees} attendees`}`
    case 'quote_expiring':
      return item.opened ? 'Quote expires' : 'Quote expires unopened'
    case 'quote_accepted':
      return 'Quote accepted'
    case 'quote_declined':
      return 'Quote declined'
    case 'price_drop': {
      const [before, now] = [fromWireMoney(item.all_in_price_when_tracked), fromWireMoney(item.all_in_price)]
      return `Price down ${formatMoney(money(before.minor - now.minor, now.currency))}`
    }
    default:
      return `Delivery late: ${formatTickets(item.quantity)}`
  }
}

/** Subject of an item in addition to the event: client, seats, order or '2 holds'; '' for a single hold. */
export function subjectOf(item: Item): string {
  switch (item.kind) {
    case 'hold':
      return item.hold_ids.length > 1 ? `${item.hold_ids.length} holds` : ''
    case 'price_drop':
      return item.row === '' ? item.section : `${item.section}, row ${item.row}`
    case 'delivery_late':
      return `Order ${item.number}`
    default:
      return item.client === item.event.title ? '' : item.client
  }
}

/** '£84.00 all-in' per ticket of a listing, '£170.00' in total, '£170.00–£240.00' for alternatives, or '' for a whole event. */
export function amountText(item: Item): string {
  if (item.kind === 'price_drop') return `${priceText(item.all_in_price)} all-in`
  if (item.kind === 'hold' || item.kind === 'delivery_late') return priceText(item.total)
  return item.total === null
    ? ''
    : amountRange(fromWireMoney(item.total.lowest), fromWireMoney(item.total.highest))
}

/** Expiry of the item by the server's clock; `null` for items without a countdown. */
export function expiryOf(item: Item, now: number): string | null {
  if (!('expires_at' in item) || item.kind === 'quote_declined') return null
  return Date.parse(item.expires_at) > now ? item.expires_at : null
}

const hourMs = 3_600_000

/** The time of items without a countdown: '3 h late', '2 h ago', '4 left'. */
export function timeText(item: Item, now: number): string {
  switch (item.kind) {
    case 'delivery_late': {
      const hours = Math.max(1, Math.floor((now - Date.parse(item.expected_by)) / hourMs))
      return hours < 48 ? `${hours} h late` : `${Math.floor(hours / 24)} days late`
    }
    case 'quote_accepted':
    case 'quote_declined':
      return relativeTime(item.responded_at, now)
    case 'price_drop':
      return `${item.available} left`
    default:
      return ''
  }
}
