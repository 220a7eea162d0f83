import { describe, expect, test } from 'vitest'
import { generateSeatingPlan, venueKinds } from './seating-plan.ts'
import type { SeatingPlan, VenueKind } from './seating-plan.ts'
import { shortHash } from '../text/short-hash.ts'
import { contains, overlaps, polygonArea } from './geometry.ts'

/** `hash` is the hash of the plan, so a generator change that moves any corner fails the test. */
const venues: [kind: VenueKind, capacity: number, seed: string, hash: string][] = [
  ['bowl', 900, 'village-green', '1o4yeal'],
  ['bowl', 11_364, 'vitality-stadium', '09gotfg'],
  ['bowl', 25_700, 'selhurst-park', '1emeb6x'],
  ['bowl', 60_704, 'emirates-stadium', '1l7ftwp'],
  ['bowl', 105_000, 'largest', '19b7vxi'],
  ['arena', 3000, 'small-arena', '1lktl9i'],
  ['arena', 12_500, 'middle-arena', '07cbyyb'],
  ['arena', 20_000, 'the-o2', '0fqm2j9'],
  ['court', 2000, 'court-three', '04r2lii'],
  ['court', 14_979, 'centre-court', '0428fks'],
  ['court', 23_771, 'largest-court', '1w7veo7'],
  ['theatre', 250, 'studio', '00crl9p'],
  ['theatre', 900, 'playhouse', '1kjk85w'],
  ['theatre', 2256, 'royal-opera-house', '1qefpq0'],
  ['theatre', 5272, 'royal-albert-hall', '1pjbp2y'],
  ['circuit', 20_000, 'club-circuit', '0gl1ud5'],
  ['circuit', 150_000, 'silverstone', '0z0jhz8'],
  ['circuit', 257_325, 'largest-circuit', '1nklori'],
  ['field', 4000, 'county-ground', '0nan20n'],
  ['field', 31_100, 'lords', '1s6tlgb'],
  ['field', 100_024, 'mcg', '0lkhwkr'],
]

describe.each(venues)('the plan of a %s of %i', (kind, capacity, seed, hash) => {
  const plan = generateSeatingPlan({ kind, capacity, seed })

  test('[X-CAT-12] never changes between versions', () => {
    expect(shortHash(JSON.stringify(plan))).toBe(hash)
  })

  test('[X-CAT-10] consists of blocks with a polygon, a level and a category', () => {
    const keys = plan.categories.map(({ key }) => key)
    for (const block of plan.blocks) {
      expect(block.polygon.length).toBeGreaterThanOrEqual(4)
      expect(polygonArea(block.polygon)).toBeGreaterThan(60)
      expect(block.level).not.toBe('')
      expect(keys).toContain(block.category)
      expect(contains(block.polygon, block.labelAt), block.name).toBe(true)
    }
  })

  test('[X-CAT-11] has as many seats as the venue, in rows of plausible length', () => {
    expect(plan.blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(capacity)
    for (const { name, seats, rows } of plan.blocks) {
      expect(Number.isInteger(seats) && Number.isInteger(rows), name).toBe(true)
      expect(rows).toBeGreaterThanOrEqual(1)
      expect(rows).toBeLessThanOrEqual(seats)
      expect(seats / rows, `${name}: ${seats} in ${rows} rows`).toBeLessThan(260)
    }
  })

  test('[X-CAT-11] has blocks that overlap neither each other nor the surface', () => {
    expect(overlapping(plan)).toEqual([])
    for (const { name, polygon } of plan.blocks) {
      expect(overlaps(polygon, plan.surface.shape), name).toBe(false)
    }
  })

  test('[X-CAT-11] has a readable number of blocks with unique names and ids', () => {
    expect(plan.blocks.length).toBeGreaterThanOrEqual(6)
    expect(plan.blocks.length).toBeLessThanOrEqual(150)
    expect(new Set(plan.blocks.map(({ id }) => id)).size).toBe(plan.blocks.length)
    expect(new Set(plan.blocks.map(({ name }) => name)).size).toBe(plan.blocks.length)
  })

  test('[X-CAT-11] lies inside its box', () => {
    const points = [...plan.surface.shape, ...plan.blocks.flatMap(({ polygon }) => polygon)]
    for (const [x, y] of points) {
      expect(x >= 0 && x <= plan.width && y >= 0 && y <= plan.height).toBe(true)
    }
    expect(plan.width).toBe(1000)
    expect(plan.height).toBeGreaterThan(400)
    expect(plan.height).toBeLessThan(1000)
  })

  test('[X-CAT-12] is reproducible', () => {
    expect(generateSeatingPlan({ kind, capacity, seed })).toEqual(plan)
  })

  test('[X-CAT-10] ranks its categories from one, with unique names', () => {
    const used = new Set(plan.blocks.map(({ category }) => category))
    expect(plan.categories.map(({ rank }) => rank)).toEqual(plan.categories.map((_, index) => index + 1))
    expect(new Set(plan.categories.map(({ key }) => key))).toEqual(used)
    expect(new Set(plan.categories.map(({ name }) => name)).size).toBe(plan.categories.length)
  })
})

test('[X-CAT-11] every kind of venue gets a plan without overlaps, for any name', () => {
  for (const kind of venueKinds) {
    for (let index = 0; index < 12; index += 1) {
      const plan = generateSeatingPlan({ kind, capacity: 500 + index * 9000, seed: `venue-${index}` })
      expect(plan.blocks.length, `${kind} ${index}`).toBeGreaterThanOrEqual(6)
      expect(overlapping(plan), `${kind} ${index}`).toEqual([])
    }
  }
})

test('[X-CAT-12] another venue of the same kind and size has a different plan', () => {
  for (const kind of ['bowl', 'arena', 'circuit', 'court', 'field'] as const) {
    const one = generateSeatingPlan({ kind, capacity: 40_000, seed: 'one' })
    const other = generateSeatingPlan({ kind, capacity: 40_000, seed: 'two' })
    expect(one.blocks.map(({ polygon }) => polygon)).not.toEqual(other.blocks.map(({ polygon }) => polygon))
  }
})

test('[X-CAT-13] a generated plan is marked as schematic', () => {
  expect(generateSeatingPlan({ kind: 'arena', capacity: 9000, seed: 'any' }).schematic).toBe(true)
})

test('[X-CAT-11] a larger bowl has more tiers', () => {
  const levels = (capacity: number) => [
    ...new Set(generateSeatingPlan({ kind: 'bowl', capacity, seed: 'any' }).blocks.map(({ level }) => level)),
  ]
  expect(levels(5000)).toEqual(['Main tier'])
  expect(levels(25_000)).toEqual(['Lower tier', 'Upper tier'])
  expect(levels(60_000)).toEqual(['Lower tier', 'Club level', 'Upper tier'])
})

test('a venue with very few seats has the exact seat count', () => {
  for (const capacity of [1, 3, 40]) {
    const { blocks } = generateSeatingPlan({ kind: 'bowl', capacity, seed: 'tiny' })
    expect(blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(capacity)
  }
})

test.each([0, -1, 1.5, Number.NaN])('a capacity of %d is rejected', (capacity) => {
  expect(() => generateSeatingPlan({ kind: 'bowl', capacity, seed: 'any' })).toThrow(RangeError)
})

function overlapping({ blocks }: SeatingPlan): string[] {
  return blocks.flatMap((block, index) =>
    blocks
      .slice(index + 1)
      .filter((other) => overlaps(block.polygon, other.polygon))
      .map((other) => `${block.name} and ${other.name}`),
  )
}
