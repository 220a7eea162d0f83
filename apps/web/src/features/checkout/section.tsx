import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { CheckIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'

interface SectionProps {
  title: string
  aside?: ReactNode
  /** A step that closes as it is done: what was entered, in a line, and the ways out and in again. */
  closing?: {
    isOpen: boolean
    summary: ReactNode
    onDone: () => void
    onOpen: () => void
    isDisabled: boolean
  }
  children: ReactNode
}

/** One step of the page. Closed it keeps all that is in it, also a payment provider's frame. */
export function Section({ title, aside, closing, children }: SectionProps) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const isOpen = closing?.isOpen ?? true
  const wasOpened = useRef(false)

  // Opened by a button that is gone by now.
  useEffect(() => {
    if (isOpen && wasOpened.current)
      body.current?.querySelector<HTMLElement>('input, select, button')?.focus()
    wasOpened.current = false
  }, [isOpen])

  return (
    <Panel>
      <section aria-labelledby={id} className="px-6 py-5 max-sm:px-4">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 id={id} tabIndex={-1} className="flex items-center gap-2 text-lg outline-none">
            {!isOpen && <CheckIcon aria-hidden className="size-5 text-ok" strokeWidth={2.5} />}
            {title}
          </h2>
          {isOpen && aside !== undefined && <span className="text-xs text-muted">{aside}</span>}
          {closing && !isOpen && (
            <>
              <p className="tabular min-w-0 flex-1 truncate text-sm text-muted max-sm:order-last max-sm:basis-full">
                {closing.summary}
              </p>
              <Button
                size="sm"
                tone="quiet"
                aria-label={`Change ${title.toLowerCase()}`}
                isDisabled={closing.isDisabled}
                onPress={() => {
                  wasOpened.current = true
                  closing.onOpen()
                }}
                className="-mr-3"
              >
                Change
              </Button>
            </>
          )}
        </div>
        <div ref={body} data-body hidden={!isOpen} className="mt-4">
          {children}
          {closing && (
            <Button
              size="sm"
              isDisabled={closing.isDisabled}
              aria-label={`Continue after ${title.toLowerCase()}`}
              onPress={closing.onDone}
              className="mt-5"
            >
              Continue
            </Button>
          )}
        </div>
      </section>
    </Panel>
  )
}
