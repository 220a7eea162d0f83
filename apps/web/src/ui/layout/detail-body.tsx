import type { ReactNode } from 'react'
import { toSentence } from '#web/lib/format/sentence.ts'
import { isNotFoundError } from '#web/lib/http/api-error.ts'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

interface DetailBodyProps<Entity> {
  query: { data: Entity | undefined; error: unknown; refetch: () => Promise<unknown>; isFetching: boolean }
  /** Singular noun: 'order'. */
  entity: string
  icon: ReactNode
  skeleton: ReactNode
  children: (entity: Entity) => ReactNode
}

/** The details of one of the team's entities in all states: loading, not found, failed, or loaded. */
export function DetailBody<Entity>({ query, entity, icon, skeleton, children }: DetailBodyProps<Entity>) {
  if (query.data !== undefined) return children(query.data)
  if (query.error === null) return skeleton
  if (isNotFoundError(query.error)) {
    return (
      <EmptyState
        icon={icon}
        title={`${toSentence(entity)} not found`}
        message="It may have been removed, or it belongs to another team."
      />
    )
  }
  return <LoadError title={`Couldn’t load this ${entity}`} query={query} />
}
