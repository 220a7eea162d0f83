import type { WireHome } from '@terrace/contracts/home'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { TileLink } from './tile-link.tsx'

/** The teams of one competition, each with its colours, and the way to all of it. */
export function TeamGrid({ featured }: { featured: NonNullable<WireHome['featured']> }) {
  const headingId = useId()
  const { category, teams } = featured
  return (
    <section aria-labelledby={headingId}>
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={headingId} className="text-lg">
          {category.title} teams
        </h2>
        <Link
          to="/$type/$name"
          params={{ type: category.type, name: category.slug }}
          className="shrink-0 rounded-sm py-1 text-accent hover:underline"
        >
          All {category.title}
        </Link>
      </div>
      <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2.5">
        {teams.map((team) => (
          <li key={team.type_id}>
            <TileLink tile={team} />
          </li>
        ))}
      </ul>
    </section>
  )
}
