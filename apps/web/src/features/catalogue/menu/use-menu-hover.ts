import { useEffect, useRef, type PointerEvent } from 'react'

/** Delays that ignore a pointer passing over the menu and tolerate brief exits. */
const openAfterMs = 120
const closeAfterMs = 250

/** Opens and closes on mouse hover; touch and pen use press. */
export function useMenuHover<Id>(setOpen: (id: Id | null) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const after = (ms: number, id: Id | null) => (event: PointerEvent) => {
    if (event.pointerType !== 'mouse') return
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setOpen(id), ms)
  }

  return {
    enter: (id: Id) => after(openAfterMs, id),
    leave: after(closeAfterMs, null),
    cancel: () => clearTimeout(timer.current),
  }
}
