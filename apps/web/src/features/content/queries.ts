import { contentRoutes, type ContentName } from '@terrace/contracts/content'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'

/** The operator's own text for a page. */
export function contentQuery(name: ContentName) {
  return queryOptions({
    queryKey: [contentRoutes.text.name, { name }],
    queryFn: async ({ signal }) => (await call(contentRoutes.text, { params: { name }, signal })).data,
  })
}
