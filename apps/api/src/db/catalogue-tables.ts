import type { EventStatus } from '@terrace/domain/event-status'
import type { VenueKind } from '@terrace/domain/seating-plan'
import type { Generated } from 'kysely'
import type { Defaulted, Json, Stamp } from './column-types.ts'

interface CurrenciesTable {
  code: string
  id: number
  name: string
  exponent: number
  symbol: string
}

interface CountriesTable {
  code: string
  name: string
  dial_code: Defaulted<string>
}

interface ExchangeRatesTable {
  rate_date: string
  currency: string
  rate: string
}

interface CategoriesTable {
  id: Generated<number>
  parent_id: number | null
  kind: 'sport' | 'genre' | 'competition'
  name: string
  slug: string
  position: Defaulted<number>
}

interface PerformersTable {
  id: Generated<number>
  kind: 'team' | 'artist' | 'driver'
  name: string
  slug: string
  country_code: string | null
}

interface PerformerAliasesTable {
  scope: string
  name_key: string
  performer_id: number
}

interface VenuesTable {
  id: Generated<number>
  name: string
  slug: string
  kind: VenueKind
  city: string
  country_code: string
  timezone: string
  capacity: number
  latitude: number | null
  longitude: number | null
}

interface VenueAliasesTable {
  name_key: string
  scope: Defaulted<string>
  venue_id: number
}

interface PerformerVenuesTable {
  performer_id: number
  venue_id: number
}

interface SeatingPlansTable {
  venue_id: number
  is_schematic: boolean
  is_from_file: Defaulted<boolean>
  plan: Json<object>
}

interface SectionNamesTable {
  venue_id: number
  name_key: string
  name: string
  block_id: string
}

interface SeatingCategoriesTable {
  id: Generated<number>
  venue_id: number
  name: string
  level: string
  rank: number
}

interface SeasonsTable {
  id: Generated<number>
  category_id: number
  name: string
  shift_weeks: Defaulted<number>
  shift_decided_at: Date | null
}

interface EventsTable {
  id: Generated<number>
  source_key: string
  title: string
  slug: string
  category_id: number
  season_id: number | null
  venue_id: number
  round: string | null
  source_local_at: string
  local_at: string
  timezone: string
  starts_at: Date
  date_confirmed: boolean
  time_confirmed: boolean
  status: EventStatus
  created_at: Stamp
  updated_at: Stamp
}

interface EventPerformersTable {
  event_id: number
  performer_id: number
  role: 'home' | 'away' | 'performer' | 'driver'
  position: Defaulted<number>
}

interface EventStatsTable {
  event_id: number
  min_price_minor: number | null
  min_price_currency: string | null
  ticket_count: Defaulted<number>
  listing_count: Defaulted<number>
  demand: Defaulted<number>
  heat: Defaulted<number>
  first_listed_at: Defaulted<Date | null>
  updated_at: Stamp
}

interface SearchRecordsTable {
  index_name: string
  object_id: string
  body: Json<object> | null
}

interface SearchIndexesTable {
  index_name: string
  settings: Defaulted<Json<Record<string, unknown>>>
}

/** The tables of events, who plays where, and what money is worth. */
export interface CatalogueTables {
  search_records: SearchRecordsTable
  search_indexes: SearchIndexesTable
  currencies: CurrenciesTable
  countries: CountriesTable
  exchange_rates: ExchangeRatesTable
  categories: CategoriesTable
  performers: PerformersTable
  performer_aliases: PerformerAliasesTable
  venues: VenuesTable
  venue_aliases: VenueAliasesTable
  performer_venues: PerformerVenuesTable
  seating_plans: SeatingPlansTable
  seating_categories: SeatingCategoriesTable
  section_names: SectionNamesTable
  seasons: SeasonsTable
  events: EventsTable
  event_performers: EventPerformersTable
  event_stats: EventStatsTable
}
