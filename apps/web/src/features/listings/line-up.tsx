import type { WireEvent } from '@terrace/contracts/catalogue'
import { Link } from '@tanstack/react-router'
import { Fragment, useState } from 'react'
import { lineUpOf } from '#web/lib/format/line-up.ts'

/** More names would push the listings of a festival off the screen. */
const shownFirst = 8

/** Who performs at the event, each with a link; a long bill opens on request. */
export function LineUp({ event }: { event: WireEvent }) {
  const [isOpen, setIsOpen] = useState(false)
  const acts = lineUpOf(event)
  if (acts.length === 0) return null
  const isLong = acts.length > shownFirst + 1
  const shown = isLong && !isOpen ? acts.slice(0, shownFirst) : acts
  return (
    <section
      aria-label="Line-up"
      className="border-b border-line bg-surface px-5 py-1.5 text-xs text-muted max-sm:px-4"
    >
      <span className="mr-1.5 font-semibold text-ink">Line-up</span>
      {shown.map(({ id, name, slug }, index) => (
        <Fragment key={id}>
          {index > 0 && <span aria-hidden> · </span>}
          <Link
            to="/$type/$name"
            params={{ type: 'performer', name: slug }}
            className="rounded-sm hover:underline"
          >
            {name}
          </Link>
        </Fragment>
      ))}
      {isLong && (
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setIsOpen(!isOpen)}
          className="ml-2 rounded-sm font-semibold text-ink hover:underline"
        >
          {isOpen ? 'Show fewer' : `${acts.length - shownFirst} more`}
        </button>
      )}
    </section>
  )
}
