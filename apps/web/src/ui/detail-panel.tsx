import { useCallback, useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
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
  const { heading, rememberRow } = useOpenedFocus()
  const close = useCallback(() => {
    rememberRow()
    onClose()
  }, [rememberRow, onClose])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])

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
            onPress={close}
            className="-ml-2 xl:hidden"
          />
          <div className="min-w-0 flex-1">
            <h2
              ref={heading}
              id={headingId}
              tabIndex={-1}
              data-opened
              className="text-lg [overflow-wrap:anywhere]"
            >
              {title}
            </h2>
            {subtitle && <p className="text-xs text-muted [overflow-wrap:anywhere]">{subtitle}</p>}
            {isPending && <Skeleton className="my-0.5 h-3.5 w-36" />}
          </div>
          {status}
          <IconButton
            label={`Close the ${thing}`}
            icon={<CloseIcon aria-hidden />}
            onPress={close}
            className="max-xl:hidden"
          />
        </header>
        {/* Beside the list it keeps to the window and scrolls by itself. */}
        <div className="thin-scroll min-h-0 flex-1 xl:overflow-y-auto">{children}</div>
      </section>
    </Panel>
  )
}

/**
 * The focus goes along to what was opened from the list, and back to its row; from one to the next that takes its place it
 * goes on. Who came by an address keeps theirs.
 */
function useOpenedFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)

  // Before anything is painted: a row that is hidden by then has lost the focus.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === heading.current) return
    opener.current = activeElement
    heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(
    () => () => {
      // Whatever had the focus in here is gone by now; where it was elsewhere it stays there.
      if (document.activeElement !== document.body) return
      const next = document.querySelector('[data-opened]') ?? opener.current
      if (next instanceof HTMLElement) next.focus()
    },
    [],
  )

  /** Who came by an address, or from what is gone by now: then it is the row that is marked as open until all closes. */
  const rememberRow = useCallback(() => {
    if (!opener.current?.isConnected)
      opener.current = document.querySelector('[data-list] [aria-current="page"]')
  }, [])
  return { heading, rememberRow }
}
