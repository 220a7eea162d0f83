import { saveStartPage } from '#web/lib/http/start-page.ts'

const sides = [
  { side: 'buy', title: 'Buy', href: '/' },
  { side: 'sell', title: 'Sell', href: '/sell/inventory' },
] as const

/** The switch of teams that do both. The other side is another page: nothing of it is loaded here. */
export function SideLinks({ current }: { current: 'buy' | 'sell' }) {
  return (
    <nav aria-label="Buy or sell" className="flex shrink-0 rounded border border-line p-0.5 text-sm">
      {sides.map(({ side, title, href }) =>
        side === current ? (
          <span
            key={side}
            aria-current="page"
            className="inline-flex items-center rounded-sm bg-accent-soft px-2.5 py-1 font-medium text-accent max-sm:px-2"
          >
            {title}
          </span>
        ) : (
          <a
            key={side}
            href={href}
            onClick={() => saveStartPage(side)}
            className="inline-flex touch-target items-center rounded-sm px-2.5 py-1 text-muted no-underline hover:text-ink max-sm:px-2"
          >
            {title}
          </a>
        ),
      )}
    </nav>
  )
}
