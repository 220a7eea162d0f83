// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface CatalogueTables {
  currencies: {
    code: string
    id: number
    name: string
  }
  countries: {
    code: string
    name: string
    dial_code: Generated<string>
  }
  exchange_rates: {
    rate_date: string
    currency: string
    rate: string
  }
  categories: {
    id: GeneratedAlways<number>
    parent_id: number | null
    kind: 'sport' | 'genre' | 'competition'
    name: string
    slug: string
    position: Generated<number>
    confirm_ahead_days: number | null
    keywords: Generated<string[]>
    art_pattern: 'pitch' | 'track' | 'court' | 'stage' | 'ice' | 'field' | null
    colours: string[] | null
    is_featured: Generated<boolean>
  }
  competitions: {
    category_id: number
    performer_scope: string
    country_code: string | null
    title_style: 'versus' | 'at' | 'own'
    first_month: Generated<number>
    season_naming: Generated<'start year' | 'both years'>
    is_named_after_venue: Generated<boolean>
    participants: Generated<'home-away' | 'single' | 'festival'>
    duration_minutes: Generated<number>
  }
  competition_names: {
    name_key: string
    category_id: number
  }
  competition_sessions: {
    category_id: number
    name_key: string
    is_event: boolean
    kind: Generated<'race' | 'sprint' | 'qualifying' | 'practice' | 'warm-up' | 'test' | 'ceremony' | 'other'>
  }
  kick_off_names: {
    category_id: number
    weekday: number
    from_time: string
    name: string
  }
  performers: {
    id: GeneratedAlways<number>
    kind: 'team' | 'artist' | 'driver' | 'constructor'
    name: string
    slug: string
    country_code: string | null
    colours: string[] | null
  }
  performer_aliases: {
    scope: string
    name_key: string
    performer_id: number
  }
  rivalry_names: {
    performer_id: number
    rival_id: number
    name: string
  }
  competition_entries: {
    category_id: number
    season: string
    performer_id: number
    role: 'performer' | 'driver' | 'constructor'
    position: Generated<number>
  }
  venues: {
    id: GeneratedAlways<number>
    name: string
    slug: string
    kind: 'bowl' | 'arena' | 'circuit' | 'court' | 'theatre' | 'field'
    city: string
    country_code: string
    timezone: string
    capacity: number
    latitude: number | null
    longitude: number | null
  }
  venue_aliases: {
    name_key: string
    scope: Generated<string>
    venue_id: number
  }
  performer_venues: {
    performer_id: number
    venue_id: number
  }
  seating_plans: {
    venue_id: number
    is_schematic: boolean
    is_from_file: Generated<boolean>
    plan: ColumnType<object, string, string>
    blocks_hash: string | null
  }
  seating_categories: {
    id: GeneratedAlways<number>
    venue_id: number
    name: string
    level: string
    rank: number
  }
  section_names: {
    venue_id: number
    name_key: string
    name: string
    block_id: string
  }
  seasons: {
    id: GeneratedAlways<number>
    category_id: number
    name: string
    shift_weeks: Generated<number>
    shift_decided_at: Date | null
  }
  catalogue_events: {
    id: GeneratedAlways<number>
    source_key: string
    title: string
    slug: string
    category_id: number
    season_id: number | null
    venue_id: number
    round: string | null
    source_local_at: string
    first_source_local_at: string | null
    local_at: string
    shift_weeks: Generated<number>
    timezone: string
    starts_at: Date
    date_confirmed: boolean
    time_confirmed: boolean
    time_known: Generated<boolean>
    status: 'scheduled' | 'postponed' | 'rescheduled' | 'cancelled'
    created_at: Generated<Date>
    updated_at: Generated<Date>
    import_run_id: number | null
    revision: Generated<number>
  }
  events: Omit<CatalogueTables['catalogue_events'], 'import_run_id'>
  event_performers: {
    event_id: number
    performer_id: number
    role: 'home' | 'away' | 'performer' | 'driver' | 'constructor'
    position: Generated<number>
    opponent_id: number | null
  }
  event_stats: {
    event_id: number
    min_price_minor: number | null
    min_price_currency: string | null
    ticket_count: Generated<number>
    listing_count: Generated<number>
    demand: Generated<number>
    trend_score: Generated<number>
    first_listed_at: Date | null
    updated_at: Generated<Date>
    priced_at: Date | null
  }
  counted_listings: {
    listing_id: string
    event_id: number
    available: number
    price_minor: number
    currency: string
  }
  event_aliases: {
    competition: string
    name_key: string
    title: string
  }
  nicknames: {
    type: 'category' | 'performer' | 'venue'
    type_id: number
    name: string
  }
  place_names: {
    kind: 'city' | 'country'
    place_key: string
    name: string
  }
  old_slugs: {
    type: 'category' | 'performer' | 'venue'
    slug: string
    type_id: number
    retired_at: Generated<Date>
  }
  recent_views: {
    account_id: string
    event_id: number
    viewed_at: Date
  }
  menu_overrides: {
    type: 'category' | 'performer' | 'venue' | 'event'
    type_id: number
    title: string | null
    position: number | null
    is_hidden: Generated<boolean>
    is_placed: Generated<boolean>
    parent_category_id: number | null
  }
  banners: {
    id: GeneratedAlways<number>
    title: string
    text: Generated<string>
    type: 'category' | 'performer' | 'venue' | 'event'
    type_id: number
    position: Generated<number>
    created_at: Generated<Date>
  }
}
