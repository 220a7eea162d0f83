import { useRef, useState, type KeyboardEvent } from 'react'
import { counted } from '#web/features/inventory/texts.ts'
import { useGridWindow } from '#web/features/inventory/grid/use-grid-window.ts'
import { errorText } from '#web/lib/http/api-error.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { RowsQuery } from '#web/features/inventory-imports/data/queries.ts'
import type { RowsView } from '#web/features/inventory-imports/import-place.ts'
import { GridHeading } from './grid-heading.tsx'
import { detailsOf, ImportRowCard, ImportRowLine, PendingLine } from './import-row.tsx'
import { useImportRows } from './use-import-rows.ts'

interface RowsGridProps {
  importId: string
  stage: string
  query: RowsQuery
  total: number
  isCards: boolean
  label: string
  /** `null` where rows keep the order of the file. */
  sort: NonNullable<RowsView['sort']> | null
  onSort: (sort: NonNullable<RowsView['sort']>) => void
  /** Below the rows. */
  footer: string
  /** In place of rows. */
  emptyText: string
}

const lineHeight = 34
const cardHeight = 92

/**
 * Rows of an import, in a scroll area of their own. Tab enters one row; arrow keys, Page up and down, Home and End move.
 * The line below says everything about the row that has the focus.
 */
export function RowsGrid({
  importId,
  stage,
  query,
  total,
  isCards,
  label,
  sort,
  onSort,
  footer,
  emptyText,
}: RowsGridProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const rowHeight = isCards ? cardHeight : lineHeight
  const { first, end } = useGridWindow(scroller, { count: total, rowHeight })
  const visible = Array.from({ length: end - first }, (_, offset) => first + offset)
  const rows = useImportRows({ importId, stage, query }, visible)
  // The active row stays, so that it keeps the focus while it is scrolled out of sight.
  const current = Math.min(active, Math.max(total - 1, 0))
  const positions = [
    ...(current < first ? [current] : []),
    ...visible,
    ...(current >= end && current < total ? [current] : []),
  ]
  const described = rows.at(current)

  function move(to: number): void {
    const next = Math.min(Math.max(to, 0), total - 1)
    setActive(next)
    const { current: area } = scroller
    if (!area) return
    const top = next * rowHeight
    const headerHeight = isCards ? 0 : lineHeight
    if (top < area.scrollTop) area.scrollTop = top
    else if (top + rowHeight + headerHeight > area.scrollTop + area.clientHeight)
      area.scrollTop = top + rowHeight + headerHeight - area.clientHeight
    // The row may be rendered only after scrolling.
    requestAnimationFrame(() => {
      area.querySelector<HTMLElement>(`[data-position="${next}"]`)?.focus({ preventScroll: true })
    })
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (!(event.target instanceof HTMLElement) || event.target.dataset['position'] === undefined) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const targets: Record<string, number> = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      PageDown: current + page,
      PageUp: current - page,
      Home: 0,
      End: total - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    move(target)
  }

  if (total === 0) return <p className="flex-1 px-5 py-6 text-sm text-muted max-sm:px-4">{emptyText}</p>
  const Line = isCards ? ImportRowCard : ImportRowLine
  return (
    <>
      <div ref={scroller} className="thin-scroll relative min-h-0 flex-1 overflow-auto">
        <div
          role="grid"
          aria-label={label}
          aria-rowcount={total + 1}
          tabIndex={-1}
          className={isCards ? '' : 'min-w-180'}
          onKeyDown={onKeyDown}
          onFocus={({ target }) => {
            const position = Number(target.dataset['position'] ?? Number.NaN)
            if (Number.isInteger(position)) setActive(position)
          }}
        >
          <GridHeading isHidden={isCards} sort={sort} onSort={onSort} />
          <div role="rowgroup" className="relative" style={{ height: total * rowHeight }}>
            {positions.map((position) => {
              const row = rows.at(position)
              const place = {
                position,
                top: position * rowHeight,
                height: rowHeight,
                tabIndex: position === current ? (0 as const) : (-1 as const),
              }
              return row ? (
                <Line key={position} {...place} row={row} />
              ) : (
                <PendingLine key={position} {...place} />
              )
            })}
          </div>
        </div>
      </div>
      {rows.error !== null && (
        <div className="flex shrink-0 items-center gap-3 bg-danger-soft px-5 py-1 text-xs font-medium text-danger">
          <p role="alert" className="min-w-0 flex-1">
            Some rows couldn’t be loaded. {errorText(rows.error)}
          </p>
          <Button size="sm" onPress={rows.retry}>
            Try again
          </Button>
        </div>
      )}
      <div className="tabular flex min-h-9 shrink-0 flex-wrap items-center justify-between gap-x-6 border-t border-line px-5 py-1.5 text-xs text-muted max-sm:px-4">
        <p className="min-w-0 flex-1">{described ? detailsOf(described) : counted(total, 'row')}</p>
        {footer !== '' && <p>{footer}</p>}
      </div>
    </>
  )
}
