import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { useCommands } from '#web/lib/commands/use-commands.ts'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { RowCheckbox } from './row-checkbox.tsx'
import {
  fittingColumns,
  gridTemplate,
  shownColumns,
  type TableColumn,
  type TableLayout,
} from './table-column.ts'
import { TableHeader } from './table-header.tsx'
import { CardRow, TableRow, type RowLinkProps } from './table-row.tsx'
import type { ColumnWidths } from './views/saved-views.ts'
import { nextSort } from './table-layout.ts'
import type { Selection } from './use-selection.ts'
import { cardsBelow } from './table-filter.ts'
import { useVisibleRows } from './use-visible-rows.ts'
import { useWidth } from './use-width.ts'

export interface DataTableProps<Item> {
  label: string
  /** The first column holds the link and cannot be hidden. */
  columns: readonly TableColumn<Item>[]
  items: readonly Item[]
  keyOf: (item: Item) => string
  /** Accessible name of a row, as in "Select order T-100482". */
  nameOf: (item: Item) => string
  renderLink: (item: Item, props: RowLinkProps) => ReactNode
  renderCard: (item: Item, tabIndex: 0 | -1) => ReactNode
  layout: TableLayout
  onLayout: (layout: TableLayout) => void
  /** Without it, columns have their default widths. */
  widths?: ColumnWidths
  /** `null` where rows cannot be selected. */
  selection: Selection | null
}

/**
 * A table with rows of 36 px. Tab enters one row; arrow keys, Home and End move between rows, Enter opens one, Space
 * selects it.
 */
export function DataTable<Item>(props: DataTableProps<Item>) {
  const { label, items, keyOf, nameOf, layout, onLayout, widths, selection } = props
  const frame = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const width = useWidth(frame)
  const [active, setActive] = useState<string | null>(null)
  const rowLinks = () => [...(frame.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])]
  useListFocus({ list: frame, rows: rowLinks })

  const isCards = width > 0 && width < cardsBelow
  const shown = shownColumns(props.columns, layout)
  const columns = fittingColumns(
    shown.map((column) => withWidth(column, widths)),
    isCards ? 0 : width,
  )
  const widthOf = (id: string) => widths?.of(id)
  const template = gridTemplate(columns, widthOf, selection !== null)
  const keys = items.map(keyOf)
  const { visible, first, before, after, scrollTo } = useVisibleRows(items, { body, isEnabled: !isCards })
  const activeKey = active !== null && visible.some((item) => keyOf(item) === active) ? active : undefined
  const selectedCount = keys.filter((key) => selection?.selected.has(key)).length

  /** Key of a row that gets the focus as soon as scrolling has rendered it. */
  const awaited = useRef<string | null>(null)
  useLayoutEffect(() => {
    const index = awaited.current === null ? -1 : visible.findIndex((item) => keyOf(item) === awaited.current)
    if (index === -1) return
    awaited.current = null
    rowLinks()[index]?.focus()
  })
  function focusRow(index: number) {
    const link = rowLinks()[index - first]
    awaited.current = null
    if (link) link.focus()
    else if (keys[index] !== undefined) {
      awaited.current = keys[index]
      scrollTo(index)
    }
  }
  /** Index of the row that has the focus; -1 if none has. */
  function focusedIndex(): number {
    const index = rowLinks().findIndex((link) => link === document.activeElement)
    return index === -1 ? -1 : first + index
  }
  function moveBy(steps: 1 | -1) {
    const index = focusedIndex()
    focusRow(index === -1 ? first : index + steps)
  }
  useCommands('Table', [
    { id: 'table.next', title: 'Next row', key: 'j', canRepeat: true, run: () => moveBy(1) },
    { id: 'table.previous', title: 'Previous row', key: 'k', canRepeat: true, run: () => moveBy(-1) },
    { id: 'table.move', title: 'Move between rows', widgetKeys: ['↑', '↓'], run: null },
    { id: 'table.ends', title: 'First and last row', widgetKeys: ['Home', 'End'], run: null },
    ...(selection ? [{ id: 'table.select', title: 'Select row', widgetKeys: ['Space'], run: null }] : []),
    { id: 'table.open', title: 'Open row', widgetKeys: ['Enter'], run: null },
  ])

  function onKeyDown(event: KeyboardEvent) {
    const index = focusedIndex()
    const key = keys[index]
    if (key === undefined) return
    if (event.key === ' ' && selection) {
      selection.toggle(key, { isRange: event.shiftKey, keys })
      event.preventDefault()
      return
    }
    const targets: Record<string, number> = {
      ArrowDown: index + 1,
      ArrowUp: index - 1,
      Home: 0,
      End: keys.length - 1,
    }
    const target = targets[event.key]
    if (target === undefined) return
    event.preventDefault()
    focusRow(target)
  }

  const rows = visible.map((item, index) => {
    const key = keyOf(item)
    return {
      key,
      row: {
        ...props,
        item,
        columns,
        template,
        position: first + index + 1,
        isActive: activeKey === undefined ? index === 0 : key === activeKey,
        checkbox: selection && {
          label: `Select ${nameOf(item)}`,
          isSelected: selection.selected.has(key),
          onToggle: (isRange: boolean) => selection.toggle(key, { isRange, keys }),
        },
      },
    }
  })

  return (
    // Only forwards arrow keys between its links; not a control itself.
    <div
      ref={frame}
      role="presentation"
      onKeyDown={onKeyDown}
      onFocus={({ target }) => {
        const row = target.closest('[role=row], li')
        const index = rowLinks().findIndex((link) => row?.contains(link))
        const item = visible[index]
        if (item !== undefined) setActive(keyOf(item))
      }}
    >
      {isCards ? (
        <ul aria-label={label}>
          {rows.map(({ key, row }) => (
            <CardRow key={key} {...row} />
          ))}
        </ul>
      ) : (
        <div role="table" aria-label={label} aria-rowcount={items.length + 1}>
          <TableHeader
            columns={columns}
            template={template}
            widths={widths}
            sort={layout.sort}
            onSort={(column) => onLayout({ ...layout, sort: nextSort(column, layout.sort) })}
            checkbox={
              selection && (
                <RowCheckbox
                  label="Select all rows shown"
                  isSelected={items.length > 0 && selectedCount === items.length}
                  isPartial={selectedCount > 0 && selectedCount < items.length}
                  onToggle={() => selection.toggleAll(keys)}
                />
              )
            }
          />
          <div
            ref={body}
            role="rowgroup"
            className="[&_*]:scroll-mt-10"
            style={{ paddingTop: before, paddingBottom: after }}
          >
            {rows.map(({ key, row }) => (
              <TableRow key={key} {...row} />
            ))}
          </div>
        </div>
      )}
    </div>
  )
}

/** A column that the user made narrower leaves room for others. */
function withWidth<Item>(column: TableColumn<Item>, widths: ColumnWidths | undefined): TableColumn<Item> {
  const width = widths?.of(column.id)
  return width === undefined || width >= column.width ? column : { ...column, width }
}
