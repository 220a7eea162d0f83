import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { WireAttention } from '@terrace/contracts/attention'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { useEffect, useId, useRef, useState } from 'react'
import { errorText } from '#web/lib/http/api-error.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { useServerNow } from '#web/lib/hooks/use-server-now.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Skeleton, SkeletonRegion } from '#web/ui/feedback/skeleton.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { AttentionRow } from './attention-row.tsx'
import { rememberedHeight, rememberHeight } from './remembered-height.ts'
import { tabLinks } from './tab-links.ts'
import { useDismiss } from './use-dismiss.ts'

/** Items shown before "Show all". */
const shortListLength = 8

/**
 * Items that need the broker's attention; hidden if there are none. It is at the top, so until it has loaded it keeps the
 * height that it had last, and the page below does not move.
 */
export function AttentionSection({ query }: { query: UseQueryResult<WireAttention> }) {
  const { data } = query
  const isEmpty = data?.data.length === 0
  useEffect(() => {
    if (isEmpty) rememberHeight(0)
  }, [isEmpty])
  if (data && data.data.length > 0) return <AttentionList attention={data} />
  if (query.isPending && query.fetchStatus === 'fetching') return <AttentionSkeleton />
  if (data || !query.isError) return null
  return (
    <section
      aria-label="Needs attention"
      className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-4 py-4 sm:px-5"
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

function AttentionSkeleton() {
  const [height] = useState(rememberedHeight)
  if (height === 0) return null
  return (
    <div style={{ height }} className="overflow-hidden border-b border-line px-4 py-6 sm:px-5">
      <SkeletonRegion label="Loading what needs your attention">
        <Skeleton className="mb-3 h-7 w-56" />
        {Array.from({ length: shortListLength }, (_, row) => (
          <div key={row} className="flex h-11 items-center border-b border-line/60">
            <Skeleton className="h-4 w-full" />
          </div>
        ))}
      </SkeletonRegion>
    </div>
  )
}

function AttentionList({ attention }: { attention: WireAttention }) {
  const { data: items, meta } = attention
  const headingId = useId()
  const listId = useId()
  const [isComplete, setComplete] = useState(false)
  const section = useRef<HTMLElement>(null)
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (section.current && items.length > 0 && !isComplete) rememberHeight(section.current.offsetHeight)
  }, [items.length, isComplete])
  const now = useServerNow()
  const dismiss = useDismiss()
  // A dismissed row disappears, so focus moves to the next one.
  useListFocus({ list, rows: () => [...(list.current?.querySelectorAll<HTMLElement>('a, button') ?? [])] })
  const total = Object.values(meta.counts).reduce((sum, count) => sum + count, 0)
  const shown = isComplete ? items : items.slice(0, shortListLength)
  return (
    <section ref={section} aria-labelledby={headingId} className="border-b border-line px-4 py-6 sm:px-5">
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
