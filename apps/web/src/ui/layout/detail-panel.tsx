import { useCallback, useEffect, useId, useLayoutEffect, useRef, type ReactNode } from 'react'
import { registerCommands } from '#web/lib/commands/command-registry.ts'
import { elementCommands } from '#web/lib/commands/element-commands.ts'
import { IconButton } from '#web/ui/controls/icon-button.tsx'
import { ChevronLeftIcon, CloseIcon } from '#web/ui/icons.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'

interface DetailPanelProps {
  /** Singular noun and the name of the list: 'order' and 'purchases'. */
  entity: string
  list: string
  title: string
  subtitle?: ReactNode
  status?: ReactNode
  /** While loading, the second line keeps its height, so the layout does not jump. */
  isPending?: boolean
  onClose: () => void
  children: ReactNode
}

/**
 * Details of a list item, next to the list; on phones instead of it. Escape closes the panel. Its controls with
 * `data-command` are commands.
 */
export function DetailPanel({
  entity,
  list,
  title,
  subtitle,
  status,
  isPending = false,
  onClose,
  children,
}: DetailPanelProps) {
  const headingId = useId()
  const { heading, saveOpenerRow } = useOpenerFocus()
  const close = useCallback(() => {
    saveOpenerRow()
    onClose()
  }, [saveOpenerRow, onClose])
  useEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      if (event.key === 'Escape' && !event.defaultPrevented) close()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [close])

  const content = useRef<HTMLDivElement>(null)
  useLayoutEffect(
    () =>
      registerCommands({
        group: `This ${entity}`,
        read: () => elementCommands(content.current, { prefix: entity, detail: `This ${entity} · ${title}` }),
      }),
    [entity, title],
  )

  return (
    <div className="bg-surface xl:sticky xl:top-0">
      <section
        aria-labelledby={headingId}
        className="flex flex-col xl:max-h-[calc(100dvh-var(--basket-height,0px))]"
      >
        <header className="flex shrink-0 items-center gap-3 border-b border-line py-1.5 pr-3 pl-4 sm:pl-5 xl:min-h-11">
          <IconButton
            label={`Back to all ${list}`}
            icon={<ChevronLeftIcon aria-hidden />}
            onPress={close}
            className="-ml-2 xl:hidden"
          />
          <div className="min-w-0 flex-1">
            {/* Next to a long title there is no room for the status. */}
            <div className="flex flex-wrap items-center gap-x-2.5 gap-y-0.5">
              <h2
                ref={heading}
                id={headingId}
                tabIndex={-1}
                data-opened
                className="text-base [overflow-wrap:anywhere]"
              >
                {title}
              </h2>
              {status}
            </div>
            {subtitle && <p className="text-xs text-muted [overflow-wrap:anywhere]">{subtitle}</p>}
            {isPending && <Skeleton className="my-0.5 h-3.5 w-36" />}
          </div>
          <IconButton
            label={`Close the ${entity}`}
            icon={<CloseIcon aria-hidden />}
            onPress={close}
            className="max-xl:hidden"
          />
        </header>
        {/* Next to the list it fills the window height and scrolls on its own. */}
        <div ref={content} className="thin-scroll min-h-0 flex-1 xl:overflow-y-auto">
          {children}
        </div>
      </section>
    </div>
  )
}

/**
 * Moves the focus into the panel on opening and back to the row on closing. After a direct page load the focus stays
 * where it is.
 */
function useOpenerFocus() {
  const heading = useRef<HTMLHeadingElement>(null)
  const opener = useRef<Element | null>(null)

  // Runs before paint: a row that gets hidden loses the focus.
  useLayoutEffect(() => {
    const { activeElement } = document
    if (activeElement === null || activeElement === document.body || activeElement === heading.current) return
    opener.current = activeElement
    heading.current?.focus({ preventScroll: true })
  }, [])

  useEffect(
    () => () => {
      // Move the focus only if the element that had it has been removed.
      if (document.activeElement !== document.body) return
      const focusTarget = document.querySelector('[data-opened]') ?? opener.current
      if (focusTarget instanceof HTMLElement) focusTarget.focus()
    },
    [],
  )

  /** After a direct page load, or when the opener was removed, the focus returns to the row marked as open. */
  const saveOpenerRow = useCallback(() => {
    if (!opener.current?.isConnected)
      opener.current = document.querySelector('[data-list] [aria-current="page"]')
  }, [])
  return { heading, saveOpenerRow }
}
