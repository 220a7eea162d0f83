import { savedSearchesRoutes } from '@terrace/contracts/saved-searches'
import type { Db } from '#api/db/client.ts'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { createSavedSearchMatcher, type EventCache, type Rates } from '#api/modules/listings/index.ts'
import type { OutboxTail } from '#api/outbox/tail-outbox.ts'
import type { Clock } from '#api/shared/clock.ts'
import type { Ids } from '#api/shared/ids.ts'
import { createSavedSearchSubscriber } from './match-searches.ts'
import { changeSearch, saveSearch } from './save-search.ts'
import type { SavedSearch } from './saved-search.ts'
import { savedSearchErrors } from './saved-searches.errors.ts'
import { presentSavedSearch } from './saved-searches.presenter.ts'
import { deleteSearch, readSavedSearches } from './saved-searches.repo.ts'

interface SavedSearchDeps {
  db: Db
  clock: Clock
  ids: Ids
  eventCache: EventCache
  rates: Rates
  outbox: Pick<OutboxTail, 'subscribe' | 'wake'>
  config: { serviceFeeBp: number }
}

/** Mounts the routes and, as every module does, subscribes to the events that it reacts to. */
export function mountSavedSearches(http: HttpContext, deps: SavedSearchDeps): void {
  const { db, clock, outbox, config } = deps
  const present = (search: SavedSearch) =>
    presentSavedSearch(search, { now: clock.now(), feeBp: config.serviceFeeBp })
  const matcher = createSavedSearchMatcher(deps)
  outbox.subscribe(createSavedSearchSubscriber({ ...deps, matcher }))

  mountRoute(http, savedSearchesRoutes.list, async ({ account }) => {
    return { data: (await readSavedSearches(db, account)).map(present) }
  })

  mountRoute(http, savedSearchesRoutes.save, async ({ body, account }) => {
    const { event_id: eventId, live: isNotified, mail: isEmailed, name, filter } = body
    const saved = await saveSearch(
      { ...deps, matcher },
      { owner: account, eventId, name, filter, isNotified, isEmailed },
    )
    outbox.wake()
    return { data: present(saved) }
  })

  mountRoute(http, savedSearchesRoutes.change, async ({ params, body, account }) => {
    const { name, live: isNotified, mail: isEmailed } = body
    const saved = await changeSearch(deps, account, params.search_id, { name, isNotified, isEmailed })
    outbox.wake()
    return { data: present(saved) }
  })

  mountRoute(http, savedSearchesRoutes.remove, async ({ params, account }) => {
    const removed = await deleteSearch(db, account, params.search_id)
    if (removed === 0) throw savedSearchErrors.make('saved_search.not_found')
    return { data: { removed } }
  })
}
