import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** How long a row that is gone can be read before it fades. */
const staysFor = 4000
const fadesFor = 300

interface TableSlotProps {
  index: number
  /** Where it begins, from the top of the rows. */
  start: number
  measure: (element: HTMLElement | null) => void
  /** What it shows is gone. */
  isLeaving: boolean
  onLeft: () => void
  children: ReactNode
}

/** The place of a row. One that is gone stays in it as long as somebody looks at it, then fades out and leaves. */
export function TableSlot({ index, start, measure, isLeaving, onLeft, children }: TableSlotProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isFading, setFading] = useState(false)
  const leave = useEffectEvent(onLeft)

  useEffect(() => {
    if (!isLeaving) return undefined
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :focus-within')) setFading(true)
    }, staysFor)
    return () => {
      clearInterval(timer)
      setFading(false)
    }
  }, [isLeaving])
  useEffect(() => {
    if (!isFading) return undefined
    const timer = setTimeout(() => leave(), fadesFor)
    return () => clearTimeout(timer)
  }, [isFading])

  const hold = useCallback(
    (drawn: HTMLDivElement | null) => {
      element.current = drawn
      measure(drawn)
    },
    [measure],
  )
  return (
    <div
      ref={hold}
      role="presentation"
      data-index={index}
      className={cx(
        'absolute inset-x-0 top-0',
        isLeaving && 'transition-opacity duration-300 ease-out',
        isFading && 'opacity-0',
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </div>
  )
}
