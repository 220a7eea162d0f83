// Generated from the migrated database by `npm run db:generate`. Do not edit.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

export interface PriceRulesTables {
  price_rules: {
    id: string
    team_id: string
    name: string
    position: number
    version: Generated<number>
    settings: ColumnType<unknown, string, string>
    state: Generated<'off' | 'on' | 'stopped'>
    stopped_reason: string | null
    stopped_at: Date | null
    simulated_version: number | null
    simulated_at: Date | null
    created_at: Generated<Date>
    updated_at: Generated<Date>
    updated_by: string | null
    removed_at: Date | null
  }
  price_rule_teams: {
    team_id: string
    stopped_at: Date | null
    stopped_by: string | null
    next_run_at: Generated<Date>
    last_member_run_at: Date | null
    simulating_until: Date | null
  }
  price_rule_stops: {
    id: Generated<boolean>
    reason: string
    stopped_at: Generated<Date>
  }
  price_rule_runs: {
    id: GeneratedAlways<number>
    team_id: string
    started_at: Generated<Date>
    requested_by: string | null
    last_listing_id: string | null
    checked: Generated<number>
    moved: Generated<number>
    finished_at: Date | null
    failures: Generated<number>
    retry_at: Date | null
  }
  price_rule_listings: {
    listing_id: string
    team_id: string
    rule_id: string
    last_outcome: string | null
    last_signature: string | null
  }
  price_rule_moves: {
    id: GeneratedAlways<number>
    team_id: string
    rule_id: string
    rule_version: number
    run_id: number
    listing_id: string
    at: Generated<Date>
    outcome: 'moved' | 'kept'
    reason: string
    currency: string
    from_minor: number
    to_minor: number | null
    wanted_minor: number | null
    limited_by: Generated<string[]>
    floor_minor: number | null
    lowest_minor: number | null
    compared: Generated<number>
    seen: ColumnType<unknown, string, string>
    answered_listing_id: string | null
    answered_move_id: number | null
  }
  price_rule_simulations: {
    rule_id: string
    position: number
    rule_version: number
    simulated_at: Generated<Date>
    listing_id: string
    outcome: 'moved' | 'kept'
    reason: string
    currency: string
    from_minor: number
    to_minor: number | null
    limited_by: Generated<string[]>
    floor_minor: number | null
    lowest_minor: number | null
    compared: Generated<number>
    other_rule_id: string | null
    has_file_price: Generated<boolean>
  }
}
