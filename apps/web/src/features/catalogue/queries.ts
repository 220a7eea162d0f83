import { catalogueRoutes, type WireMenuOption } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { cacheMenu, readCachedMenu } from './menu-cache.ts'

/** What is wanted most of late, the hottest first, and in which currency the prices are. */
export function hotEventsQuery() {
  return queryOptions({
    queryKey: [catalogueRoutes.hotEvents.name],
    queryFn: ({ signal }) => call(catalogueRoutes.hotEvents, { body: {}, signal }),
  })
}

export function eventQuery(id: number) {
  const params = { event_id: id }
  return queryOptions({
    queryKey: [catalogueRoutes.event.name, params],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.event, { params, signal })).data,
  })
}

/** A venue's plan changes with the building, not with the hour. */
export function seatingPlanQuery(venueId: number) {
  const params = { venue_id: venueId }
  return queryOptions({
    queryKey: [dataKeys.plan, params],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.seatingPlan, { params, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The header's menu: at once as it was last loaded, and renewed behind it (spec §2). */
export function headerMenuQuery() {
  const cached = readCachedMenu()
  return queryOptions({
    queryKey: ['header-menu'],
    queryFn: async ({ client, signal }) => {
      const { data } = await call(catalogueRoutes.menu, { signal })
      const options = data['{product}_menu']
      cacheMenu(options)
      client.setQueryData(menuSlugIdKey, menuSlugIds(options))
      return options
    },
    staleTime: 600_000,
    // Of unknown age, so that it is asked for again on every load of the page.
    ...(cached && { initialData: cached, initialDataUpdatedAt: 0 }),
  })
}

/** Numbers of the menu's things by type and slug, as the server has just told them: an old menu may have old numbers. */
const menuSlugIdKey = ['menu-slug-id']

function menuSlugIds(options: readonly WireMenuOption[]): Record<string, number> {
  return Object.fromEntries(
    options.flatMap((option) => [
      [`${option.type}/${option.slug}`, option.type_id],
      ...Object.entries(menuSlugIds(option.sub_menu)),
    ]),
  )
}

export const contentTypes = ['category', 'performer', 'venue'] as const

export interface ContentAddress {
  type: (typeof contentTypes)[number]
  /** Slug, old slug or slugified name. */
  slug: string
  typeId?: number
}

/** The address with the number of what it names, where the menu knows it. */
export function withMenuId(client: QueryClient, address: ContentAddress): ContentAddress {
  if (address.typeId !== undefined) return address
  const known =
    client.getQueryData<Record<string, number>>(menuSlugIdKey)?.[`${address.type}/${address.slug}`]
  return known === undefined ? address : { ...address, typeId: known }
}

/** A category, team, artist or venue, and its events to come a page at a time; `month` is 'YYYY-MM', or none for all. */
export function contentQuery({ type, slug, typeId }: ContentAddress, month?: string) {
  const wanted = {
    ...(typeId === undefined ? { type, slug } : { type, type_id: typeId }),
    ...(month !== undefined && { month }),
  }
  return infiniteQueryOptions({
    queryKey: ['get-content-detail', wanted],
    queryFn: ({ signal, pageParam }) =>
      call(catalogueRoutes.content, { body: { ...wanted, page: pageParam, per_page: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}
