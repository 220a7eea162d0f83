import { useEffect, useRef, type PointerEvent } from 'react'

/** Long enough that a pointer on its way elsewhere opens nothing, and that a cut corner closes nothing. */
const openAfterMs = 120
const closeAfterMs = 250

/** Opens and closes with the mouse as it rests, never with a finger or pen: those press. */
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
    stay: () => clearTimeout(timer.current),
  }
}
