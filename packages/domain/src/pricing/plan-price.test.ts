import fc from 'fast-check'
import { expect, test } from 'vitest'
import { planPrice, type ListingToPrice, type PriceTerms } from './plan-price.ts'

const terms: PriceTerms = {
  strategy: { by: 'undercut', minor: 100 },
  rank: 1,
  marginBp: 1000,
  ceilingMinor: null,
  stepMinor: null,
  maxBpPerDay: 5000,
  maxChangesPerHour: 2,
  followsUp: false,
  minComparables: 3,
}
const listing: ListingToPrice = {
  priceMinor: 10_000,
  costMinor: 5000,
  floorMinor: null,
  dayLimitBaseMinor: 10_000,
  movesLastHour: 0,
  isManual: false,
}
const market = { count: 3, lowest: [9000, 9500, 9900] }

test.each<[string, Partial<PriceTerms>, Partial<ListingToPrice>, number | string]>([
  ['stays the amount below the lowest', {}, {}, 8900],
  ['stays the percentage below the lowest', { strategy: { by: 'undercut_percent', bp: 250 } }, {}, 8775],
  ['matches the lowest', { strategy: { by: 'match' } }, {}, 9000],
  ['follows the second lowest', { rank: 2 }, {}, 9400],
  ['rounds down, never above the price to undercut', { stepMinor: 500 }, {}, 8500],
  ['never goes under cost and margin', {}, { costMinor: 8500 }, 9350],
  ['never goes under the floor of the listing', {}, { floorMinor: 9100 }, 9100],
  ['takes the higher of floor and cost with margin', {}, { floorMinor: 9100, costMinor: 8500 }, 9350],
  ['rounds a floor up', { stepMinor: 500 }, { floorMinor: 9100 }, 9500],
  ['needs a floor or a cost', {}, { costMinor: null }, 'no_floor'],
  ['does not follow upwards unless told to', {}, { priceMinor: 8000, dayLimitBaseMinor: 8000 }, 'would_rise'],
  ['follows upwards when told to', { followsUp: true }, { priceMinor: 8000, dayLimitBaseMinor: 8000 }, 8900],
  [
    'stops at the ceiling',
    { followsUp: true, ceilingMinor: 8500 },
    { priceMinor: 8000, dayLimitBaseMinor: 8000 },
    8500,
  ],
  ['lowers a price that is above the ceiling', { ceilingMinor: 8000 }, {}, 8000],
  ['moves at most the percentage a day', { maxBpPerDay: 800 }, {}, 9200],
  ['counts the day from its first move', { maxBpPerDay: 800 }, { priceMinor: 9200 }, 'day_limit'],
  ['moves at most so often an hour', {}, { movesLastHour: 2 }, 'hour_limit'],
  ['pauses below the number of comparables', { minComparables: 4 }, {}, 'too_few_comparables'],
  [
    'keeps the price when there are fewer comparables than its rank',
    { rank: 4, minComparables: 1 },
    {},
    'too_few_comparables',
  ],
  ['respects a price that was set by hand', {}, { isManual: true }, 'changed_by_hand'],
  ['leaves a price that is right', {}, { priceMinor: 8900 }, 'already_there'],
  [
    'does not set a price below the floor on the way up',
    { followsUp: true, maxBpPerDay: 100 },
    { priceMinor: 4000, dayLimitBaseMinor: 4000 },
    'below_floor',
  ],
])('a rule %s', (_, changedTerms, changedListing, expected) => {
  const plan = planPrice({ ...terms, ...changedTerms }, { ...listing, ...changedListing }, market)
  expect(plan.outcome === 'moved' ? plan.toMinor : plan.reason).toBe(expected)
})

test('whatever the market, no move breaks a limit', () => {
  const amount = fc.integer({ min: 1, max: 200_000 })
  fc.assert(
    fc.property(
      fc.record({
        lowest: fc.array(amount, { minLength: 1, maxLength: 10 }),
        price: amount,
        dayLimitBase: amount,
        cost: amount,
        floor: fc.option(amount),
        ceiling: fc.option(amount),
        step: fc.option(fc.constantFrom(50, 100, 500)),
        by: fc.constantFrom<PriceTerms['strategy']>(
          { by: 'match' },
          { by: 'undercut', minor: 150 },
          { by: 'undercut_percent', bp: 333 },
        ),
        maxBpPerDay: fc.integer({ min: 100, max: 10_000 }),
        followsUp: fc.boolean(),
      }),
      (of) => {
        const lowest = of.lowest.toSorted((left, right) => left - right)
        const plan = planPrice(
          {
            ...terms,
            strategy: of.by,
            ceilingMinor: of.ceiling,
            stepMinor: of.step,
            maxBpPerDay: of.maxBpPerDay,
            followsUp: of.followsUp,
            minComparables: 1,
          },
          {
            ...listing,
            priceMinor: of.price,
            dayLimitBaseMinor: of.dayLimitBase,
            costMinor: of.cost,
            floorMinor: of.floor,
          },
          { count: lowest.length, lowest },
        )
        if (plan.outcome !== 'moved') return
        const floor = Math.max(of.floor ?? 0, Math.ceil((of.cost * 11) / 10))
        expect(plan.toMinor).toBeGreaterThanOrEqual(floor)
        expect(plan.toMinor).not.toBe(of.price)
        if (!of.followsUp) expect(plan.toMinor).toBeLessThan(of.price)
        const change = Math.abs(plan.toMinor - of.dayLimitBase) / of.dayLimitBase
        const before = Math.abs(of.price - of.dayLimitBase) / of.dayLimitBase
        expect(change).toBeLessThanOrEqual(Math.max(of.maxBpPerDay / 10_000, before) + 1e-9)
      },
    ),
  )
})
