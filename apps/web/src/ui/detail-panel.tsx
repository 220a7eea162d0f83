import { useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { IconButton } from './icon-button.tsx'
import { ChevronLeftIcon, CloseIcon } from './icons.ts'
import { Panel } from './panel.tsx'
import { Skeleton } from './skeleton.tsx'

interface DetailPanelProps {
  /** What it is one of, and what the list of them is called: 'order' and 'purchases'. */
  thing: string
  list: string
  title: string
  subtitle?: ReactNode
  /** The pill that says where it stands. */
  status?: ReactNode
  /** It is on its way: the second line keeps its place, so that nothing below it jumps. */
  isPending?: boolean
  onClose: () => void
  children: ReactNode
}

/** One thing of a list, opened beside it; on a phone instead of it. Escape closes it. */
export function DetailPanel({
  thing,
  list,
  title,
  subtitle,
  status,
  isPending = false,
  onClose,
  children,
}: DetailPanelProps) {
  const headingId = useId()
  const heading = useOpenedFocus<HTMLHeadingElement>()
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) onClose()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [onClose])

  return (
    <Panel className="overflow-hidden">
      <section
        aria-labelledby={headingId}
        className="flex flex-col xl:max-h-[calc(100dvh-2rem-var(--basket-height,0px))]"
      >
        <header className="flex shrink-0 items-center gap-3 border-b border-line py-3 pr-3 pl-4 sm:pl-5">
          <IconButton
            label={`Back to all ${list}`}
            icon={<ChevronLeftIcon aria-hidden />}
            onPress={onClose}
            className="-ml-2 xl:hidden"
          />
          <div className="min-w-0 flex-1">
            <h2 ref={heading} id={headingId} tabIndex={-1} className="text-lg [overflow-wrap:anywhere]">
              {title}
            </h2>
            {subtitle && <p className="text-xs text-muted [overflow-wrap:anywhere]">{subtitle}</p>}
            {isPending && <Skeleton className="my-0.5 h-3.5 w-36" />}
          </div>
          {status}
          <IconButton
            label={`Close the ${thing}`}
            icon={<CloseIcon aria-hidden />}
            onPress={onClose}
            className="max-xl:hidden"
          />
        </header>
        {/* Beside the list it keeps to the window and scrolls by itself. */}
        <div className="thin-scroll min-h-0 flex-1 xl:overflow-y-auto">{children}</div>
      </section>
    </Panel>
  )
}

/** The focus goes along to what was opened from the list, and back to its row; who came by an address keeps theirs. */
function useOpenedFocus<Target extends HTMLElement>() {
  const target = useRef<Target>(null)
  const opener = useRef<Element | null>(null)

  // Before anything is painted: a row that is hidden by then has lost the focus.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === target.current) return
    opener.current = activeElement
    target.current?.focus({ preventScroll: true })
  }, [])

  useEffect(
    () => () => {
      // Whatever had the focus in here is gone by now; where it was elsewhere it stays there.
      if (document.activeElement === document.body && opener.current instanceof HTMLElement)
        opener.current.focus()
    },
    [],
  )
  return target
}
