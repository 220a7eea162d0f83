import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireAttention } from '@terrace/contracts/attention'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useId, useRef, useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { AttentionRow } from './attention-row.tsx'
import { tabLinks } from './tab-links.ts'
import { useDismiss } from './use-dismiss.ts'

/** Items shown before "Show all". */
const shortListLength = 8

/** Items that need the broker's attention; hidden if there are none. */
export function AttentionSection({ query }: { query: UseQueryResult<WireAttention> }) {
  const { data } = query
  if (data && data.data.length > 0) return <AttentionList attention={data} />
  if (data || !query.isError) return null
  return (
    <section
      aria-label="Needs attention"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-4 sm:px-7"
    >
      <p role="alert">
        <span className="font-semibold">Couldn’t load what needs your attention.</span>{' '}
        {errorText(query.error)}
      </p>
      <Button size="sm" isPending={query.isFetching} onPress={() => void query.refetch()}>
        Try again
      </Button>
    </section>
  )
}

function AttentionList({ attention }: { attention: WireAttention }) {
  const { data: items, meta } = attention
  const headingId = useId()
  const listId = useId()
  const [isComplete, setComplete] = useState(false)
  const list = useRef<HTMLUListElement>(null)
  const now = useServerNow()
  const dismiss = useDismiss()
  // A dismissed row disappears, so focus moves to the next one.
  useListFocus({ list, rows: () => [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])] })
  const total = Object.values(meta.counts).reduce((sum, count) => sum + count, 0)
  const shown = isComplete ? items : items.slice(0, shortListLength)
  return (
    <section aria-labelledby={headingId} className="border-b border-line px-4 py-6 sm:px-7">
      <div className="mb-3 flex flex-wrap items-baseline gap-x-6 gap-y-1">
        <h2 id={headingId} className="text-lg">
          Needs attention <span className="tabular font-normal text-muted">{formatCount(total)}</span>
        </h2>
        <ul className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
          {tabLinks(attention).map(({ label, search }) => (
            <li key={search.tab}>
              <Link to="/profile" search={search} className="rounded-sm py-1 text-accent hover:underline">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <Panel>
        <ul ref={list} id={listId} aria-labelledby={headingId}>
          {shown.map((item) => (
            <AttentionRow
              key={`${item.kind} ${item.id}`}
              item={item}
              now={now}
              onDismiss={'version' in item ? () => dismiss(item) : undefined}
            />
          ))}
        </ul>
        {items.length > shortListLength && (
          <button
            type="button"
            aria-expanded={isComplete}
            aria-controls={listId}
            onClick={() => setComplete(!isComplete)}
            className="h-9 w-full rounded-b border-t border-line text-xs font-semibold text-accent hover:bg-ink/3 focus-visible:-outline-offset-2 max-sm:h-10"
          >
            {isComplete ? 'Show fewer' : moreText(items.length, total)}
          </button>
        )}
      </Panel>
    </section>
  )
}

/** The server sends the most urgent ones only. */
function moreText(sent: number, total: number): string {
  return sent < total ? `Show ${formatCount(sent)} of ${formatCount(total)}` : `Show all ${formatCount(sent)}`
}
