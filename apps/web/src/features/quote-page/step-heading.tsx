import { useEffect, useRef, type ReactNode } from 'react'

interface StepHeadingProps {
  /** It takes the place of what had the focus. */
  takesFocus: boolean
  className: string
  children: ReactNode
}

/** What a step of the answer is about; whoever came to it by keyboard goes on from here. */
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
