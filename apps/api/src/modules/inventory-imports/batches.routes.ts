import { inventoryBatchesRoutes, type WireBatch } from '@terrace/contracts/inventory-batches'
import { callerOf } from '#api/audit/caller.ts'
import type { WorkBudget } from '#api/plugins/rate-limit/work-budget.ts'
import { createWorkTurns } from '#api/shared/concurrency/work-turns.ts'
import type { AuthenticatedKey } from '#api/http/authenticated-account.ts'
import { mountRoute, type Call, type HttpContext } from '#api/http/mount-route.ts'
import { fileOfRows } from './automatic/batch-rows.ts'
import { waitText } from './automatic/decide-automatically.ts'
import { acceptFileBodies, acceptJsonAsStream, fileOf, isJson } from './file-bodies.ts'
import { inventoryImportErrors } from './inventory-imports.errors.ts'
import type { ImportDeps } from './imports/import-deps.ts'
import type { InventoryImport } from './imports/inventory-import.ts'
import { receiveFile } from './imports/receive-file.ts'
import { findExistingEvents } from './matching/catalogue-events.repo.ts'
import { requireProfile } from './profiles/manage-profiles.ts'
import { presentImport, presentRow } from './showing/imports.presenter.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'
import { requireImportOf } from './showing/read-import.ts'
import { readShownRows } from './showing/shown-rows.repo.ts'

interface BatchDeps extends ImportDeps {
  work: Pick<WorkBudget, 'assertBudgetLeft' | 'charge'>
}

/**
 * Mounts the API with which a seller's system sends files and reads their results. A batch is one file, imported like an
 * uploaded one; the API key names its profile.
 */
export function mountInventoryBatches(http: HttpContext, deps: BatchDeps): void {
  void http.app.register(async (app) => {
    acceptFileBodies(app)
    acceptJsonAsStream(app)
    mountRoute({ ...http, app }, inventoryBatchesRoutes.send, async (call) => {
      const inventoryImport = await receiveBatch(deps, call)
      void call.reply.code(202)
      return { data: present(inventoryImport) }
    })
  })

  mountRoute(http, inventoryBatchesRoutes.one, async ({ apiKey, params }) => ({
    data: present(await requireBatch(deps, apiKey, params.import_id)),
  }))

  mountRoute(http, inventoryBatchesRoutes.rows, async ({ apiKey, params, query }) => {
    const { id } = await requireBatch(deps, apiKey, params.import_id)
    const { page, per_page: perPage } = query
    const { rows, total } = await readShownRows(deps.db, id, {
      order: { by: 'line', direction: 'asc' },
      page,
      perPage,
    })
    return {
      data: rows
        .map(presentRow)
        .map(({ line, external_id, action, result, problem, warnings, listing_id }) => ({
          line,
          external_id,
          action,
          result,
          problem,
          warnings,
          listing_id,
        })),
      meta: pageMetaOf(total, page, perPage),
    }
  })
}

async function receiveBatch(
  deps: BatchDeps,
  { apiKey, query, request, idempotencyKey }: Call<typeof inventoryBatchesRoutes.send>,
): Promise<InventoryImport> {
  const { teamId, profileId, keyId } = apiKey
  const eventId = query.event_id ?? null
  if (eventId !== null && !(await findExistingEvents(deps.db, [eventId])).has(eventId))
    throw inventoryImportErrors.make('inventory_import.event_not_found', { title: 'Event not found' })
  const { settings } = await requireProfile(deps.db, teamId, profileId)
  const body = fileOf(request)
  const chunks = isJson(request)
    ? once(await fileOfRows(body, settings, createWorkTurns(deps.work, { request, teamId })))
    : body
  return receiveFile(deps, {
    teamId,
    profileId,
    fileName: query.file_name,
    madeAt: query.made_at === undefined ? undefined : new Date(query.made_at),
    eventId,
    actor: { caller: callerOf(request), teamId },
    chunks,
    source: 'api',
    sourceKey: idempotencyKey === undefined ? undefined : `key:${idempotencyKey}`,
    apiKeyId: keyId,
  })
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

/** A key reads the imports of its own profile only. @throws `inventory_import.not_found` */
async function requireBatch(
  { db }: ImportDeps,
  { teamId, profileId }: AuthenticatedKey,
  importId: string,
): Promise<InventoryImport> {
  const inventoryImport = await requireImportOf(db, teamId, importId)
  if (inventoryImport.profileId !== profileId) throw inventoryImportErrors.make('inventory_import.not_found')
  return inventoryImport
}

function present(inventoryImport: InventoryImport): WireBatch {
  const { counts, ...shown } = presentImport(inventoryImport, { profileName: '', uploadedBy: null })
  return {
    id: shown.id,
    state: shown.state,
    waits_for: shown.waits_for,
    waits_because: shown.waits_for && waitText(shown.waits_for, inventoryImport),
    file_name: shown.file_name,
    file_made_at: shown.file_made_at,
    created_at: shown.created_at,
    rows_read: shown.rows_read,
    counts,
    problem: shown.problem,
    finished_at: shown.finished_at,
  }
}
