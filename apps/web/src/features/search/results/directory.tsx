import { Link } from '@tanstack/react-router'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { TwoToneDisc } from '#web/ui/data-display/art.tsx'
import { cx } from '#web/ui/cx.ts'
import { CalendarIcon, MapPinIcon } from '#web/ui/icons.ts'
import type { DirectoryHit } from '#web/features/search/query/search-index.ts'
import { HighlightedText } from './highlighted-text.tsx'

const groups = [
  { type: 'performer', title: 'Performers' },
  { type: 'category', title: 'Categories' },
  { type: 'venue', title: 'Venues' },
] as const

interface DirectoryProps {
  hits: readonly DirectoryHit[]
  isDimmed: boolean
}

/**
 * Matching performers, categories and venues: a column next to the events, or a strip above them on narrow screens.
 */
export function Directory({ hits, isDimmed }: DirectoryProps) {
  const nonEmptyGroups = groups
    .map((group) => ({ ...group, hits: hits.filter(({ type }) => type === group.type) }))
    .filter((group) => group.hits.length > 0)
  if (nonEmptyGroups.length === 0) return null
  return (
    <div
      className={cx(
        'flex gap-5 transition-opacity duration-150 xl:flex-col',
        'max-xl:-mx-4 max-xl:overflow-x-auto max-xl:px-4 max-xl:py-1 max-xl:[scrollbar-width:none] sm:max-xl:-mx-1 sm:max-xl:px-1',
        isDimmed && 'opacity-55',
      )}
    >
      {nonEmptyGroups.map(({ type, title, hits: found }) => (
        <section key={type} aria-label={title} className="max-xl:shrink-0">
          <h2 className="mb-2 text-xs font-semibold text-muted">{title}</h2>
          <ul className="flex gap-2 xl:flex-col">
            {found.map((hit) => (
              <li key={hit.objectID} className="max-xl:w-56 max-xl:shrink-0">
                <DirectoryLink hit={hit} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

function DirectoryLink({ hit }: { hit: DirectoryHit }) {
  return (
    <Link
      to="/$type/$name"
      params={{ type: hit.type, name: hit.slug }}
      className="flex h-full items-center gap-3 rounded border border-line bg-surface px-3 py-2 transition-colors duration-150 ease-out hover:border-line-strong"
    >
      <DirectoryIcon hit={hit} />
      <span className="min-w-0">
        <span className="line-clamp-2 leading-5 font-semibold [overflow-wrap:anywhere]">
          <HighlightedText>{hit.highlighted.title}</HighlightedText>
        </span>
        <span className="tabular block text-xs text-muted">{hitSubtitle(hit)}</span>
      </span>
    </Link>
  )
}

function DirectoryIcon({ hit }: { hit: DirectoryHit }) {
  if (hit.type === 'performer') {
    return <TwoToneDisc name={hit.title} colours={hit.colours} className="!size-6 shrink-0" />
  }
  const Icon = hit.type === 'venue' ? MapPinIcon : CalendarIcon
  return <Icon aria-hidden className="mx-0.5 size-5 shrink-0 text-muted" strokeWidth={1.75} />
}

/** For example '19 events · London'. */
function hitSubtitle(hit: DirectoryHit): string {
  const events = hit.event_count === 1 ? '1 event' : `${formatCount(hit.event_count)} events`
  const context = hitContext(hit)
  return context === '' || context === hit.title ? events : `${events} · ${context}`
}

function hitContext(hit: DirectoryHit): string {
  if (hit.type === 'venue') return hit.city
  return (hit.type === 'category' ? hit.parent : hit.competitions[0]) ?? ''
}
