import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface HeaderSlotState {
  container: HTMLElement | null
  setFilled: (isFilled: boolean) => void
}

const SlotContext = createContext<HeaderSlotState | null>(null)

/**
 * Lets a screen replace search and menu in the header, as checkout does with its countdown and "Cancel purchase"
 * (spec §2). `children` renders the header.
 */
export function HeaderSlotProvider({
  children,
}: {
  children: (header: {
    isReplaced: boolean
    containerRef: (element: HTMLElement | null) => void
  }) => ReactNode
}) {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const [isFilled, setFilled] = useState(false)
  const slot = useMemo(() => ({ container, setFilled }), [container])
  return (
    <SlotContext value={slot}>{children({ isReplaced: isFilled, containerRef: setContainer })}</SlotContext>
  )
}

/** Renders `children` in the header while mounted, or nothing when there is no header. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = use(SlotContext)
  useLayoutEffect(() => {
    slot?.setFilled(true)
    return () => slot?.setFilled(false)
  }, [slot])
  return slot?.container ? createPortal(children, slot.container) : null
}
