import type { WireHome } from '@terrace/contracts/home'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { TileLink } from '#web/features/catalogue/content/tile-link.tsx'

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
      <ul className="mt-3 grid gap-2.5 max-sm:-mx-4 max-sm:auto-cols-[minmax(13.5rem,60vw)] max-sm:grid-flow-col max-sm:grid-rows-3 max-sm:overflow-x-auto max-sm:px-4 max-sm:py-1 max-sm:[scrollbar-width:none] sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5">
        {teams.map((team) => (
          <li key={team.type_id}>
            <TileLink tile={team} />
          </li>
        ))}
      </ul>
    </section>
  )
}
