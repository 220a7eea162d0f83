import type { WireAttention, WireAttentionItem } from '@terrace/contracts/attention'

type Counts = WireAttention['meta']['counts']

interface TabLink {
  label: string
  search: { tab: 'holds' | 'quotes' | 'tracked' | 'purchases'; status?: string; sort?: string }
}

/** Links to the lists of all that the items are about, filtered as far as one filter can. */
export function tabLinks(items: readonly WireAttentionItem[], counts: Counts): TabLink[] {
  const { holds, quotes, tracked, purchases } = counts
  return [
    ...(holds > 0 ? [{ label: counted(holds, 'hold'), search: { tab: 'holds' as const } }] : []),
    ...(quotes > 0
      ? [{ label: counted(quotes, 'quote'), search: { tab: 'quotes' as const, ...quoteFilter(items) } }]
      : []),
    ...(tracked > 0
      ? [{ label: counted(tracked, 'price drop'), search: { tab: 'tracked' as const, sort: 'change' } }]
      : []),
    ...(purchases > 0
      ? [
          {
            label: purchases === 1 ? '1 late delivery' : `${purchases} late deliveries`,
            search: { tab: 'purchases' as const, status: 'Confirmed', sort: 'deadline' },
          },
        ]
      : []),
  ]
}

const counted = (count: number, noun: string): string => (count === 1 ? `1 ${noun}` : `${count} ${noun}s`)

const statuses: Partial<Record<WireAttentionItem['kind'], string>> = {
  quote_expiring: 'Active',
  quote_accepted: 'Accepted',
  quote_declined: 'Declined',
}

/** The status that all listed quotes have, or the latest answers and expiries of all. */
function quoteFilter(items: readonly WireAttentionItem[]): { status?: string; sort?: string } {
  const found = [...new Set(items.flatMap(({ kind }) => statuses[kind] ?? []))]
  const [status] = found
  return { sort: 'expires', ...(found.length === 1 && status !== undefined && { status }) }
}
