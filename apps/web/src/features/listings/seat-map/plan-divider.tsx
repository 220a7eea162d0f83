import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { defaultPlanWidth, maxPlanWidth, minPlanWidth } from './plan-width.ts'

interface PlanDividerProps {
  /** Share of the page's width in percent. */
  width: number
  onWidth: (width: number) => void
}

const clamped = (width: number) => Math.round(Math.min(Math.max(width, minPlanWidth), maxPlanWidth))

/**
 * Divides list and plan: drag it, or focus it and press arrow left or right. Double click or Enter restores the width.
 * While dragging only the line moves; list and plan are laid out once, when it is dropped.
 */
export function PlanDivider({ width, onWidth }: PlanDividerProps) {
  const startX = useRef<number | null>(null)

  /** The width if the line were dropped at this place. */
  function widthAt(clientX: number): number {
    return clamped(width - ((clientX - (startX.current ?? clientX)) / window.innerWidth) * 100)
  }

  function move(line: HTMLElement, shown: number): void {
    line.style.transform = shown === width ? '' : `translateX(${width - shown}vw)`
    line.setAttribute('aria-valuenow', String(shown))
  }

  function end({ currentTarget, clientX }: PointerEvent<HTMLElement>, isKept: boolean): void {
    if (startX.current === null) return
    const dropped = widthAt(clientX)
    startX.current = null
    move(currentTarget, width)
    if (isKept && dropped !== width) onWidth(dropped)
  }

  function onKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const step = event.shiftKey ? 10 : 2
    if (event.key === 'ArrowLeft') onWidth(clamped(width + step))
    else if (event.key === 'ArrowRight') onWidth(clamped(width - step))
    else if (event.key === 'Home') onWidth(minPlanWidth)
    else if (event.key === 'End') onWidth(maxPlanWidth)
    else if (event.key === 'Enter') onWidth(defaultPlanWidth)
    else if (event.key === 'Escape' && startX.current !== null) {
      startX.current = null
      move(event.currentTarget, width)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }

  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label="Width of the map"
      aria-valuemin={minPlanWidth}
      aria-valuemax={maxPlanWidth}
      aria-valuenow={width}
      aria-valuetext={`${width} percent`}
      tabIndex={0}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        startX.current = event.clientX
      }}
      onPointerMove={({ currentTarget, clientX }) => {
        if (startX.current !== null) move(currentTarget, widthAt(clientX))
      }}
      onPointerUp={(event) => end(event, true)}
      onPointerCancel={(event) => end(event, false)}
      onDoubleClick={() => onWidth(defaultPlanWidth)}
      onKeyDown={onKeyDown}
      className="absolute inset-y-0 -left-1.5 z-10 flex w-3 cursor-col-resize touch-none justify-center rounded-sm after:w-px hover:after:w-0.5 hover:after:bg-line-strong focus-visible:after:w-0.5 focus-visible:after:bg-accent active:after:w-0.5 active:after:bg-accent print:hidden"
    />
  )
}
