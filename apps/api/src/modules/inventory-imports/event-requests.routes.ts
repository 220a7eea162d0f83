import {
  inventoryEventRequestsRoutes,
  type WireEventRequest,
} from '@terrace/contracts/inventory-event-requests'
import { actorOf } from '#api/audit/actor.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import type { ImportDeps } from './imports/import-deps.ts'
import { readTeamRequests, type EventRequest } from './requests/event-requests.repo.ts'
import { requestEvent } from './requests/event-requests.ts'
import { pageMetaOf } from '#api/http/page-meta.ts'

/** Mounts requests for events that sellers' files name and the catalogue lacks. */
export function mountInventoryEventRequests(http: HttpContext, deps: ImportDeps): void {
  mountRoute(http, inventoryEventRequestsRoutes.list, async ({ account, query }) => {
    const { page, per_page: perPage } = query
    const { requests, total } = await readTeamRequests(deps.db, account.teamId, { page, perPage })
    return { data: requests.map(present), meta: pageMetaOf(total, page, perPage) }
  })

  mountRoute(http, inventoryEventRequestsRoutes.create, async ({ account, params, body, request }) => ({
    data: present(
      await requestEvent(deps, {
        teamId: account.teamId,
        importId: params.import_id,
        key: body.key,
        actor: actorOf(account, request),
      }),
    ),
  }))
}

function present({ named, eventId, eventTitle, ...request }: EventRequest): WireEventRequest {
  return {
    id: request.id,
    import_id: request.importId,
    name: named.name,
    venue: named.venue,
    day: named.day,
    time: named.time,
    foreign_id: request.foreignId,
    state: request.state,
    event: eventId === null ? null : { id: eventId, title: eventTitle ?? '' },
    reason: request.reason,
    requested_by: request.requestedBy,
    created_at: request.createdAt.toISOString(),
    decided_at: request.decidedAt?.toISOString() ?? null,
  }
}
