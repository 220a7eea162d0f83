import { sql } from 'kysely'
import type { DbOrTx } from '#api/db/transaction.ts'

/** What a rule needs to know of one of its listings. */
export interface RuleListing {
  id: string
  eventId: number
  currency: string
  quantity: number
  sold: number
  faceValueMinor: number | null
  priceMinor: number
  costMinor: number | null
  floorMinor: number | null
  /** When and by what the price was last set, other than by a rule; `null` if not within the last 30 days. */
  setAt: Date | null
  setBy: 'hand' | 'file' | 'operator' | null
  /**
   * The price before the first move by a rule within the last 24 hours, or since `setAt` if that is later; without such a
   * move, the present price. The daily limit is counted from it.
   */
  dayLimitBaseMinor: number
  movesLastHour: number
  /** Files of the team's system decide its price. */
  hasFilePrice: boolean
}

/** The team's listings with these ids that are on sale. */
export async function readRuleListings(
  db: DbOrTx,
  { teamId, ids, now }: { teamId: string; ids: readonly string[]; now: Date },
): Promise<RuleListing[]> {
  const { rows } = await sql<RuleListing>`
    select l.id, l.event_id as "eventId", l.currency, l.quantity, l.sold, l.face_value_minor as "faceValueMinor", l.price_minor as "priceMinor", l.cost_minor as "costMinor", l.floor_minor as "floorMinor",
      other.at as "setAt", other.source as "setBy", coalesce(moves.first_minor, l.price_minor) as "dayLimitBaseMinor",
      moves.last_hour as "movesLastHour", exists (
        select from inventory_listing_sources s
        join inventory_profiles p on p.id = s.profile_id and p.archived_at is null
        join inventory_profile_versions v on v.profile_id = p.id and v.version = p.version
        where s.listing_id = l.id and v.settings -> 'owners' ->> 'price' = 'file') as "hasFilePrice"
    from listings l
    join catalogue_events e on e.id = l.event_id
    left join lateral (
      select c.at, c.source from listing_changes c
      where c.listing_id = l.id and c.source <> 'rule' and c."after" ? 'price_minor' and c.kind <> 'created'
        and c.at > ${now}::timestamptz - interval '30 days'
      order by c.id desc limit 1
    ) other on true
    cross join lateral (
      select (array_agg(m.from_minor order by m.id) filter (where m.at > coalesce(other.at, '-infinity')))[1] as first_minor,
        (count(*) filter (where m.at > ${now}::timestamptz - interval '1 hour'))::integer as last_hour
      from price_rule_moves m
      where m.listing_id = l.id and m.outcome = 'moved' and m.at > ${now}::timestamptz - interval '24 hours'
    ) moves
    where l.id = any(${ids}) and l.seller_team_id = ${teamId} and l.status = 'active' and l.quantity > l.sold
      and event_blocker(e.status, e.starts_at, ${now}) is null
    order by l.id`.execute(db)
  return rows
}

/** A comparable listing, with its price in the currency of the listing that it is compared with. */
export interface SeenPrice {
  listingId: string
  minor: number
  isOutlier: boolean
}

export interface RuleMarket {
  compared: number
  /** Lowest first. */
  seen: SeenPrice[]
}

/** The comparables of this team's listings, by listing id. Listings without comparables are missing. */
export async function readRuleMarket(
  db: DbOrTx,
  { teamId, ids, outlierBp, now }: { teamId: string; ids: readonly string[]; outlierBp: number; now: Date },
): Promise<Map<string, RuleMarket>> {
  const { rows } = await sql<{ id: string; compared: number; seen: [string, number, boolean][] }>`
    select c.listing_id as id, c.compared, c.seen
    from rule_comparables(${ids}, array(select related_teams(${teamId})), ${outlierBp}, ${now}) c`.execute(db)
  return new Map(
    rows.map(({ id, compared, seen }) => [
      id,
      { compared, seen: seen.map(([listingId, minor, isOutlier]) => ({ listingId, minor, isOutlier })) },
    ]),
  )
}
