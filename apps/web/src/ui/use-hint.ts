import { useEffect, useState, type FocusEvent, type KeyboardEvent, type PointerEvent } from 'react'

const delayMs = 350

/**
 * When a plain control's tooltip is open: a moment after the mouse has come, at once with the keyboard's focus. Escape, a
 * press and leaving close it.
 */
export function useHint() {
  const [state, setState] = useState<'closed' | 'soon' | 'open'>('closed')
  useEffect(() => {
    if (state !== 'soon') return undefined
    const timer = setTimeout(() => setState('open'), delayMs)
    return () => clearTimeout(timer)
  }, [state])
  const close = () => setState('closed')
  return {
    isHinted: state === 'open',
    hintProps: {
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        if (pointerType === 'mouse') setState('soon')
      },
      onPointerLeave: close,
      onPointerDown: close,
      onFocus: ({ target }: FocusEvent) => {
        if (target.matches(':focus-visible')) setState('open')
      },
      onBlur: close,
      onKeyDown: ({ key }: KeyboardEvent) => {
        if (key === 'Escape') close()
      },
    },
  }
}
