import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { cx } from '#web/ui/cx.ts'
import { sellPages } from './sell-pages.ts'

/** Lists the desk's pages: at the side, on narrow windows above the page. */
export function SellNavigation({ current }: { current: (typeof sellPages)[number] | null }) {
  const list = useRef<HTMLUListElement>(null)
  // On narrow phones the list is wider than the window.
  useEffect(() => {
    if (current === null) return
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current])
  return (
    <nav
      aria-label="Sell"
      className="thin-scroll shrink-0 overflow-auto border-line bg-paper max-lg:border-b lg:w-42 lg:border-r print:hidden"
    >
      <ul ref={list} className="flex gap-1 p-1.5 lg:flex-col lg:p-2">
        {sellPages.map((page) => (
          <li key={page.segment}>
            <Link
              to="/sell/$"
              params={{ _splat: page.segment }}
              aria-current={page === current ? 'page' : undefined}
              className={cx(
                'flex h-8 items-center gap-2.5 rounded px-2.5 text-xs sm:px-3 font-medium whitespace-nowrap max-lg:h-10',
                page === current
                  ? 'bg-accent-soft font-semibold text-accent'
                  : 'text-muted hover:bg-ink/6 hover:text-ink',
              )}
            >
              <page.Icon aria-hidden className="size-4 shrink-0 max-sm:hidden" />
              {page.title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
