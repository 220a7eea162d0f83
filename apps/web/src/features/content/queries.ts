import { contentRoutes, type ContentName } from '@terrace/contracts/content'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'

/** The operator's text for a page; `text` is `null` when there is none. */
export function contentQuery(name: ContentName) {
  return queryOptions({
    queryKey: [contentRoutes.text.name, { name }],
    queryFn: async ({ signal }) => (await call(contentRoutes.text, { params: { name }, signal })).data,
  })
}
