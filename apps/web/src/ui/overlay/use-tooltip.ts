import { useEffect, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

const delayMs = 350

/** Opens a tooltip shortly after hover and immediately on keyboard focus. Escape, press and leaving close it. */
export function useTooltip() {
  const [state, setState] = useState<'closed' | 'soon' | 'open'>('closed')
  useEffect(() => {
    if (state !== 'soon') return undefined
    const timer = setTimeout(() => setState('open'), delayMs)
    return () => clearTimeout(timer)
  }, [state])
  const close = () => setState('closed')
  return {
    isTooltipOpen: state === 'open',
    tooltipTriggerProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setState('soon')
      },
      onPointerLeave: close,
      // Captured, because some controls stop their events.
      onPointerDownCapture: close,
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) setState('open')
      },
      onBlur: close,
      onKeyDownCapture: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') close()
      },
    },
  }
}
