import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { cx } from '#web/ui/cx.ts'
import {
  columnTrack,
  columnVariable,
  maxColumnWidth,
  minColumnWidth,
  registerColumnVariable,
} from '#web/ui/data-table/column-track.ts'

export interface ColumnResizerProps {
  id: string
  title: string
  /** Chosen by the user; `undefined` for the column's own width. */
  width: number | undefined
  defaultWidth: number
  minWidth?: number
  /** One handle of a table is in the tab order; arrows up and down move between them. */
  isTabStop: boolean
  /** `undefined` restores the column's own width. */
  onWidth: (width: number | undefined) => void
  className?: string
}

/**
 * The right edge of a column header: drag it, or focus it and press arrow left or right (with Shift in larger steps).
 * Double click or Enter restores the width. While dragging, a CSS variable of the rows changes and nothing rerenders.
 */
export function ColumnResizer({
  id,
  title,
  width,
  defaultWidth,
  minWidth = minColumnWidth,
  isTabStop,
  onWidth,
  className,
}: ColumnResizerProps) {
  const drag = useRef<{ offset: number; width: number } | null>(null)
  const shownWidth = width ?? defaultWidth
  const clamped = (next: number) => Math.round(Math.min(Math.max(next, minWidth), maxColumnWidth))

  function measured(handle: HTMLElement): number {
    return Math.round(handle.parentElement?.getBoundingClientRect().width ?? 0) || shownWidth
  }

  function preview(handle: HTMLElement, next: number | null): void {
    for (const { style } of tableOf(handle)?.querySelectorAll<HTMLElement>('[role=row]') ?? []) {
      if (next === null) style.removeProperty(columnVariable(id))
      else style.setProperty(columnVariable(id), columnTrack(next, defaultWidth))
    }
    handle.setAttribute('aria-valuenow', String(next ?? shownWidth))
  }

  function end(handle: HTMLElement, isKept: boolean): void {
    if (drag.current === null) return
    // Other columns keep their smallest widths, so the edge may have stopped before the pointer.
    const reached = clamped(measured(handle))
    const { width: before } = drag.current
    drag.current = null
    if (isKept && reached !== before) onWidth(reached)
    preview(handle, null)
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    registerColumnVariable(id)
    const offset = event.clientX - event.currentTarget.getBoundingClientRect().left
    drag.current = { offset, width: measured(event.currentTarget) }
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const handle = event.currentTarget
    const step = event.shiftKey ? 40 : 8
    if (event.key === 'ArrowLeft') onWidth(clamped(measured(handle) - step))
    else if (event.key === 'ArrowRight') onWidth(clamped(measured(handle) + step))
    else if (event.key === 'ArrowUp') focusHandle(handle, -1)
    else if (event.key === 'ArrowDown') focusHandle(handle, 1)
    else if (event.key === 'Enter') onWidth(undefined)
    else if (event.key === 'Escape' && drag.current) end(handle, false)
    else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <span
      role="separator"
      aria-orientation="vertical"
      aria-label={`Width of ${title}`}
      aria-valuemin={minWidth}
      aria-valuemax={maxColumnWidth}
      aria-valuenow={shownWidth}
      tabIndex={isTabStop ? 0 : -1}
      data-column-resizer=""
      onPointerDown={onPointerDown}
      onPointerMove={({ currentTarget, clientX }) => {
        if (drag.current === null) return
        // Relative to the current edge, because columns to its left shrink too.
        const left = clientX - drag.current.offset
        const moved = left - currentTarget.getBoundingClientRect().left
        preview(currentTarget, clamped(measured(currentTarget) + moved))
      }}
      onPointerUp={({ currentTarget }) => end(currentTarget, true)}
      onPointerCancel={({ currentTarget }) => end(currentTarget, false)}
      onDoubleClick={() => onWidth(undefined)}
      onKeyDown={onKeyDown}
      className={cx(
        'absolute inset-y-0 z-1 flex w-3 cursor-col-resize touch-none items-center justify-center rounded-sm print:hidden',
        'after:h-4 after:w-px after:bg-transparent hover:after:w-0.5 hover:after:bg-line-strong focus-visible:after:bg-accent active:after:bg-accent',
        className,
      )}
    />
  )
}

const tableOf = (handle: HTMLElement) => handle.closest<HTMLElement>('[role=table], [role=grid]')

function focusHandle(handle: HTMLElement, steps: -1 | 1): void {
  const handles = [...(tableOf(handle)?.querySelectorAll<HTMLElement>('[data-column-resizer]') ?? [])]
  handles[handles.indexOf(handle) + steps]?.focus()
}
