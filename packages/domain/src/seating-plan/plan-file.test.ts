import { describe, expect, test } from 'vitest'
import { generateSeatingPlan, venueKinds, type VenueKind } from './seating-plan.ts'
import { sectionIndex } from '../tickets/section-names.ts'
import { seededRandom } from '../text/short-hash.ts'
import { boundingBox, contains, overlaps } from './geometry.ts'
import type { Polygon } from './geometry.ts'
import { planFromFile } from './plan-file.ts'
import type { PlanFile, PlanFileBlock } from './plan-file-types.ts'

const bowl = { kind: 'bowl', capacity: 4000 } as const

function square(left: number, top: number, size = 10): Polygon {
  return [
    [left, top],
    [left + size, top],
    [left + size, top + size],
    [left, top + size],
  ]
}

function block(name: string, polygon: Polygon, given: Partial<PlanFileBlock> = {}): PlanFileBlock {
  return { at: ['blocks', name], name, level: 'Lower', category: 'Stand', polygon, ...given }
}

function read(blocks: PlanFileBlock[], given: Partial<PlanFile> = {}) {
  return planFromFile({ schematic: false, categories: [], blocks, ...given }, bowl)
}

function planOf(...args: Parameters<typeof read>) {
  const reading = read(...args)
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
  return reading
}

function problemsOf(...args: Parameters<typeof read>) {
  const reading = read(...args)
  return 'problems' in reading ? reading.problems.map(({ reason }) => reason) : []
}

describe('a plan from a file', () => {
  test('[X-CAT-10] is scaled to the plan’s width, with every label inside its block', () => {
    const { plan } = planOf([block('A', square(-500, 200)), block('B', square(-470, 230))])
    expect(plan.width).toBe(1000)
    expect(plan.blocks.map(({ polygon }) => polygon[0])).toEqual([
      [24, 24],
      [738, 738],
    ])
    for (const { polygon, labelAt } of plan.blocks) expect(contains(polygon, labelAt)).toBe(true)
  })

  test('keeps a label inside its block and moves one that is outside', () => {
    const bay: Polygon = [
      [0, 0],
      [30, 0],
      [30, 30],
      [20, 30],
      [20, 10],
      [10, 10],
      [10, 30],
      [0, 30],
    ]
    const { plan } = planOf([
      block('Bay', bay, { labelAt: [15, 25] }),
      block('A', square(40, 0, 30), { labelAt: [50, 10] }),
    ])
    const [first, second] = plan.blocks
    expect(first && contains(first.polygon, first.labelAt)).toBe(true)
    expect(second?.labelAt).toEqual(
      [24 + (952 * 50) / 70, 24 + (952 * 10) / 70].map((value) => Math.round(value * 10) / 10),
    )
  })

  test('[X-CAT-13] is schematic only if the file says so', () => {
    expect(planOf([block('A', square(0, 0))]).plan.schematic).toBe(false)
    expect(planOf([block('A', square(0, 0))], { schematic: true }).plan.schematic).toBe(true)
  })

  test('keeps the seat counts of the file and shares the rest of the capacity by area', () => {
    const { plan } = planOf([
      block('Counted', square(0, 0), { seats: 400, rows: 20 }),
      block('Small', square(20, 0)),
      block('Large', square(40, 0, 20)),
    ])
    const seats = plan.blocks.map((each) => each.seats)
    expect(seats[0]).toBe(400)
    expect(seats.reduce((sum, count) => sum + count, 0)).toBe(4000)
    expect((seats[2] ?? 0) / (seats[1] ?? 1)).toBeCloseTo(4, 1)
    for (const each of plan.blocks) expect(each.rows).toBeLessThanOrEqual(each.seats)
  })

  test('ranks the used categories in file order', () => {
    const { plan } = planOf(
      [block('A', square(0, 0), { category: 'Cheap' }), block('B', square(20, 0), { category: 'Dear' })],
      { categories: ['Dear', 'Unused', 'Cheap'] },
    )
    expect(plan.categories.map(({ name, rank }) => [name, rank])).toEqual([
      ['Dear', 1],
      ['Cheap', 2],
    ])
    expect(plan.blocks.map(({ category }) => category)).toEqual(['cheap', 'dear'])
  })

  test('places an overlapping floor below the others', () => {
    const { plan } = planOf([
      block('Ground 1', square(0, 0, 30), { floor: 'Ground' }),
      block('First 1', square(5, 5), { floor: 'First' }),
    ])
    const [ground, first] = plan.blocks
    expect(ground && first && overlaps(ground.polygon, first.polygon)).toBe(false)
    expect(first?.polygon[0]?.[1]).toBeGreaterThan(ground?.polygon[2]?.[1] ?? Infinity)
  })

  test('adds a sketched surface when there is room, and a note about it', () => {
    const around = [
      block('N', square(40, 0)),
      block('S', square(40, 90)),
      block('W', square(0, 40)),
      block('E', square(90, 40)),
    ]
    const { plan, notes } = planOf(around)
    expect(plan.surface).toMatchObject({ kind: 'pitch', isSketch: true })
    for (const { polygon } of plan.blocks) expect(overlaps(polygon, plan.surface?.shape ?? [])).toBe(false)
    expect(notes).toEqual(['the file has no pitch: a placeholder was added between the blocks'])
    expect(planOf([...around, block('Middle', square(45, 45))]).plan.surface).toBeNull()
    const drawn = planOf(around, { surface: square(30, 30, 40) })
    expect(drawn.plan.surface?.isSketch).toBeUndefined()
    expect(drawn.notes).toEqual([])
  })

  /** The sketched surface between four blocks; empty if there is none. */
  function sketchOf(kind: VenueKind): Polygon {
    const sides = [square(40, 0), square(40, 90), square(0, 40), square(90, 40)]
    const blocks = sides.map((polygon, index) => block(`B${index}`, polygon))
    const reading = planFromFile({ schematic: false, categories: [], blocks }, { kind, capacity: 4000 })
    return ('plan' in reading && reading.plan.surface?.shape) || []
  }

  test.each([
    ['bowl', 4, 0.72],
    ['arena', 64, 0.72],
    ['field', 64, 0.72],
    ['circuit', 64, 0.6],
  ] as const)(
    'sketches the surface of a %s with %i corners in its proportions',
    (kind, corners, proportion) => {
      const shape = sketchOf(kind)
      const { left, right, top, bottom } = boundingBox(shape)
      expect(shape).toHaveLength(corners)
      expect((bottom - top) / (right - left)).toBeCloseTo(proportion, 2)
    },
  )

  test('has no sketched surface for a theatre', () => {
    expect(sketchOf('theatre')).toEqual([])
  })

  test('notes a block that hides another', () => {
    const { notes } = planOf([block('Table T1', square(0, 0)), block('Table T2', square(0, 0))])
    expect(notes).toEqual([
      'Table T2 covers Table T1: the list shows both, but the plan shows only the upper one',
    ])
  })
})

test.each<[string, PlanFileBlock[], string | RegExp]>([
  ['no blocks', [], 'the plan has no blocks'],
  ['a block without a name', [block(' ', square(0, 0))], '" " is not a block name'],
  ['a long name', [block('x'.repeat(61), square(0, 0))], /longer than 60 characters/],
  ['a name with control characters', [block('A\u001B[2J', square(0, 0))], /not plain text/],
  ['two corners', [block('A', square(0, 0).slice(0, 2))], '"A" has fewer than three corners'],
  [
    'identical corners',
    [
      block(
        'A',
        Array.from({ length: 5 }, () => [1, 1] as const),
      ),
    ],
    /fewer than three/,
  ],
  [
    'a line',
    [
      block('A', [
        [0, 0],
        [5, 5],
        [10, 10],
      ]),
    ],
    '"A" has no area',
  ],
  [
    'a bow tie',
    [
      block('A', [
        [0, 0],
        [10, 9],
        [10, 0],
        [0, 10],
      ]),
    ],
    '"A" has an outline that crosses itself',
  ],
  ['a corner that is not a number', [block('A', [...square(0, 0), [Number.NaN, 1]])], /farther than/],
  ['a distant corner', [block('A', [...square(0, 0), [1e9, 1]])], /farther than/],
  [
    'too many corners',
    [
      block(
        'A',
        Array.from({ length: 401 }, (_, at) => [Math.cos(at / 64), Math.sin(at / 64)] as const),
      ),
    ],
    /more than 400 corners/,
  ],
  ['no seats', [block('A', square(0, 0), { seats: 0 })], /has 0 seats/],
  [
    'the same name twice',
    [block('Block 6', square(0, 0)), block('block-6', square(20, 0))],
    '"block-6" duplicates another block ("Block 6"); sellers couldn’t tell them apart',
  ],
  [
    'a speck',
    [block('A', square(0, 0, 1000)), block('B', square(2000, 0, 0.5))],
    '"B" is too small to be visible',
  ],
  [
    'too many blocks',
    Array.from({ length: 1001 }, (_, at) => block(`B${at}`, square(at * 20, 0))),
    /limit is 1000 blocks/,
  ],
])('a plan with %s is rejected', (_, blocks, expected) => {
  const problems = problemsOf(blocks)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(
    expected instanceof RegExp
      ? expected
      : new RegExp(`^${expected.replaceAll(/[()[\]]/g, String.raw`\$&`)}$`),
  )
})

test('every invalid block is reported', () => {
  expect(problemsOf([block('', square(0, 0)), block('A', []), block('B', square(0, 0))])).toHaveLength(2)
})

test('[X-CAT-12] a generated plan is reproducible and its blocks are found by their names', () => {
  const random = seededRandom('any venue')
  for (let round = 0; round < 120; round += 1) {
    const kind = venueKinds[Math.floor(random() * venueKinds.length)] ?? 'bowl'
    const input = { kind, capacity: 1 + Math.floor(random() ** 2 * 150_000), seed: `venue-${random()}` }
    const plan = generateSeatingPlan(input)
    expect(generateSeatingPlan({ ...input })).toEqual(plan)
    const index = sectionIndex(plan.blocks)
    for (const { id, name, level } of plan.blocks) {
      expect(index.find(name), `${name} of ${JSON.stringify(input)}`).toEqual({ kind: 'block', id })
      expect(index.find(name.toUpperCase().replaceAll(' ', '_')).kind, name).toBe('block')
      // With its level, a name may be ambiguous, but must never match another block.
      const withLevel = index.find(`${level} ${name}`)
      if (withLevel.kind === 'block') expect(withLevel.id, `${level} ${name}`).toBe(id)
    }
  }
})
