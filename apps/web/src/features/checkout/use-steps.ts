import { useEffect, useRef, useState, type RefObject } from 'react'

export type Step = 'Contact' | 'Attendees' | 'Delivery' | 'Card'

/**
 * Which steps of the page are closed. Where one closes because it is done, the focus goes on to the next that is open, and
 * where one is opened from elsewhere, to what is wrong in it.
 */
export function useSteps(form: RefObject<HTMLFormElement | null>, doneAtFirst: readonly Step[]) {
  const [closed, setClosed] = useState<ReadonlySet<Step>>(() => new Set(doneAtFirst))
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
    /** Opens these and goes to what is wrong in them: the first such field, unless it is said otherwise. */
    show(wrong: readonly Step[], place = '[aria-invalid="true"]') {
      focusNext.current = () => form.current?.querySelector<HTMLElement>(place)
      setClosed(new Set([...closed].filter((known) => !wrong.includes(known))))
    },
  }
}
