import { useEffect, useRef, type ReactNode } from 'react'

interface StepHeadingProps {
  /** Set when the step replaces the element that had the focus. */
  takesFocus: boolean
  className: string
  children: ReactNode
}

/** Heading of a response step. It can take focus, so keyboard users continue from here. */
export function StepHeading({ takesFocus, className, children }: StepHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <h2 ref={heading} tabIndex={-1} className={className}>
      {children}
    </h2>
  )
}
