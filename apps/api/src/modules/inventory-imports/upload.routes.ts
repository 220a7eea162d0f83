import { Readable } from 'node:stream'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { actorOf } from '#api/audit/actor.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { inventoryImportErrors } from './inventory-imports.errors.ts'
import type { ImportDeps } from './jobs/import-deps.ts'
import { receiveFile } from './jobs/receive-file.ts'
import { findExistingEvents } from './matching/catalogue-events.repo.ts'
import { shownImport } from './showing/read-import.ts'

/** Mounts the upload. Its body is the file, which is stored while it arrives. */
export function mountInventoryUpload(http: HttpContext, deps: ImportDeps): void {
  // A scope of its own: other routes reject bodies that are not JSON.
  void http.app.register(async (app) => {
    app.addContentTypeParser(
      ['text/csv', 'text/tab-separated-values', 'text/plain', 'application/octet-stream'],
      (_request, payload, done) => done(null, payload),
    )
    mountRoute({ ...http, app }, inventoryImportsRoutes.upload, async ({ account, query, request }) => {
      const { body } = request
      if (!(body instanceof Readable)) throw inventoryImportErrors.make('inventory_import.file_empty')
      const eventId = query.event_id ?? null
      if (eventId !== null && !(await findExistingEvents(deps.db, [eventId])).has(eventId))
        throw inventoryImportErrors.make('inventory_import.event_not_found', { title: 'Event not found' })
      const job = await receiveFile(deps, {
        teamId: account.teamId,
        profileId: query.profile_id,
        fileName: query.file_name,
        madeAt: query.made_at === undefined ? undefined : new Date(query.made_at),
        eventId,
        actor: actorOf(account, request),
        chunks: body,
      })
      return { data: await shownImport(deps, job) }
    })
  })
}
