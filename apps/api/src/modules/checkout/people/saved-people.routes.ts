import { savedPeopleRoutes, type WireSavedPerson } from '@terrace/contracts/saved-people'
import { mountRoute, type HttpContext } from '#api/http/mount-route.ts'
import { savePeople, type SavedPeopleDeps } from './save-people.ts'
import { savedPeopleErrors } from './saved-people.errors.ts'
import {
  deleteSavedPerson,
  readSavedPeople,
  touchSavedPerson,
  type SavedPerson,
} from './saved-people.repo.ts'

/** Mounts the people that a team reuses as attendees. */
export function mountSavedPeople(http: HttpContext, deps: SavedPeopleDeps): void {
  const { db, clock, fieldCipher } = deps

  mountRoute(http, savedPeopleRoutes.list, async ({ account }) => ({
    data: (await readSavedPeople(db, fieldCipher, account.teamId)).map(presentPerson),
  }))

  mountRoute(http, savedPeopleRoutes.save, async ({ body, account }) => ({
    data: (await savePeople(deps, account.teamId, body.people)).map(presentPerson),
  }))

  mountRoute(http, savedPeopleRoutes.markUsed, async ({ params, account }) => {
    const isKnown = await touchSavedPerson(db, {
      teamId: account.teamId,
      id: params.person_id,
      now: clock.now(),
    })
    if (!isKnown) throw savedPeopleErrors.make('saved_people.not_found')
    return { data: { status: true } }
  })

  mountRoute(http, savedPeopleRoutes.remove, async ({ params, account }) => {
    const wasKnown = await deleteSavedPerson(db, { teamId: account.teamId, id: params.person_id })
    if (!wasKnown) throw savedPeopleErrors.make('saved_people.not_found')
    return { data: { status: true } }
  })
}

function presentPerson({ id, details, lastUsedAt }: SavedPerson): WireSavedPerson {
  return { id, ...details, last_used_at: lastUsedAt.toISOString() }
}
