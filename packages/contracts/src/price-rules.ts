import { keptReasons, priceLimits } from '@terrace/domain/pricing/plan-price'
import { z } from 'zod/mini'
import { inventoryFilterFields } from './inventory.ts'
import { listingId } from './listings.ts'
import { pageMeta, pageQuery } from './paging.ts'
import { defineRoute } from './route.ts'
import { visibleLine } from './visible-text.ts'
import { amountInput, wireMoney } from './wire-money.ts'

/** The maximum number of rules of a team. */
export const maxPriceRules = 50
/** The maximum number of listings in a simulation. */
export const maxSimulatedListings = 50_000
/** A rule can be switched on for this long after the simulation of its version. */
export const simulationHours = 24
/** A team's rules run every so many minutes. */
export const ruleRunMinutes = 15
/** Members can start a run so many seconds after the last one that a member started. */
export const memberRunSeconds = 60

export const priceRuleId = z.string().check(z.regex(/^prl_[0-9A-Za-z_-]{1,60}$/, 'must be a rule id'))

const amount = z.pipe(amountInput, z.string().check(z.maxLength(15, 'must be below a trillion')))
const percent = z
  .string()
  .check(z.regex(/^\d{1,3}(\.\d{1,2})?$/, 'must be a percentage with at most two decimals, such as "2.5"'))
const wholeNumber = (least: number, most: number) =>
  z
    .int({ error: `must be a whole number from ${least} to ${most}` })
    .check(z.gte(least, `must be at least ${least}`), z.lte(most, `must be at most ${most}`))

const {
  events: _events,
  market: _market,
  has_holds: _holds,
  'status[]': _status,
  ...scope
} = inventoryFilterFields

/** The team's own listings that the rule prices: of upcoming events, on sale, and as the inventory filters them. */
export const ruleScope = z.strictObject(scope)
export type RuleScope = z.output<typeof ruleScope>

/** What a rule does. Amounts are per ticket, in each listing's own currency. */
export const ruleSettings = z.strictObject({
  filter: ruleScope,
  strategy: z.discriminatedUnion(
    'by',
    [
      z.strictObject({ by: z.literal('match') }),
      z.strictObject({ by: z.literal('undercut'), amount }),
      z.strictObject({
        by: z.literal('undercut_percent'),
        percent: percent.check(z.refine((text) => Number(text) < 100, 'must be below 100')),
      }),
    ],
    { error: 'must be match, undercut or undercut_percent' },
  ),
  /** The comparable that the rule follows. 1: the lowest; 2: the second lowest. */
  place: z._default(wholeNumber(1, 10), 1),
  /**
   * Percentage on top of the cost; negative to sell at a loss. The rule sets no price below the cost with this margin or
   * below the listing's floor, and leaves listings without cost and floor as they are.
   */
  margin_percent: z.string().check(
    z.regex(/^-?\d{1,3}(\.\d{1,2})?$/, 'must be a percentage with at most two decimals, such as "10"'),
    z.refine((text) => Number(text) > -100, 'must be above -100'),
  ),
  ceiling: z._default(z.nullable(amount), null),
  /** Prices are multiples of it. */
  round_to: z._default(z.nullable(amount), null),
  max_percent_per_day: z._default(wholeNumber(1, 100), 8),
  max_changes_per_hour: z._default(wholeNumber(1, 4), 2),
  /** Whether the rule also raises prices when the market rises. */
  follows_up: z._default(z.boolean(), false),
  /** With fewer comparables, prices stay. Each other seller counts once, with its lowest listing. */
  min_comparables: z._default(wholeNumber(1, 50), 3),
  /** Prices that differ more from the median of three or more comparables are ignored. */
  outlier_percent: z._default(wholeNumber(10, 90), 50),
  /** For so many hours, the rule does not change a price that a member has set by hand. */
  respects_hand_hours: z._default(wholeNumber(0, 720), 24),
})
export type RuleSettings = z.output<typeof ruleSettings>

/** The margin belongs to `money`. */
const wireRuleSettings = z.extend(ruleSettings, { margin_percent: z.optional(z.string()) })
export type WireRuleSettings = z.output<typeof wireRuleSettings>

const maxSearchWords = 8

/** Every word is compared with every listing, and the rules of a team are computed together. */
const ruleSettingsInput = ruleSettings.check(
  z.refine(({ filter: { search = '' } }) => search.split(/\s+/).length <= maxSearchWords, {
    path: ['filter', 'search'],
    error: `must have at most ${maxSearchWords} words`,
  }),
)

const ruleName = z
  .string()
  .check(visibleLine(), z.minLength(1, 'must not be empty'), z.maxLength(80, 'must be at most 80 characters'))
const version = z.int({ error: 'must be the version that was edited' })

export const ruleStates = ['off', 'on', 'stopped'] as const
/** After a loop, when rules kept reacting to each other's moves, rules leave its listings alone for this many hours. */
export const loopPauseHours = 6

/** `loop`: the rule and rules of several other sellers kept reacting to each other. */
export const stopReasons = ['loop'] as const

export const wirePriceRule = z.object({
  id: priceRuleId,
  name: z.string(),
  /** Grows with every saved change of the settings or the name. */
  version: z.int(),
  settings: wireRuleSettings,
  state: z.enum(ruleStates),
  stopped: z.nullable(z.object({ reason: z.enum(stopReasons), at: z.iso.datetime() })),
  /** Listings that the filter selects, and those of them that no earlier rule covers. */
  matched: z.int(),
  covered: z.int(),
  moves_today: z.int(),
  last_move_at: z.nullable(z.iso.datetime()),
  /** The last simulation. `is_current`: of this version and not too old, so that the rule can be switched on. */
  simulation: z.nullable(z.object({ version: z.int(), at: z.iso.datetime(), is_current: z.boolean() })),
  updated_at: z.iso.datetime(),
  updated_by: z.nullable(z.string()),
})
export type WirePriceRule = z.output<typeof wirePriceRule>

/**
 * Why a price moved or stays. `keptReasons` are those of the rule itself. `other_rule`: an earlier rule covers the listing.
 * `loop`: rules reacted to each other. `resale_refused`: a rule of the marketplace, such as a price cap, forbids the new
 * price. `over_limit`: it would exceed the seller's limits.
 */
export const moveReasons = [
  'moved',
  ...keptReasons,
  'other_rule',
  'loop',
  'price_invalid',
  'resale_refused',
  'over_limit',
] as const
export type MoveReason = (typeof moveReasons)[number]

const moveListing = z.object({
  id: listingId,
  event: z.object({ id: z.int(), title: z.string() }),
  section: z.string(),
  row: z.string(),
})

const plannedMove = {
  listing: moveListing,
  reason: z.enum(moveReasons),
  from: wireMoney,
  /** `null` when the price stays. */
  to: z.nullable(wireMoney),
  /** At the new price, or at the old one when it stays. */
  proceeds: z.optional(wireMoney),
  limited_by: z.array(z.enum(priceLimits)),
  /** The lowest price that the rule may set; `null` without cost and floor. Follows from the cost, so it needs `money`. */
  floor: z.optional(z.nullable(wireMoney)),
  /** Lowest price of the comparables, and how many there are. */
  lowest: z.nullable(wireMoney),
  compared: z.int(),
}

export const wireSimulatedMove = z.object({
  ...plannedMove,
  /** The earlier rule that covers the listing. */
  other_rule: z.nullable(z.object({ id: priceRuleId, name: z.string() })),
  /** The next file of the team's system overwrites the price that the rule sets. */
  has_file_price: z.boolean(),
})
export type WireSimulatedMove = z.output<typeof wireSimulatedMove>

const simulationSummary = z.object({
  rule: wirePriceRule,
  counts: z.object({ listings: z.int(), moved: z.int(), kept: z.int(), has_file_price: z.int() }),
})

export const wireRuleMove = z.object({
  id: z.string(),
  at: z.iso.datetime(),
  rule: z.object({ id: priceRuleId, name: z.string(), version: z.int() }),
  ...plannedMove,
  /** The price before floor, ceiling and daily limit. */
  wanted: z.nullable(wireMoney),
  /** The prices of the comparables, lowest first: at most 20, and up to five outliers, which the rule ignores. */
  seen: z.array(z.object({ price: wireMoney, is_outlier: z.boolean() })),
})
export type WireRuleMove = z.output<typeof wireRuleMove>

const ruleParams = z.object({ rule_id: priceRuleId })
const ruleResponse = z.object({ data: wirePriceRule })

const overview = z.object({
  data: z.object({
    /** By priority: of several rules that select a listing, the first one prices it. */
    rules: z.array(wirePriceRule),
    /** While set, no rule of the team runs. */
    stopped: z.nullable(z.object({ at: z.iso.datetime(), by: z.nullable(z.string()) })),
    /** While set, the operator has stopped the rules of all teams. */
    stopped_by_operator: z.nullable(z.object({ at: z.iso.datetime(), reason: z.string() })),
    /** `null` until a rule is on. */
    next_run_at: z.nullable(z.iso.datetime()),
    last_run: z.nullable(
      z.object({
        at: z.iso.datetime(),
        is_finished: z.boolean(),
        checked: z.int(),
        moved: z.int(),
      }),
    ),
  }),
})
export type RulesOverview = z.output<typeof overview>['data']

/**
 * Price rules of the caller's team. `price_rule.changed` (409) has the current rule in `errors.rule`. What a rule does depends
 * on costs and its margin, so creating, changing and simulating one also needs `money`.
 */
export const priceRulesRoutes = {
  list: defineRoute({
    name: 'price-rules.list',
    method: 'GET',
    path: '/{product}/price-rules',
    auth: 'seller',
    permission: 'view',
    response: overview,
    errors: [],
    perMinute: 60,
  }),
  /** What the filter of a rule can choose from, over the team's listings of upcoming events. */
  choices: defineRoute({
    name: 'price-rules.choices',
    method: 'GET',
    path: '/{product}/price-rules/choices',
    auth: 'seller',
    permission: 'view',
    response: z.object({
      data: z.object({
        competitions: z.array(z.object({ id: z.int(), name: z.string(), listings: z.int() })),
      }),
    }),
    errors: [],
  }),
  /** Adds a rule that is off, after the others. */
  create: defineRoute({
    name: 'price-rules.create',
    method: 'POST',
    path: '/{product}/price-rules',
    auth: 'seller',
    permission: 'price',
    body: z.strictObject({ name: ruleName, settings: ruleSettingsInput }),
    response: ruleResponse,
    errors: ['price_rule.too_many'],
  }),
  /** Saves a new version. A rule that is on or stopped is off then: its new version needs a simulation. */
  change: defineRoute({
    name: 'price-rules.change',
    method: 'PATCH',
    path: '/{product}/price-rules/:rule_id',
    auth: 'seller',
    permission: 'price',
    params: ruleParams,
    body: z.strictObject({ name: ruleName, settings: ruleSettingsInput, version }),
    response: ruleResponse,
    errors: ['price_rule.not_found', 'price_rule.changed'],
  }),
  remove: defineRoute({
    name: 'price-rules.remove',
    method: 'DELETE',
    path: '/{product}/price-rules/:rule_id',
    auth: 'seller',
    permission: 'price',
    params: ruleParams,
    response: z.object({ data: z.object({ id: priceRuleId }) }),
    errors: ['price_rule.not_found'],
  }),
  /**
   * Computes what the rule would do now, and stores it until the next simulation. Changes no price. A team has one
   * simulation at a time.
   */
  simulate: defineRoute({
    name: 'price-rules.simulate',
    method: 'POST',
    path: '/{product}/price-rules/:rule_id/simulation',
    auth: 'seller',
    permission: 'price',
    params: ruleParams,
    body: z.strictObject({ version }),
    response: z.object({ data: simulationSummary }),
    errors: [
      'price_rule.not_found',
      'price_rule.changed',
      'price_rule.too_many_listings',
      'price_rule.simulating',
    ],
    perMinute: 30,
  }),
  /** Rows of the last simulation: first the prices that would move. */
  simulation: defineRoute({
    name: 'price-rules.simulation',
    method: 'GET',
    path: '/{product}/price-rules/:rule_id/simulation',
    auth: 'seller',
    permission: 'view',
    params: ruleParams,
    query: z.strictObject({
      show: z._default(z.enum(['all', 'moved', 'kept'], { error: 'must be all, moved or kept' }), 'all'),
      ...pageQuery(100),
    }),
    response: z.object({ data: z.array(wireSimulatedMove), meta: pageMeta }),
    errors: ['price_rule.not_found'],
  }),
  /** Switches one rule on or off. On needs a simulation of this version within the last 24 hours. */
  switch: defineRoute({
    name: 'price-rules.switch',
    method: 'POST',
    path: '/{product}/price-rules/:rule_id/switch',
    auth: 'seller',
    permission: 'price',
    params: ruleParams,
    body: z.strictObject({ version, on: z.boolean() }),
    response: ruleResponse,
    errors: ['price_rule.not_found', 'price_rule.changed', 'price_rule.not_simulated'],
  }),
  /** Sets the order of all rules. */
  reorder: defineRoute({
    name: 'price-rules.reorder',
    method: 'POST',
    path: '/{product}/price-rules/order',
    auth: 'seller',
    permission: 'price',
    body: z.strictObject({ rule_ids: z.array(priceRuleId).check(z.maxLength(maxPriceRules)) }),
    response: overview,
    errors: ['price_rule.order_changed'],
  }),
  /** Stops all rules of the team at once, or lets those that are on run again. */
  switchAll: defineRoute({
    name: 'price-rules.switch-all',
    method: 'POST',
    path: '/{product}/price-rules/switch',
    auth: 'seller',
    permission: 'price',
    body: z.strictObject({ on: z.boolean() }),
    response: overview,
    errors: [],
  }),
  /** Runs the team's rules now. The response may be sent before the run has finished. */
  run: defineRoute({
    name: 'price-rules.run',
    method: 'POST',
    path: '/{product}/price-rules/run',
    auth: 'seller',
    permission: 'price',
    response: overview,
    errors: ['price_rule.run_too_soon', 'price_rule.none_on'],
  }),
  /** Newest first. */
  moves: defineRoute({
    name: 'price-rules.moves',
    method: 'GET',
    path: '/{product}/price-rules/moves',
    auth: 'seller',
    permission: 'view',
    query: z.strictObject({
      rule_id: z.optional(priceRuleId),
      listing_id: z.optional(listingId),
      outcome: z.optional(z.enum(['moved', 'kept'], { error: 'must be moved or kept' })),
      /** Entries before this one, by its id. */
      before: z.optional(z.string().check(z.regex(/^\d{1,18}$/, 'must be the id of an entry'))),
    }),
    response: z.object({ data: z.array(wireRuleMove), meta: z.object({ has_more: z.boolean() }) }),
    errors: [],
  }),
}
