import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { CheckIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'

interface SectionProps {
  title: string
  aside?: ReactNode
  /** Makes the step collapsible: its summary while closed, and how to close and reopen it. */
  collapsible?: {
    isOpen: boolean
    summary: ReactNode
    onDone: () => void
    onOpen: () => void
    isDisabled: boolean
  }
  children: ReactNode
}

/** One checkout step. A closed step stays mounted, so a payment gateway's iframe keeps its state. */
export function Section({ title, aside, collapsible, children }: SectionProps) {
  const id = useId()
  const body = useRef<HTMLDivElement>(null)
  const isOpen = collapsible?.isOpen ?? true
  const wasOpened = useRef(false)

  // The button that opened the step has been removed, so focus moves into the step.
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
          {collapsible && !isOpen && (
            <>
              <p className="tabular min-w-0 flex-1 truncate text-sm text-muted max-sm:order-last max-sm:basis-full">
                {collapsible.summary}
              </p>
              <Button
                size="sm"
                tone="quiet"
                aria-label={`Change ${title.toLowerCase()}`}
                isDisabled={collapsible.isDisabled}
                onPress={() => {
                  wasOpened.current = true
                  collapsible.onOpen()
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
          {collapsible && (
            <Button
              size="sm"
              isDisabled={collapsible.isDisabled}
              aria-label={`Continue after ${title.toLowerCase()}`}
              onPress={collapsible.onDone}
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
