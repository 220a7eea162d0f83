import type { WireInventoryRow } from '@terrace/contracts/inventory-row'
import {
  useLayoutEffect,
  useRef,
  useState,
  type ClipboardEvent,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react'
import type { CellField } from '#web/features/inventory/edit/cell-fields.ts'
import type { EditMove } from '#web/features/inventory/edit/cell-editor.tsx'
import { cellText } from '#web/features/inventory/edit/cell-fields.ts'
import { toTabSeparated } from '#web/features/inventory/paste/tab-separated.ts'
import { gridAction } from './grid-keys.ts'
import type { InventoryGridProps } from './grid-props.ts'

interface Cell {
  position: number
  column: number
}

interface Edit extends Cell {
  /** The listing as it was when the edit began. */
  row: WireInventoryRow
  field: CellField
  typed: string | null
}

interface GridCellsOptions extends InventoryGridProps {
  scroller: RefObject<HTMLElement | null>
  listingAt: (position: number) => WireInventoryRow | undefined
}

const headerHeight = 28

/** The active cell, the range to copy and the cell that is edited, with the grid's handlers. */
export function useGridCells(options: GridCellsOptions) {
  const { rowLayout, columns, rowHeight, scroller, selection, listingAt } = options
  const [cell, setCell] = useState<Cell>({ position: 0, column: 0 })
  const [anchor, setAnchor] = useState<Cell | null>(null)
  const [edited, setEdited] = useState<Edit | null>(null)
  const takesFocus = useRef(false)
  const active = {
    position: Math.min(cell.position, Math.max(rowLayout.count - 1, 0)),
    column: rowLayout.at(cell.position)?.kind === 'group' ? 0 : Math.min(cell.column, columns.length - 1),
  }

  useLayoutEffect(() => {
    if (!takesFocus.current) return
    takesFocus.current = false
    const row = scroller.current?.querySelector(`[data-position="${active.position}"]`)
    const target =
      row?.querySelector<HTMLElement>(`[data-column="${active.column}"]`) ??
      row?.querySelector<HTMLElement>('[data-column]')
    target?.focus({ preventScroll: true })
    target?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })

  function moveTo(target: Cell, isExtending = false) {
    const position = Math.min(Math.max(target.position, 0), rowLayout.count - 1)
    const column = Math.min(Math.max(target.column, 0), columns.length - 1)
    setAnchor(isExtending ? (anchor ?? active) : null)
    setCell({ position, column })
    takesFocus.current = true
    const { current } = scroller
    if (!current) return
    // Below the sticky header.
    const top = position * rowHeight
    const visibleHeight = current.clientHeight - headerHeight - rowHeight
    if (top < current.scrollTop) current.scrollTo({ top })
    else if (visibleHeight > 0 && top > current.scrollTop + visibleHeight)
      current.scrollTo({ top: top - visibleHeight })
  }

  function startEdit(position: number, column: number, typed: string | null): boolean {
    const field = columns[column]?.field
    const row = listingAt(position)
    if (field === undefined || row === undefined) return false
    const refusal = columns[column]?.refusal
    if (refusal !== undefined) {
      options.onRefused(refusal)
      return true
    }
    setAnchor(null)
    setCell({ position, column })
    setEdited({ position, column, row, field, typed })
    return true
  }
  function endEdit(move: EditMove) {
    setEdited(null)
    if (move === 'away' || !edited) return
    const { position, column } = edited
    const step = move === 'right' ? 1 : -1
    if (move === 'down') moveTo({ position: nextListing(position), column })
    else if (move === 'stay') moveTo(edited)
    else moveTo({ position, column: nextField(column, step) })
  }
  /** The next row that is a listing; the last one stays. */
  function nextListing(position: number): number {
    const next = [position + 1, position + 2].find((each) => rowLayout.at(each)?.kind === 'listing')
    return next ?? position
  }
  function nextField(column: number, step: 1 | -1): number {
    let next = column + step
    while (columns[next] && columns[next]?.field === undefined) next += step
    return columns[next] ? next : column
  }

  function enter({ position, column }: Cell, typed: string | null) {
    const found = rowLayout.at(position)
    if (found?.kind === 'group') {
      if (typed === null) options.onCollapse(found.group.id)
      return
    }
    const row = listingAt(position)
    if (!row || startEdit(position, column, typed) || typed !== null) return
    if (columns[column]?.id === 'status') options.onPublish(row)
    else options.onOpen(row.id)
  }
  function select({ position }: Cell, isRange: boolean) {
    const found = rowLayout.at(position)
    const row = listingAt(position)
    if (found?.kind === 'group') void selection.toggleGroup(found.group, found.first)
    else if (found && row) void selection.toggle(row, { index: found.index, isRange })
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const here = cellOf(event.target)
    if (!here || event.defaultPrevented) return
    const pageRows = Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2
    const action = gridAction(event, Math.max(pageRows, 1))
    if (!action) return
    // The checkbox of a row handles Space itself.
    if (action.kind === 'select' && event.target instanceof HTMLInputElement) return
    const found = rowLayout.at(here.position)
    const isGroup = found?.kind === 'group'
    event.preventDefault()
    if (action.kind === 'select-all') selection.toggleAll()
    else if (action.kind === 'select') select(here, action.isRange)
    else if (action.kind === 'enter') enter(here, action.typed)
    else if (action.kind === 'edge') {
      const position = action.row === null ? here.position : action.row === 'first' ? 0 : rowLayout.count - 1
      moveTo({ position, column: action.column === 'last' ? columns.length - 1 : 0 })
    } else if (isGroup && action.rows === 0) {
      const isCollapsed = options.collapsed.has(found.group.id)
      if (isCollapsed === action.columns > 0) options.onCollapse(found.group.id)
    } else if (here.position === 0 && action.rows === -1 && !action.extends) {
      const header = scroller.current?.querySelector<HTMLElement>(
        '[data-header] [tabindex="0"], [data-header][tabindex="0"]',
      )
      header?.focus()
    } else {
      const column = (isGroup ? cell.column : here.column) + action.columns
      moveTo({ position: here.position + action.rows, column }, action.extends)
    }
  }

  function onClick(event: MouseEvent<HTMLElement>) {
    const here = cellOf(event.target)
    if (!here || !(event.target instanceof Element)) return
    const found = rowLayout.at(here.position)
    setAnchor(null)
    setCell(here)
    if (found?.kind === 'group') options.onCollapse(found.group.id)
    const row = listingAt(here.position)
    if (row && event.target.closest('[data-publish]')) options.onPublish(row)
    else if (row && columns[here.column]?.id === 'section') options.onOpen(row.id)
  }

  function onCopy(event: ClipboardEvent) {
    const here = cellOf(event.target)
    if (!here || edited) return
    const rows: string[][] = []
    for (let position = range.top; position <= range.bottom; position += 1) {
      if (rowLayout.at(position)?.kind !== 'listing') continue
      const row = listingAt(position)
      if (!row) return options.onCopied('Scroll over the rows first, then copy them again.')
      rows.push(columns.slice(range.left, range.right + 1).map((column) => copyText(column, row)))
    }
    if (rows.length === 0) return
    event.preventDefault()
    event.clipboardData.setData('text/plain', toTabSeparated(rows))
    const count = rows.length * (range.right - range.left + 1)
    options.onCopied(count === 1 ? 'Copied 1 cell.' : `Copied ${count} cells.`)
  }
  function onPaste(event: ClipboardEvent) {
    const here = cellOf(event.target)
    const text = event.clipboardData.getData('text/plain')
    if (!here || edited || text === '') return
    event.preventDefault()
    options.onPaste(text, {
      position: range.top,
      column: range.left,
      rowCount: range.bottom - range.top + 1,
      columnCount: range.right - range.left + 1,
    })
  }

  const other = anchor ?? active
  const range = {
    top: Math.min(active.position, other.position),
    bottom: Math.max(active.position, other.position),
    left: Math.min(active.column, other.column),
    right: Math.max(active.column, other.column),
  }
  return {
    active,
    edited,
    /** Moves the focus to the active cell, from the header. */
    focusActive: () => moveTo(active),
    endEdit,
    range: anchor ? range : { top: -1, bottom: -1, left: -1, right: -1 },
    handlers: {
      onKeyDown,
      onClick,
      onDoubleClick: (event: MouseEvent) => {
        const here = cellOf(event.target)
        if (here) startEdit(here.position, here.column, null)
      },
      onFocus: ({ target }: { target: EventTarget }) => {
        const here = cellOf(target)
        if (here && (here.position !== active.position || here.column !== active.column)) setCell(here)
      },
      onCopy,
      onPaste,
    },
  }
}

const copyText = ({ field, text }: InventoryGridProps['columns'][number], row: WireInventoryRow) =>
  field === undefined ? text(row) : cellText(row, field)

/** Row and column of an element inside a cell. */
function cellOf(target: EventTarget): Cell | null {
  if (!(target instanceof Element)) return null
  const cell = target.closest<HTMLElement>('[data-column]')
  const row = target.closest<HTMLElement>('[data-position]')
  if (!cell || !row) return null
  return { position: Number(row.dataset['position']), column: Number(cell.dataset['column']) }
}
