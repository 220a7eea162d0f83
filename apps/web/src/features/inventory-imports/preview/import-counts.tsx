import { fromWireMoney } from '@terrace/contracts/wire-money'
import type { WireInventoryImportDetail } from '@terrace/contracts/inventory-imports'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { counted } from '#web/features/inventory/texts.ts'
import { cx } from '#web/ui/cx.ts'
import { actionTexts } from '#web/features/inventory-imports/texts.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'

interface ImportCountsProps {
  item: WireInventoryImportDetail
  view: RowsView
  onView: (view: RowsView) => void
}

const shown = ['new', 'changed', 'unchanged', 'withdrawn', 'held', 'invalid'] as const
const tones = { withdrawn: 'text-danger', held: 'text-signal', invalid: 'text-signal' } as const

/** How many rows do what. Each figure shows its rows. */
export function ImportCounts({ item, view, onView }: ImportCountsProps) {
  const notes = notesOf(item)
  return (
    <ul
      aria-label="Rows by what they do"
      className="grid shrink-0 grid-cols-6 border-b border-line max-lg:grid-cols-3"
    >
      {shown.map((action) => {
        const count = item.counts[action]
        return (
          <li
            key={action}
            className="border-line-soft not-first:border-l max-lg:nth-[3n+1]:border-l-0 max-lg:nth-[n+4]:border-t"
          >
            <button
              type="button"
              disabled={count === 0}
              className="block w-full px-5 py-2.5 text-left not-disabled:hover:bg-hover focus-visible:-outline-offset-2 max-sm:px-3"
              onClick={() => onView({ ...view, show: action, sort: null, bigMoves: false })}
            >
              <span className="block text-xs text-muted">{actionTexts[action]}</span>
              <span className="flex flex-wrap items-baseline gap-x-2">
                <strong
                  className={cx(
                    'tabular text-lg leading-7 font-semibold',
                    count > 0 && action in tones && tones[action as keyof typeof tones],
                  )}
                >
                  {formatCount(count)}
                </strong>
                <span className="tabular text-xs text-muted">{count > 0 && notes[action]}</span>
              </span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function notesOf(item: WireInventoryImportDetail): Readonly<Record<(typeof shown)[number], string>> {
  const { counts, totals, live_before: live, held_events: events, reasons } = item
  return {
    new: counted(totals.new_tickets, 'ticket'),
    changed: proceedsText(totals.proceeds),
    unchanged: 'not written',
    withdrawn: live > 0 ? `${Math.round((100 * counts.withdrawn) / live)}% of live` : '',
    held: `${counted(events, 'event')} unknown`,
    invalid: counted(reasons.length, 'reason'),
  }
}

/** '−1.8% proceeds'; with several currencies, of each. */
function proceedsText(proceeds: WireInventoryImportDetail['totals']['proceeds'] = []): string {
  const changes = proceeds.flatMap(({ before, after }) => {
    const from = fromWireMoney(before).minor
    if (from === 0) return []
    const percent = (100 * (fromWireMoney(after).minor - from)) / from
    const text = `${signed(percent, 1)}%`
    return [proceeds.length > 1 ? `${text} ${before.currency}` : text]
  })
  return changes.length === 0 ? '' : `${changes.join(', ')} proceeds`
}

/** A number with its sign: '−17.5', '+2'. */
export function signed(value: number, digits: number): string {
  const text = Math.abs(value).toFixed(digits)
  return Number(text) === 0 ? text : `${value < 0 ? '−' : '+'}${text}`
}
