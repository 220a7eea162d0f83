import { useQuery } from '@tanstack/react-query'
import type { WireClient } from '@terrace/contracts/clients'
import { targetResults, type JumpTarget, type TargetResults } from '#web/lib/commands/jump-target.ts'
import { clientSuggestionsQuery } from './queries.ts'

/** The clients used last and those found by this text. */
export function useClientTargets(text: string): TargetResults {
  const latest = useQuery(clientSuggestionsQuery(''))
  const found = useQuery({ ...clientSuggestionsQuery(text), enabled: text !== '' })
  return targetResults({ latest: latest.data, found }, clientTarget)
}

function clientTarget({ id, name, company, email }: WireClient): JumpTarget {
  return {
    kind: 'client',
    id,
    title: name,
    detail: [company, email].filter(Boolean).join(' · '),
    href: `/profile?tab=clients&client=${encodeURIComponent(id)}`,
  }
}
