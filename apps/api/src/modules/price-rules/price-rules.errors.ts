import { maxPriceRules, maxSimulatedListings, memberRunSeconds } from '@terrace/contracts/price-rules'
import { defineErrors } from '#api/shared/app-error.ts'

export const priceRuleErrors = defineErrors({
  'price_rule.not_found': { status: 404, title: 'Rule not found' },
  'price_rule.changed': {
    status: 409,
    title: 'This rule has changed since. Check it and repeat your change',
  },
  'price_rule.not_simulated': {
    status: 409,
    title: 'Simulate this version of the rule first. A simulation counts for 24 hours',
  },
  'price_rule.order_changed': {
    status: 409,
    title: 'Rules were added or removed since. Load the list again and repeat the order',
  },
  'price_rule.too_many': {
    status: 409,
    title: `Your team has ${maxPriceRules} rules. Remove one that you no longer use`,
  },
  'price_rule.too_many_listings': {
    status: 422,
    title: `filter: must select at most ${maxSimulatedListings.toLocaleString('en-GB')} listings. Narrow it`,
  },
  'price_rule.none_on': { status: 409, title: 'No rule is running. Switch one on first' },
  'price_rule.simulating': {
    status: 429,
    title: 'Your team already simulates a rule. Wait until that is done and try again',
  },
  'price_rule.run_too_soon': {
    status: 429,
    title: `Rules ran just now. Wait ${memberRunSeconds} seconds between two runs`,
  },
})
