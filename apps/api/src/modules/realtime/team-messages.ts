import {
  inventoryChanged,
  inventoryChannel,
  type InventoryUpdate,
} from '@terrace/contracts/inventory-updates'
import {
  accessChanged,
  maxListingsPerUpdate,
  teamChannel,
  teamEvents,
  type AccountUpdate,
  type QuoteUpdate,
} from '@terrace/contracts/realtime'
import type { Topic } from '#api/outbox/domain-events.ts'

interface EventRow {
  topic: string
  payload: Record<string, unknown>
}

export interface TeamMessage {
  channel: string
  event: string
  /** Absent when the message only says that something changed. */
  data?: QuoteUpdate | AccountUpdate | InventoryUpdate
}

const eventsByTopic: Partial<Record<Topic, readonly string[]>> = {
  'order.placed': [teamEvents.countsChanged, teamEvents.ordersChanged],
  'order.details_changed': [teamEvents.ordersChanged],
  'order.line_partially_delivered': [teamEvents.ordersChanged],
  'order.line_delivered': [teamEvents.ordersChanged],
  'order.line_cancelled': [teamEvents.ordersChanged],
  'order.line_refunded': [teamEvents.ordersChanged],
  'order.refund_failed': [teamEvents.ordersChanged],
  'order.issue_reported': [teamEvents.ordersChanged],
  'payment.disputed': [teamEvents.ordersChanged],
  'payment.dispute_updated': [teamEvents.ordersChanged],
  'checkout.refunded': [teamEvents.countsChanged, teamEvents.ordersChanged],
  'account.preferences_changed': [teamEvents.preferencesChanged],
  'account.notifications_changed': [teamEvents.notificationsChanged],
  'account.attention_changed': [teamEvents.attentionChanged],
  'team.permissions_changed': [accessChanged],
  'seller.application_submitted': [accessChanged],
  'team.access_changed': [accessChanged],
  'checkout.draft_saved': [teamEvents.draftChanged],
  'tracking.alerted': [teamEvents.trackingChanged],
  'inventory.changed': [inventoryChanged],
  'hold.placed': [teamEvents.holdsChanged],
  'hold.release_scheduled': [teamEvents.holdsChanged],
  'hold.release_cancelled': [teamEvents.holdsChanged],
  'hold.note_changed': [teamEvents.holdsChanged],
  'hold.released': [teamEvents.holdsChanged],
  'hold.payment_started': [teamEvents.holdsChanged],
  'hold.payments_started': [teamEvents.holdsChanged],
  'hold.reactivated': [teamEvents.holdsChanged],
  'hold.sold': [teamEvents.holdsChanged],
  'hold.expired': [teamEvents.holdsChanged],
  'quote.viewed': [teamEvents.quotesChanged],
  'quote.accepted': [teamEvents.quotesChanged, teamEvents.countsChanged],
  'quote.declined': [teamEvents.quotesChanged, teamEvents.countsChanged],
  'quote.changed': [teamEvents.quotesChanged, teamEvents.countsChanged],
}

/** Events of one account, sent on its team's channel. */
const accountEvents: readonly string[] = [
  teamEvents.preferencesChanged,
  teamEvents.notificationsChanged,
  teamEvents.attentionChanged,
]

const quoteKindByTopic: Partial<Record<Topic, QuoteUpdate['kind']>> = {
  'quote.viewed': 'viewed',
  'quote.accepted': 'accepted',
  'quote.declined': 'declined',
  'quote.changed': 'changed',
}

export const forwardedTopics = Object.keys(eventsByTopic) as Topic[]

/** The messages for these outbox rows, merged per team and kind. */
export function teamMessagesFrom(rows: readonly EventRow[]): TeamMessage[] {
  const messages = new Map<string, TeamMessage>()
  const inventory = inventoryUpdatesOf(rows)
  for (const { topic, payload } of rows.flatMap(rowsOfRecipients)) {
    const { teamId } = payload
    // Unknown topics have no entry.
    const events = eventsByTopic[topic as Topic]
    if (events === undefined || typeof teamId !== 'string') continue
    for (const event of events) {
      const isInventory = event === inventoryChanged
      const data = isInventory
        ? inventory.get(teamId)
        : (quoteUpdateOf(event, topic, payload) ?? accountUpdateOf(event, payload))
      const about = isInventory ? '' : Object.values(data ?? {}).join(' ')
      messages.set([event, teamId, about].join(' '), {
        channel: isInventory ? inventoryChannel(teamId) : teamChannel(teamId),
        event,
        ...(data && { data }),
      })
    }
  }
  return [...messages.values()]
}

/** One row for each account or team of an event for several. */
function rowsOfRecipients({ topic, payload }: EventRow): EventRow[] {
  const { accounts, teamIds } = payload
  if (Array.isArray(teamIds)) return teamIds.map((teamId: unknown) => ({ topic, payload: { teamId } }))
  // `notify-accounts.ts` writes accounts of this type.
  return Array.isArray(accounts)
    ? (accounts as EventRow['payload'][]).map((account) => ({ topic, payload: account }))
    : [{ topic, payload }]
}

/** One update per team with the listings of all its rows. */
function inventoryUpdatesOf(rows: readonly EventRow[]): Map<string, InventoryUpdate> {
  const updates = new Map<string, InventoryUpdate>()
  for (const { topic, payload } of rows) {
    const { teamId, listingIds } = payload
    if (topic !== 'inventory.changed' || typeof teamId !== 'string') continue
    const known = updates.get(teamId)?.listing_ids
    const ids =
      Array.isArray(listingIds) && known !== null
        ? new Set([...(known ?? []), ...listingIds.map(String)])
        : null
    const isTooMany = ids === null || ids.size > maxListingsPerUpdate
    updates.set(teamId, { listing_ids: isTooMany ? null : [...ids] })
  }
  return updates
}

function quoteUpdateOf(
  event: string,
  topic: string,
  { quoteId }: EventRow['payload'],
): QuoteUpdate | undefined {
  const kind = quoteKindByTopic[topic as Topic]
  const isUpdate = event === teamEvents.quotesChanged && kind !== undefined && typeof quoteId === 'string'
  return isUpdate ? { quote_id: quoteId, kind } : undefined
}

function accountUpdateOf(event: string, { accountId }: EventRow['payload']): AccountUpdate | undefined {
  return accountEvents.includes(event) && typeof accountId === 'string'
    ? { account_id: accountId }
    : undefined
}
