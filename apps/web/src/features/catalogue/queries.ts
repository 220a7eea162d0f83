import { catalogueRoutes, type WireMenuOption } from '@terrace/contracts/catalogue'
import { infiniteQueryOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#web/lib/http/api-client.ts'
import { dataKeys } from '#web/lib/data-keys.ts'
import { cacheMenu, readCachedMenu } from './menu/menu-cache.ts'

/** Trending events, most popular first, with the currency of their prices. */
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

/** A venue's plan practically never changes. */
export function seatingPlanQuery(venueId: number) {
  const params = { venue_id: venueId }
  return queryOptions({
    queryKey: [dataKeys.plan, params],
    queryFn: async ({ signal }) => (await call(catalogueRoutes.seatingPlan, { params, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The header menu: shows the cached menu and refetches it (spec §2). */
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
    // The cache's age is unknown, so every page load refetches it.
    ...(cached && { initialData: cached, initialDataUpdatedAt: 0 }),
  })
}

/** Ids of menu targets by type and slug, from the latest response only: a cached menu may have outdated ids. */
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

export interface ContentTarget {
  type: (typeof contentTypes)[number]
  /** Slug, old slug or slugified name. */
  slug: string
  typeId?: number
}

/** Adds the target's id if the menu knows it. */
export function withMenuId(client: QueryClient, target: ContentTarget): ContentTarget {
  if (target.typeId !== undefined) return target
  const typeId = client.getQueryData<Record<string, number>>(menuSlugIdKey)?.[`${target.type}/${target.slug}`]
  return typeId === undefined ? target : { ...target, typeId }
}

/**
 * A category, performer or venue with its upcoming events, page by page; `month` is 'YYYY-MM', or `undefined` for
 * all.
 */
export function contentQuery({ type, slug, typeId }: ContentTarget, month?: string) {
  const params = {
    ...(typeId === undefined ? { type, slug } : { type, type_id: typeId }),
    ...(month !== undefined && { month }),
  }
  return infiniteQueryOptions({
    queryKey: ['get-content-detail', params],
    queryFn: ({ signal, pageParam }) =>
      call(catalogueRoutes.content, { body: { ...params, page: pageParam, per_page: 50 }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.page < meta.last_page ? meta.page + 1 : undefined),
  })
}
