import { useEffect, useRef, useState, type RefObject } from 'react'

export type Step = 'Contact' | 'Details' | 'Attendees' | 'Delivery' | 'Card'

/**
 * Tracks which steps are closed. Closing a step focuses the next open one; showing a step focuses its first problem.
 */
export function useSteps(form: RefObject<HTMLFormElement | null>, initiallyClosed: readonly Step[]) {
  const [closed, setClosed] = useState<ReadonlySet<Step>>(() => new Set(initiallyClosed))
  const focusNext = useRef<(() => HTMLElement | null | undefined) | undefined>(undefined)

  useEffect(() => {
    focusNext.current?.()?.focus()
    focusNext.current = undefined
  })

  return {
    isOpen: (step: Step) => !closed.has(step),
    close(step: Step) {
      focusNext.current = () =>
        form.current?.querySelector<HTMLElement>('section:has(> [data-body]:not([hidden])) h2')
      setClosed(new Set([...closed, step]))
    },
    open(step: Step) {
      setClosed(new Set([...closed].filter((known) => known !== step)))
    },
    /** Opens the steps and focuses the first element that matches `selector`. */
    show(steps: readonly Step[], selector = '[aria-invalid="true"]') {
      focusNext.current = () => form.current?.querySelector<HTMLElement>(selector)
      setClosed(new Set([...closed].filter((known) => !steps.includes(known))))
    },
  }
}
