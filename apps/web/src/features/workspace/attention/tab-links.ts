import type { WireAttention, WireAttentionItem } from '@terrace/contracts/attention'
import { formatCount } from '@terrace/domain/tickets/format-count'

interface TabLink {
  label: string
  search: {
    tab: 'holds' | 'quotes' | 'tracked' | 'purchases'
    status?: string
    deadline?: string
    sort?: string
  }
}

/** Links to the full lists behind the items, filtered if a single filter covers all of them. */
export function tabLinks({ data: items, meta }: WireAttention): TabLink[] {
  const { hold_count: holds, counts } = meta
  const { quotes, price_drops: drops, late_deliveries: deliveries } = counts
  return [
    ...(holds > 0 ? [{ label: counted(holds, 'hold'), search: { tab: 'holds' as const } }] : []),
    ...(quotes > 0
      ? [{ label: counted(quotes, 'quote'), search: { tab: 'quotes' as const, ...quoteFilter(items) } }]
      : []),
    ...(drops > 0
      ? [{ label: counted(drops, 'price drop'), search: { tab: 'tracked' as const, sort: 'change' } }]
      : []),
    ...(deliveries > 0
      ? [
          {
            label: deliveries === 1 ? '1 late delivery' : `${formatCount(deliveries)} late deliveries`,
            search: { tab: 'purchases' as const, deadline: 'late', sort: 'deadline' },
          },
        ]
      : []),
  ]
}

const counted = (count: number, noun: string): string =>
  count === 1 ? `1 ${noun}` : `${formatCount(count)} ${noun}s`

const statuses: Partial<Record<WireAttentionItem['kind'], string>> = {
  quote_expiring: 'Active',
  quote_accepted: 'Accepted',
  quote_declined: 'Declined',
}

/** Filters by status if all listed quotes share one. */
function quoteFilter(items: readonly WireAttentionItem[]): { status?: string; sort?: string } {
  const found = [...new Set(items.flatMap(({ kind }) => statuses[kind] ?? []))]
  const [status] = found
  return { sort: 'expires', ...(found.length === 1 && status !== undefined && { status }) }
}
