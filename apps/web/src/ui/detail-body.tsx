import type { ReactNode } from 'react'
import { namesNothing } from '#web/lib/api-error.ts'
import { EmptyState } from './empty-state.tsx'
import { LoadError } from './load-error.tsx'

interface DetailBodyProps<Thing> {
  query: { data: Thing | undefined; error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
  /** What it is: 'order'. */
  thing: string
  icon: ReactNode
  skeleton: ReactNode
  children: (thing: Thing) => ReactNode
}

/** One thing of the team's, in each of its states: on its way, unknown, failed, or there. */
export function DetailBody<Thing>({ query, thing, icon, skeleton, children }: DetailBodyProps<Thing>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return skeleton
  if (namesNothing(query.error)) {
    return (
      <EmptyState
        icon={icon}
        title={`There is no such ${thing}`}
        message={`The address may be mistyped, or the ${thing} belongs to another team.`}
      />
    )
  }
  return <LoadError title={`The ${thing} could not be loaded`} query={query} />
}
