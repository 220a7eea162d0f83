import { inventoryOrders, type inventoryFilter, type inventoryRoutes } from '@terrace/contracts/inventory'
import { inventoryStatuses } from '@terrace/contracts/inventory-row'
import type { QueryInputOf } from '@terrace/contracts/route'
import { deliveryTypes } from '@terrace/domain/tickets/delivery-types'
import { isDay } from '@terrace/domain/time/dates'
import type { z } from 'zod/mini'
import { parseFilterText } from '#web/lib/url/filter-text.ts'
import type { TableSort } from '#web/ui/data-table/table-column.ts'

/** What the list and a bulk edit select by, as sent to the server. */
export type InventoryFilterQuery = z.input<typeof inventoryFilter>
export type InventoryListQuery = QueryInputOf<typeof inventoryRoutes.list>

export const marketChoices = ['lowest', 'not_lowest', 'alone'] as const
export const eventTimes = ['upcoming', 'past', 'all'] as const

/** Filters of the inventory. `''` and `null` do not filter. */
export interface InventoryFilter {
  search: string
  eventId: number | null
  competitionId: number | null
  performerId: number | null
  section: string
  tag: string
  delivery: (typeof deliveryTypes)[number] | null
  status: (typeof inventoryStatuses)[number] | null
  market: (typeof marketChoices)[number] | null
  hasHolds: boolean
  events: (typeof eventTimes)[number]
  /** `YYYY-MM-DD`; both are set or neither. */
  inHandFrom: string
  inHandTo: string
  eventFrom: string
  eventTo: string
  /** Whether the listings of an event are below its totals. */
  isGrouped: boolean
}

/** The URL search parameters of the filters. */
export const inventoryFilterKeys = [
  'q',
  'event',
  'competition',
  'performer',
  'section',
  'tag',
  'delivery',
  'status',
  'market',
  'holds',
  'events',
  'inHandFrom',
  'inHandTo',
  'eventFrom',
  'eventTo',
  'group',
] as const

type InventoryParams = { [Key in (typeof inventoryFilterKeys)[number]]?: string | undefined }

/** Parses URL search parameters. Invalid values are ignored. */
export function parseInventoryFilter(params: InventoryParams): InventoryFilter {
  const [inHandFrom, inHandTo] = parseDays(params.inHandFrom, params.inHandTo)
  const [eventFrom, eventTo] = parseDays(params.eventFrom, params.eventTo)
  return {
    search: parseFilterText(params.q),
    eventId: parseId(params.event),
    competitionId: parseId(params.competition),
    performerId: parseId(params.performer),
    section: parseFilterText(params.section),
    tag: parseFilterText(params.tag).slice(0, 40),
    delivery: deliveryTypes.find((known) => known === params.delivery) ?? null,
    status: inventoryStatuses.find((known) => known === params.status) ?? null,
    market: marketChoices.find((known) => known === params.market) ?? null,
    hasHolds: params.holds === 'yes',
    events: eventTimes.find((known) => known === params.events) ?? 'upcoming',
    inHandFrom,
    inHandTo,
    eventFrom,
    eventTo,
    isGrouped: params.group !== 'none',
  }
}

function parseDays(from = '', to = ''): [string, string] {
  return isDay(from) && isDay(to) && from <= to ? [from, to] : ['', '']
}

function parseId(text = ''): number | null {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null
}

/** URL search parameters of a filter, without defaults. */
export function inventoryFilterParams(filter: InventoryFilter): InventoryParams {
  return {
    q: filter.search || undefined,
    event: filter.eventId?.toString(),
    competition: filter.competitionId?.toString(),
    performer: filter.performerId?.toString(),
    section: filter.section || undefined,
    tag: filter.tag || undefined,
    delivery: filter.delivery ?? undefined,
    status: filter.status ?? undefined,
    market: filter.market ?? undefined,
    holds: filter.hasHolds ? 'yes' : undefined,
    events: filter.events === 'upcoming' ? undefined : filter.events,
    inHandFrom: filter.inHandFrom || undefined,
    inHandTo: filter.inHandTo || undefined,
    eventFrom: filter.eventFrom || undefined,
    eventTo: filter.eventTo || undefined,
    group: filter.isGrouped ? undefined : 'none',
  }
}

/** The filter as the server takes it, without defaults. */
export function toFilterQuery(filter: InventoryFilter): InventoryFilterQuery {
  return {
    ...(filter.search !== '' && { search: filter.search }),
    ...(filter.eventId !== null && { 'event_id[]': [filter.eventId] }),
    ...(filter.competitionId !== null && { 'competition_id[]': [filter.competitionId] }),
    ...(filter.performerId !== null && { 'performer_id[]': [filter.performerId] }),
    ...(filter.section !== '' && { 'section[]': [filter.section] }),
    ...(filter.tag !== '' && { 'tag[]': [filter.tag] }),
    ...(filter.delivery !== null && { 'ticket_types[]': [filter.delivery] }),
    ...(filter.status !== null && { 'status[]': [filter.status] }),
    ...(filter.market !== null && { market: filter.market }),
    ...(filter.hasHolds && { has_holds: '1' as const }),
    ...(filter.events !== 'upcoming' && { events: filter.events }),
    ...(filter.inHandFrom !== '' && { in_hand_from: filter.inHandFrom }),
    ...(filter.inHandTo !== '' && { in_hand_to: filter.inHandTo }),
    ...(filter.eventFrom !== '' && { event_from: filter.eventFrom }),
    ...(filter.eventTo !== '' && { event_to: filter.eventTo }),
  }
}

/** The filter, sort and grouping of the list; the server pages it. */
export function toListQuery(filter: InventoryFilter, sort: TableSort | null): InventoryListQuery {
  const by = inventoryOrders.find((order) => order === sort?.by)
  return {
    ...toFilterQuery(filter),
    ...(by !== undefined && sort !== null && { order_by: by, sort_order: sort.direction }),
    ...(filter.isGrouped && { group_by: 'event' as const }),
  }
}

/** Whether anything is filtered out; upcoming events are where a seller starts. */
export function isFiltered(filter: InventoryFilter): boolean {
  return Object.keys(toFilterQuery(filter)).length > 0
}

export const emptyInventoryFilter: InventoryFilter = parseInventoryFilter({})
