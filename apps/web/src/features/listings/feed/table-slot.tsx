import { useCallback, useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'

/** How long an unavailable row stays before it fades out. */
const removedRowMs = 4000
const fadeMs = 300

interface TableSlotProps {
  index: number
  /** Offset from the top of the rows, in pixels. */
  start: number
  measure: (element: HTMLElement | null) => void
  isRemoved: boolean
  onFaded: () => void
  children: ReactNode
}

/** Positions a row. An unavailable row fades out once it is neither hovered nor focused. */
export function TableSlot({ index, start, measure, isRemoved, onFaded, children }: TableSlotProps) {
  const element = useRef<HTMLDivElement>(null)
  const [isFading, setFading] = useState(false)
  const notifyFaded = useEffectEvent(onFaded)

  useEffect(() => {
    if (!isRemoved) return undefined
    const timer = setInterval(() => {
      if (!element.current?.matches(':hover, :focus-within')) setFading(true)
    }, removedRowMs)
    return () => {
      clearInterval(timer)
      setFading(false)
    }
  }, [isRemoved])
  useEffect(() => {
    if (!isFading) return undefined
    const timer = setTimeout(() => notifyFaded(), fadeMs)
    return () => clearTimeout(timer)
  }, [isFading])

  const setElement = useCallback(
    (node: HTMLDivElement | null) => {
      element.current = node
      measure(node)
    },
    [measure],
  )
  return (
    <div
      ref={setElement}
      role="presentation"
      data-index={index}
      className={cx(
        'absolute inset-x-0 top-0',
        isRemoved && 'transition-opacity duration-300 ease-out',
        isFading && 'opacity-0',
      )}
      style={{ transform: `translateY(${start}px)` }}
    >
      {children}
    </div>
  )
}
