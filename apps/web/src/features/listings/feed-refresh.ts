import type { QueryClient } from '@tanstack/react-query'
import type { FeedResponse, WireListing } from '@terrace/contracts/listings'
import { withChanges, type ChangedFeed } from './feed-changes.ts'
import type { FeedFilter } from './feed-filter.ts'
import { askFitting, askListings, feedQuery, totalsQuery } from './queries.ts'

/** A version that was told with a listing's name; null where only something is known to have happened to it. */
export type Told = number | null

interface Wanted {
  told: ReadonlyMap<string, Told>
  filter: FeedFilter
  /** Whether the filter leaves anything out, so that not every new listing belongs into the list. */
  isNarrowed: boolean
}

interface Refreshed extends Pick<ChangedFeed, 'marks' | 'gone'> {
  /** What was answered by a process that has not heard yet: to be asked again. */
  behind: [string, Told][]
}

/**
 * Asks again for those of the told listings that are not yet known in that version, and puts them into the loaded pages:
 * one call, or a second one for those that are not loaded and that a filter may leave out. Null where nothing is loaded
 * that could be old, or where it could not be asked; then what is loaded is asked for again.
 */
export async function refreshListings(queryClient: QueryClient, wanted: Wanted): Promise<Refreshed | null> {
  const { told, filter, isNarrowed } = wanted
  const { queryKey } = feedQuery(filter)
  const loaded = await settled(queryClient, filter)
  const currency = loaded?.pages[0]?.meta.currency
  if (loaded === undefined || currency === undefined) return null
  const versions = new Map(loaded.pages.flatMap(({ data }) => data.map(({ id, version }) => [id, version])))
  const asked = [...told].flatMap(([id, version]) => {
    const known = versions.get(id)
    return known !== undefined && (version === null || known < version) ? id : []
  })
  const unloaded = [...told.keys()].filter((id) => !versions.has(id))
  const subject = { teamIds: filter['team_id[]'] ?? [], currency }
  const [plain, fitting] = isNarrowed ? [asked, unloaded] : [[...asked, ...unloaded], []]
  const answers = await answersOf([
    plain.length > 0 && askListings(plain, subject),
    fitting.length > 0 && askFitting(fitting, filter),
  ])
  if (answers === null) {
    await queryClient.invalidateQueries({ queryKey, exact: true })
    return null
  }
  const found = answers
    .flatMap(({ data }) => data)
    .filter(({ event_id: eventId }) => eventId === filter.event_id)
  const mine = answers[0]?.meta.mine
  // A page may have begun to come in the meantime, and would write over what is written now.
  const present = await settled(queryClient, filter)
  if (present === undefined) return null
  const come = found.filter(({ id }) => !versions.has(id))
  const held = new Set(mine?.held.map(({ listing_id: id }) => id))
  const { pages, marks, gone } = withChanges(present.pages, { asked, found, come, held }, filter)
  // Known together with the listings, so that what is used up stands there as held from the first.
  if (mine) queryClient.setQueryData(totalsQuery(filter).queryKey, (known) => known && { ...known, mine })
  queryClient.setQueryData(queryKey, { ...present, pages })
  return { marks, gone, behind: behindOf(found, told) }
}

/** The answers of the calls that were made; null where one of them failed, or was lost on its way. */
async function answersOf(calls: readonly (Promise<FeedResponse | null> | false)[]) {
  try {
    const answers = await Promise.all(calls.filter((call) => call !== false))
    const present = answers.filter((answer) => answer !== null)
    return present.length === answers.length ? present : null
  } catch (error) {
    console.error('The feed failed:', error)
    return null
  }
}

function behindOf(found: readonly WireListing[], told: ReadonlyMap<string, Told>): [string, Told][] {
  return found.flatMap(({ id, version }): [string, Told][] => {
    const expected = told.get(id) ?? null
    return expected !== null && version < expected ? [[id, expected]] : []
  })
}

/** The loaded pages, once none of them is on its way. */
async function settled(queryClient: QueryClient, filter: FeedFilter) {
  const { queryKey } = feedQuery(filter)
  while (queryClient.isFetching({ queryKey, exact: true }) > 0) {
    await new Promise((resume) => {
      setTimeout(resume, 50)
    })
  }
  return queryClient.getQueryData(queryKey)
}
