import { describe, expect, test } from 'vitest'
import { generateSeatingPlan, venueKinds } from './seating-plan.ts'
import type { SeatingPlan, VenueKind } from './seating-plan.ts'
import { contains, overlaps, polygonArea } from './seating-plan/geometry.ts'

const venues: [kind: VenueKind, capacity: number, seed: string][] = [
  ['bowl', 900, 'village-green'],
  ['bowl', 11_364, 'vitality-stadium'],
  ['bowl', 25_700, 'selhurst-park'],
  ['bowl', 60_704, 'emirates-stadium'],
  ['bowl', 105_000, 'largest'],
  ['arena', 3000, 'small-arena'],
  ['arena', 12_500, 'middle-arena'],
  ['arena', 20_000, 'the-o2'],
  ['court', 2000, 'court-three'],
  ['court', 14_979, 'centre-court'],
  ['court', 23_771, 'largest-court'],
  ['theatre', 250, 'studio'],
  ['theatre', 900, 'playhouse'],
  ['theatre', 2256, 'royal-opera-house'],
  ['theatre', 5272, 'royal-albert-hall'],
  ['circuit', 20_000, 'club-circuit'],
  ['circuit', 150_000, 'silverstone'],
  ['circuit', 257_325, 'largest-circuit'],
  ['field', 4000, 'county-ground'],
  ['field', 31_100, 'lords'],
  ['field', 100_024, 'mcg'],
]

describe.each(venues)('the plan of a %s of %i', (kind, capacity, seed) => {
  const plan = generateSeatingPlan({ kind, capacity, seed })

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

  test('[X-CAT-11] has as many seats as the venue, in whole rows of a believable size', () => {
    expect(plan.blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(capacity)
    for (const { name, seats, rows } of plan.blocks) {
      expect(Number.isInteger(seats) && Number.isInteger(rows), name).toBe(true)
      expect(rows).toBeGreaterThanOrEqual(1)
      expect(rows).toBeLessThanOrEqual(seats)
      expect(seats / rows, `${name}: ${seats} in ${rows} rows`).toBeLessThan(260)
    }
  })

  test('[X-CAT-11] keeps its blocks apart from each other and from what they look at', () => {
    expect(overlapping(plan)).toEqual([])
    for (const { name, polygon } of plan.blocks) {
      expect(overlaps(polygon, plan.surface.shape), name).toBe(false)
    }
  })

  test('[X-CAT-11] has few enough blocks to read, each with its own name and id', () => {
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

  test('[X-CAT-12] is the same every time', () => {
    expect(generateSeatingPlan({ kind, capacity, seed })).toEqual(plan)
  })

  test('[X-CAT-10] ranks the categories it uses from one on, each with its own name', () => {
    const used = new Set(plan.blocks.map(({ category }) => category))
    expect(plan.categories.map(({ rank }) => rank)).toEqual(plan.categories.map((_, index) => index + 1))
    expect(new Set(plan.categories.map(({ key }) => key))).toEqual(used)
    expect(new Set(plan.categories.map(({ name }) => name)).size).toBe(plan.categories.length)
  })
})

test('[X-CAT-11] every kind of venue gets a plan whatever its name, with nothing overlapping', () => {
  for (const kind of venueKinds) {
    for (let index = 0; index < 12; index += 1) {
      const plan = generateSeatingPlan({ kind, capacity: 500 + index * 9000, seed: `venue-${index}` })
      expect(plan.blocks.length, `${kind} ${index}`).toBeGreaterThanOrEqual(6)
      expect(overlapping(plan), `${kind} ${index}`).toEqual([])
    }
  }
})

test('[X-CAT-12] another venue of the same kind and size has another plan', () => {
  for (const kind of ['bowl', 'arena', 'circuit', 'court', 'field'] as const) {
    const one = generateSeatingPlan({ kind, capacity: 40_000, seed: 'one' })
    const other = generateSeatingPlan({ kind, capacity: 40_000, seed: 'two' })
    expect(one.blocks.map(({ polygon }) => polygon)).not.toEqual(other.blocks.map(({ polygon }) => polygon))
  }
})

test('[X-CAT-13] a made-up plan says that it is a schematic', () => {
  expect(generateSeatingPlan({ kind: 'arena', capacity: 9000, seed: 'any' }).schematic).toBe(true)
})

test('[X-CAT-11] a bowl has more tiers the larger it is', () => {
  const levels = (capacity: number) => [
    ...new Set(generateSeatingPlan({ kind: 'bowl', capacity, seed: 'any' }).blocks.map(({ level }) => level)),
  ]
  expect(levels(5000)).toEqual(['Main tier'])
  expect(levels(25_000)).toEqual(['Lower tier', 'Upper tier'])
  expect(levels(60_000)).toEqual(['Lower tier', 'Club level', 'Upper tier'])
})

test('a venue of a handful of seats still adds up', () => {
  for (const capacity of [1, 3, 40]) {
    const { blocks } = generateSeatingPlan({ kind: 'bowl', capacity, seed: 'tiny' })
    expect(blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(capacity)
  }
})

test.each([0, -1, 1.5, Number.NaN])('a capacity of %d is refused', (capacity) => {
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
