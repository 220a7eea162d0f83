import { queryOptions } from '@tanstack/react-query'
import { z } from 'zod/mini'
import { eventSearchQuery } from './queries.ts'
import { directories, indexOf, runRequests } from './search-index.ts'
import { emptySearch } from './search-state.ts'
import { suggestSpelling } from './suggest-spelling.ts'

const namesQuery = queryOptions({
  queryKey: ['search-names'],
  queryFn: fetchIndexNames,
  staleTime: 600_000,
  retry: false,
})

/** A spelling suggestion for a search without results; `null` when none is close or it finds nothing either. */
export function suggestionQuery(text: string) {
  return queryOptions({
    queryKey: ['nearest-spelling', text],
    queryFn: async ({ client }) => {
      const suggestedText = suggestSpelling(text, await client.fetchQuery(namesQuery))
      if (suggestedText === null) return null
      const found = await client.fetchInfiniteQuery(eventSearchQuery({ ...emptySearch, text: suggestedText }))
      const [first] = found.pages
      return first && first.total > 0 && !first.leftOut ? suggestedText : null
    },
    retry: false,
  })
}

/** Names of performers, categories and venues, by number of events: the vocabulary for spelling suggestions. */
async function fetchIndexNames(): Promise<string[]> {
  const results = await runRequests(
    directories.map((index) => ({
      indexName: indexOf(index),
      query: '',
      hitsPerPage: 1000,
      attributesToRetrieve: ['title', 'city'],
      attributesToHighlight: [],
    })),
  )
  const named = z.object({ title: z.string(), city: z.optional(z.string()) })
  const namedRecords = results.flatMap(({ hits }) => hits.flatMap((hit) => named.safeParse(hit).data ?? []))
  return [
    ...new Set(namedRecords.flatMap(({ title, city }) => (city === undefined ? [title] : [title, city]))),
  ]
}
