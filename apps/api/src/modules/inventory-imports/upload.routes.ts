import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { inventoryProfilesRoutes } from '@terrace/contracts/inventory-profiles'
import { actorOf } from '#api/audit/actor.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { acceptFileBodies, fileOf } from './file-bodies.ts'
import { inventoryImportErrors } from './inventory-imports.errors.ts'
import type { ImportDeps } from './imports/import-deps.ts'
import { receiveFile } from './imports/receive-file.ts'
import { findExistingEvents } from './matching/catalogue-events.repo.ts'
import { inspectFile } from './profiles/inspect-file.ts'
import { fittingProfiles } from './profiles/propose-settings.ts'
import { readProfiles } from './profiles/profiles.repo.ts'
import { presentFittingProfile } from './showing/imports.presenter.ts'
import { shownImport } from './showing/read-import.ts'

/** Mounts the routes whose body is a file: the upload, which is stored while it arrives, and the look at a new file. */
export function mountInventoryUpload(http: HttpContext, deps: ImportDeps): void {
  void http.app.register(async (app) => {
    acceptFileBodies(app)

    mountRoute({ ...http, app }, inventoryImportsRoutes.upload, async ({ account, query, request }) => {
      const chunks = fileOf(request)
      const eventId = query.event_id ?? null
      if (eventId !== null && !(await findExistingEvents(deps.db, [eventId])).has(eventId))
        throw inventoryImportErrors.make('inventory_import.event_not_found', { title: 'Event not found' })
      const inventoryImport = await receiveFile(deps, {
        teamId: account.teamId,
        profileId: query.profile_id,
        fileName: query.file_name,
        madeAt: query.made_at === undefined ? undefined : new Date(query.made_at),
        eventId,
        actor: actorOf(account, request),
        chunks,
      })
      return { data: await shownImport(deps, inventoryImport) }
    })

    mountRoute({ ...http, app }, inventoryProfilesRoutes.inspect, async ({ account, query, request }) => {
      const { unknownColumns, currencyFrom, ...file } = await inspectFile(deps, {
        teamId: account.teamId,
        chunks: fileOf(request),
        sheet: query.sheet ?? null,
        currency: account.baseCurrency,
      })
      const profiles = fittingProfiles(file.header, await readProfiles(deps.db, account.teamId))
      return {
        data: {
          ...file,
          unknown_columns: unknownColumns,
          currency_from: currencyFrom,
          profiles: profiles.map(presentFittingProfile),
        },
      }
    })
  })
}
