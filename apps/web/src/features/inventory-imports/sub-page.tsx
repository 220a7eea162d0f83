import { useRef, type ReactNode } from 'react'
import { useListFocus } from '#web/lib/hooks/use-list-focus.ts'
import { ChevronRightIcon } from '#web/ui/icons.ts'

interface SubPageProps {
  /** The page above, with its link. */
  parent: string
  onParent: () => void
  title: string
  /** Next to the title, such as a state. */
  badge?: ReactNode
  actions?: ReactNode
  /** Whether the content scrolls its own parts. */
  fillsWindow?: boolean
  children: ReactNode
}

/** A page below the list of imports: where it is, its title and its actions. */
export function SubPage({
  parent,
  onParent,
  title,
  badge,
  actions,
  fillsWindow = false,
  children,
}: SubPageProps) {
  const page = useRef<HTMLDivElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  // A step takes its button with it; then the title has the focus, next to the new state.
  useListFocus({
    list: page,
    rows: () => [...(page.current?.querySelectorAll<HTMLElement>('button:focus') ?? [])],
    field: heading,
  })
  return (
    <div ref={page} className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3 gap-y-1.5 border-b border-line px-5 py-1.5 max-sm:px-4">
        <button
          type="button"
          className="rounded text-xs text-muted hover:text-ink hover:underline max-sm:min-h-10"
          onClick={onParent}
        >
          {parent}
        </button>
        <ChevronRightIcon aria-hidden className="-mx-1 size-4 text-muted" />
        <h1 ref={heading} tabIndex={-1} className="min-w-0 truncate text-base outline-none">
          {title}
        </h1>
        {badge}
        <span className="ml-auto flex flex-wrap items-center gap-2 max-sm:*:flex-1">{actions}</span>
      </div>
      <div
        className={
          fillsWindow ? 'flex min-h-0 flex-1 flex-col' : 'thin-scroll min-h-0 flex-1 overflow-y-auto'
        }
      >
        {children}
      </div>
    </div>
  )
}
