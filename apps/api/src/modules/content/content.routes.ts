import { contentRoutes } from '@terrace/contracts/content'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { findText } from './content.repo.ts'

export function mountContent(http: HttpContext, { db }: { db: Db }): void {
  mountRoute(http, contentRoutes.text, async ({ params, reply }) => {
    const { name } = params
    const stored = await findText(db, name)
    void reply.header('cache-control', 'no-cache')
    return {
      data: { name, text: stored?.body ?? null, updated_at: stored?.updatedAt.toISOString() ?? null },
    }
  })
}
