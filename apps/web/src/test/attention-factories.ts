import type { WireAttention, WireAttentionItem } from '@terrace/contracts/attention'
import { gbp } from './factories.ts'

const event = { id: 1, title: 'Arsenal v Chelsea', slug: 'arsenal-v-chelsea' }
const fromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
const total = { lowest: gbp('374.00'), highest: gbp('374.00') }

/** One item of each kind, in the order of the server. */
export const attentionItems = (): WireAttentionItem[] => [
  {
    kind: 'hold',
    id: 'hld_1',
    event,
    hold_ids: ['hld_1', 'hld_2'],
    quantity: 3,
    total: gbp('267.75'),
    expires_at: fromNow(9),
    missing_attendees: 0,
  },
  {
    kind: 'hold',
    id: 'hld_3',
    event: { id: 2, title: 'Monaco Grand Prix', slug: 'monaco-grand-prix' },
    hold_ids: ['hld_3'],
    quantity: 2,
    total: gbp('1240.00'),
    expires_at: fromNow(22),
    missing_attendees: 2,
  },
  {
    kind: 'quote_expiring',
    id: 'qt_1',
    event,
    client: 'Lee Park',
    total,
    expires_at: fromNow(70),
    opened: false,
  },
  {
    kind: 'quote_accepted',
    id: 'qt_2',
    event,
    client: 'Ada Lovelace',
    total: { lowest: gbp('240.00'), highest: gbp('480.00') },
    expires_at: fromNow(600),
    version: '1',
    responded_at: fromNow(-20),
  },
  {
    kind: 'delivery_late',
    id: 'ord_1',
    number: 'T-1042',
    event,
    quantity: 2,
    total: gbp('178.50'),
    expected_by: fromNow(-200),
  },
  {
    kind: 'quote_declined',
    id: 'qt_3',
    event,
    client: 'Grace Hopper',
    total,
    expires_at: fromNow(500),
    version: '2',
    responded_at: fromNow(-130),
  },
  {
    kind: 'price_drop',
    id: 'lst_1',
    version: '8000',
    event,
    section: 'Block 112',
    row: '22',
    available: 4,
    price: gbp('80.00'),
    price_when_tracked: gbp('85.00'),
    all_in_price: gbp('84.00'),
    all_in_price_when_tracked: gbp('89.25'),
  },
]

export function wireAttention(
  items: WireAttentionItem[] = attentionItems(),
  counts?: Partial<WireAttention['meta']['counts']>,
): WireAttention {
  const count = (prefix: string) => items.filter(({ kind }) => kind.startsWith(prefix)).length
  return {
    data: items,
    meta: {
      counts: {
        hold_groups: count('hold'),
        quotes: count('quote'),
        price_drops: count('price'),
        late_deliveries: count('delivery'),
        ...counts,
      },
      hold_count: items.reduce((sum, item) => sum + (item.kind === 'hold' ? item.hold_ids.length : 0), 0),
      refresh_at: fromNow(10),
    },
  }
}
