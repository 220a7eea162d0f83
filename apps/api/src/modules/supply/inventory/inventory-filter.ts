import type { InventoryFilter } from '@terrace/contracts/inventory'
import { sql, type RawBuilder } from 'kysely'
import { holdIsOpen } from '#api/db/predicates.ts'

/** Listings of one team, as its inventory shows them at a time. */
export interface InventorySelection {
  teamId: string
  filter: Partial<InventoryFilter>
  now: Date
  /** Listings to leave out. */
  except?: readonly string[]
}

/** `l`: listings, `e`: events, `v`: venues, `held`: {@link heldByListing}. */
export function inventorySource(selection: InventorySelection): RawBuilder<unknown> {
  return sql`listings l
    join events e on e.id = l.event_id
    join venues v on v.id = e.venue_id
    left join (${heldByListing(selection.now)}) held on held.listing_id = l.id
    where ${sql.join(conditions(selection), sql` and `)}`
}

/** Tickets in open holds, of every listing that has any. */
export function heldByListing(now: Date): RawBuilder<unknown> {
  return sql`select h.listing_id, sum(h.quantity)::integer as tickets from holds h
    where ${holdIsOpen('h', now)} group by h.listing_id`
}

/** `published`, `unpublished` or `sold_out`, of the listing `l`. */
export const inventoryStatus = sql<string>`case when l.sold >= l.quantity then 'sold_out'
  when l.status = 'active' then 'published' else 'unpublished' end`

/** Whether the team's listing `l`, of the event `e` and the venue `v`, is selected. Not for the filter `has_holds`. */
export function isSelected(selection: InventorySelection): RawBuilder<boolean> {
  return sql`(${sql.join(conditions(selection), sql` and `)})`
}

function conditions({ teamId, filter, now, except }: InventorySelection): RawBuilder<boolean>[] {
  const found: RawBuilder<boolean>[] = [sql`l.seller_team_id = ${teamId}`]
  const oneOf = (column: string, values: readonly unknown[] | undefined) => {
    if (values) found.push(sql`${sql.ref(column)} = any(${values})`)
  }
  const events = filter.events ?? 'upcoming'
  if (events === 'upcoming') found.push(sql`e.starts_at > ${now}`)
  if (events === 'past') found.push(sql`e.starts_at <= ${now}`)
  oneOf('l.id', filter['listing_id[]'])
  oneOf('l.event_id', filter['event_id[]'])
  oneOf('l.section', filter['section[]'])
  oneOf('l.ticket_type', filter['ticket_types[]'])
  if (filter['tag[]']) found.push(sql`l.tags && ${filter['tag[]']}::text[]`)
  if (filter['performer_id[]']) {
    found.push(sql`l.event_id in (
      select p.event_id from event_performers p where p.performer_id = any(${filter['performer_id[]']}))`)
  }
  if (filter['competition_id[]']) {
    found.push(sql`e.category_id in (
      with recursive chosen as (
        select c.id from categories c where c.id = any(${filter['competition_id[]']})
        union select c.id from categories c join chosen on c.parent_id = chosen.id
      ) select id from chosen)`)
  }
  if (filter['status[]']) found.push(sql`${inventoryStatus} = any(${filter['status[]']})`)
  if (filter.has_holds) found.push(sql`held.tickets > 0`)
  if (filter.in_hand_from !== undefined) found.push(sql`l.in_hand_date >= ${filter.in_hand_from}::date`)
  if (filter.in_hand_to !== undefined) found.push(sql`l.in_hand_date <= ${filter.in_hand_to}::date`)
  if (filter.event_from !== undefined) found.push(sql`e.local_at >= ${filter.event_from}::date`)
  if (filter.event_to !== undefined) found.push(sql`e.local_at < ${filter.event_to}::date + 1`)
  if (except && except.length > 0) found.push(sql`l.id <> all(${except})`)
  for (const word of (filter.search ?? '').split(/\s+/).filter(Boolean)) {
    const pattern = `%${word.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`
    // Names of events are compared once per event, not once per listing.
    found.push(sql`(
      l.event_id in (
        select named.id from events named join venues place on place.id = named.venue_id
        where named.id in (select own.event_id from listings own where own.seller_team_id = ${teamId})
          and concat_ws(' ', named.title, place.name) ilike ${pattern})
      or concat_ws(' ', l.section, l."row", l.external_id, array_to_string(l.tags, ' ')) ilike ${pattern})`)
  }
  return found
}
