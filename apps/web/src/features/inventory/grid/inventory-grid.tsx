import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLazyComponent } from '#web/lib/hooks/use-lazy-component.ts'
import { useEventCallback } from '#web/lib/hooks/use-event-callback.ts'
import { gridTemplate } from '#web/ui/data-table/table-column.ts'
import { useEventChannels } from '#web/features/inventory/data/use-event-channels.ts'
import { useRows } from '#web/features/inventory/data/use-rows.ts'
import { GridHeader } from './grid-header.tsx'
import { GridRow, PendingRow } from './grid-row.tsx'
import { GroupRow } from './group-row.tsx'
import type { InventoryGridProps } from './grid-props.ts'
import { useGridCells } from './use-grid-cells.ts'
import { useGridWindow } from './use-grid-window.ts'

/** Loads after the rows. */
const loadEditor = async () => ({
  default: (await import('#web/features/inventory/edit/cell-editor.tsx')).CellEditor,
})

/**
 * The inventory as a grid of its own scroll area. Arrows move between cells, Enter edits or opens, Space selects; only
 * the rows near the visible ones are rendered and loaded.
 */
export function InventoryGrid(props: InventoryGridProps) {
  const { state, rowLayout, columns, widths, rowHeight, selection, collapsed } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { Loaded: Editor } = useLazyComponent(loadEditor)
  // Another filter or order starts at the top; the focus stays where it is.
  const { query } = state
  const scrolled = useRef(query)
  useLayoutEffect(() => {
    if (scrolled.current !== query && scroller.current) scroller.current.scrollTop = 0
    scrolled.current = query
  }, [query])
  const { first, end } = useGridWindow(scroller, { count: rowLayout.count, rowHeight })
  const template = useMemo(() => gridTemplate(columns, widths.of), [columns, widths])
  const positions = Array.from({ length: end - first }, (_, offset) => first + offset)
  const visible = positions.flatMap((position) => {
    const row = rowLayout.at(position)
    return row?.kind === 'listing' ? [row.index] : []
  })
  const rows = useRows(state, visible, props.total)
  useEventChannels(visible.flatMap((index) => rows.at(index)?.event.id ?? []))
  const listingAt = (position: number) => {
    const row = rowLayout.at(position)
    return row?.kind === 'listing' ? rows.at(row.index) : undefined
  }
  const cells = useGridCells({ ...props, scroller, listingAt })
  const { active, edited, range } = cells
  const toggleRow = useEventCallback((position: number, isRange: boolean) => {
    const found = rowLayout.at(position)
    if (found?.kind === 'group') void selection.toggleGroup(found.group, found.first)
    const row = listingAt(position)
    if (found?.kind === 'listing' && row) void selection.toggle(row, { index: found.index, isRange })
  })

  // The active row stays, so that it keeps the focus while it is scrolled out of sight.
  if (active.position < first && active.position >= 0) positions.unshift(active.position)
  if (active.position >= end && active.position < rowLayout.count) positions.push(active.position)
  const minWidth = columns.reduce((sum, { id, width }) => sum + (widths.of(id) ?? width), 28 + 24)
  return (
    <div ref={scroller} data-grid className="thin-scroll relative min-h-0 flex-1 overflow-auto">
      <div
        role="grid"
        aria-label="Inventory"
        aria-rowcount={rowLayout.count + 1}
        aria-colcount={columns.length + 1}
        aria-multiselectable
        style={{ minWidth }}
        {...cells.handlers}
      >
        <GridHeader
          {...props}
          template={template}
          selected={selection.state}
          onToggleAll={selection.toggleAll}
          onLeave={cells.focusActive}
        />
        <div role="rowgroup" className="relative" style={{ height: rowLayout.count * rowHeight }}>
          {positions.map((position) => {
            const found = rowLayout.at(position)
            const place = { position, top: position * rowHeight, height: rowHeight }
            const tabStop = position === active.position ? active.column : -1
            if (found?.kind === 'group')
              return (
                <GroupRow
                  key={`event-${found.group.id}`}
                  {...place}
                  group={found.group}
                  columns={columns}
                  template={template}
                  isCollapsed={collapsed.has(found.group.id)}
                  isTabStop={tabStop >= 0}
                  selected={selection.groupState(found.group)}
                  onToggle={toggleRow}
                />
              )
            const row = found && rows.at(found.index)
            if (!row) return <PendingRow key={position} {...place} />
            const isEdited = edited?.position === position
            const inRange = position >= range.top && position <= range.bottom
            return (
              <GridRow
                key={row.id}
                {...place}
                row={row}
                columns={columns}
                template={template}
                isSelected={selection.isSelected(row.id)}
                isOpen={props.openId === row.id}
                isMarked={props.marked.has(row.id)}
                tabStop={tabStop}
                rangeFrom={inRange ? range.left : -1}
                rangeTo={inRange ? range.right : -1}
                editedColumn={isEdited ? edited.column : -1}
                editor={
                  isEdited && Editor ? (
                    <Editor
                      row={edited.row}
                      field={edited.field}
                      typed={edited.typed}
                      fees={props.fees}
                      onSave={(change, move) => {
                        props.onSave(edited.row, change)
                        cells.endEdit(move)
                      }}
                      onCancel={cells.endEdit}
                    />
                  ) : null
                }
                onToggle={toggleRow}
              />
            )
          })}
        </div>
      </div>
      {rows.error !== null && props.renderError(rows.error, rows.retry)}
    </div>
  )
}
