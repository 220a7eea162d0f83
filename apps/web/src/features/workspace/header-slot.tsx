import { createContext, use, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

interface Slot {
  place: HTMLElement | null
  setFilled: (isFilled: boolean) => void
}

const SlotContext = createContext<Slot | null>(null)

/**
 * Lets a screen put its own controls in the header in place of search and menu, as checkout does with its countdown
 * and "Cancel purchase" (spec §2). `children` draws the header: it gets whether the place is taken, and the ref for it.
 */
export function HeaderSlotProvider({
  children,
}: {
  children: (header: { isTaken: boolean; placeRef: (element: HTMLElement | null) => void }) => ReactNode
}) {
  const [place, setPlace] = useState<HTMLElement | null>(null)
  const [isFilled, setFilled] = useState(false)
  const slot = useMemo(() => ({ place, setFilled }), [place])
  return <SlotContext value={slot}>{children({ isTaken: isFilled, placeRef: setPlace })}</SlotContext>
}

/** Draws `children` in the header for as long as it is mounted. Draws nothing where there is no header. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const slot = use(SlotContext)
  useLayoutEffect(() => {
    slot?.setFilled(true)
    return () => slot?.setFilled(false)
  }, [slot])
  return slot?.place ? createPortal(children, slot.place) : null
}
