import { z } from 'zod/mini'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'

const importId = z.string().check(z.regex(/^imp_[0-9A-Za-z_-]{1,60}$/, 'must be an import id'))

/** `answered`: the event exists now, and rows that name it are no longer held. `declined`: `reason` says why. */
export const eventRequestStates = ['open', 'answered', 'declined'] as const

export const wireEventRequest = z.object({
  id: z.string(),
  import_id: importId,
  /** As the file names the event. */
  name: z.string(),
  venue: z.string(),
  day: z.nullable(z.string()),
  time: z.nullable(z.string()),
  foreign_id: z.nullable(z.string()),
  state: z.enum(eventRequestStates),
  event: z.nullable(z.object({ id: z.int(), title: z.string() })),
  /** The operator's words, for requests that were declined. */
  reason: z.nullable(z.string()),
  /** Full name; `null` once the account is erased. */
  requested_by: z.nullable(z.string()),
  created_at: z.iso.datetime(),
  decided_at: z.nullable(z.iso.datetime()),
})
export type WireEventRequest = z.output<typeof wireEventRequest>

/** Events that a seller's files name and the catalogue lacks. The operator names the event, or declines. */
export const inventoryEventRequestsRoutes = {
  list: defineRoute({
    name: 'inventory-event-requests.list',
    method: 'GET',
    path: '/{product}/inventory/event-requests',
    auth: 'seller',
    permission: 'view',
    query: z.strictObject(pageQuery(50)),
    response: z.object({ data: z.array(wireEventRequest), meta: pageMeta }),
    errors: [],
  }),
  /** Requests the event of held rows. Repeating it returns the open request. */
  create: defineRoute({
    name: 'inventory-event-requests.create',
    method: 'POST',
    path: '/{product}/inventory/imports/:import_id/event-requests',
    auth: 'seller',
    permission: 'list',
    params: z.object({ import_id: importId }),
    /** The `key` of a held event. */
    body: z.strictObject({ key: z.string().check(z.maxLength(2000)) }),
    response: z.object({ data: wireEventRequest }),
    errors: [
      'inventory_import.not_found',
      'inventory_import.event_not_found',
      'inventory_import.event_known',
      'inventory_import.too_many_requests',
    ],
    perMinute: 60,
  }),
}
