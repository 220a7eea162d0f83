import { describe, expect, test } from 'vitest'
import { generateSeatingPlan, venueKinds } from '../seating-plan.ts'
import { sectionIndex } from '../section-names.ts'
import { seededRandom } from '../short-hash.ts'
import { contains, overlaps } from './geometry.ts'
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
  test('[X-CAT-10] is scaled into the picture, with every label inside its block', () => {
    const { plan } = planOf([block('A', square(-500, 200)), block('B', square(-470, 230))])
    expect(plan.width).toBe(1000)
    expect(plan.blocks.map(({ polygon }) => polygon[0])).toEqual([
      [24, 24],
      [738, 738],
    ])
    for (const { polygon, labelAt } of plan.blocks) expect(contains(polygon, labelAt)).toBe(true)
  })

  test('keeps a label that lies inside, and finds a better place for one that does not', () => {
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

  test('[X-CAT-13] is no schematic unless the file says so', () => {
    expect(planOf([block('A', square(0, 0))]).plan.schematic).toBe(false)
    expect(planOf([block('A', square(0, 0))], { schematic: true }).plan.schematic).toBe(true)
  })

  test('keeps the seats that the file counts, and shares what is left of the capacity by area', () => {
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

  test('ranks categories as the file lists them, those in use only', () => {
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

  test('lays a floor that would cover another below it', () => {
    const { plan } = planOf([
      block('Ground 1', square(0, 0, 30), { floor: 'Ground' }),
      block('First 1', square(5, 5), { floor: 'First' }),
    ])
    const [ground, first] = plan.blocks
    expect(ground && first && overlaps(ground.polygon, first.polygon)).toBe(false)
    expect(first?.polygon[0]?.[1]).toBeGreaterThan(ground?.polygon[2]?.[1] ?? Infinity)
  })

  test('sketches what the seats look at where they leave room for it, and says so', () => {
    const around = [
      block('N', square(40, 0)),
      block('S', square(40, 90)),
      block('W', square(0, 40)),
      block('E', square(90, 40)),
    ]
    const { plan, notes } = planOf(around)
    expect(plan.surface).toMatchObject({ kind: 'pitch', isSketch: true })
    for (const { polygon } of plan.blocks) expect(overlaps(polygon, plan.surface?.shape ?? [])).toBe(false)
    expect(notes).toEqual(['the file draws no pitch: one is sketched where the blocks leave room'])
    expect(planOf([...around, block('Middle', square(45, 45))]).plan.surface).toBeNull()
    const drawn = planOf(around, { surface: square(30, 30, 40) })
    expect(drawn.plan.surface?.isSketch).toBeUndefined()
    expect(drawn.notes).toEqual([])
  })

  test('tells of a block that hides another', () => {
    const { notes } = planOf([block('Table T1', square(0, 0)), block('Table T2', square(0, 0))])
    expect(notes).toEqual(['Table T2 lies on Table T1: the list has both, the plan shows the upper one'])
  })
})

test.each<[string, PlanFileBlock[], string | RegExp]>([
  ['no blocks', [], 'the plan has no block'],
  ['a block without a name', [block(' ', square(0, 0))], '" " is no name of a block'],
  ['a long name', [block('x'.repeat(61), square(0, 0))], /longer than 60 characters/],
  ['a name that moves a terminal', [block('A\u001B[2J', square(0, 0))], /not plain text/],
  ['two corners', [block('A', square(0, 0).slice(0, 2))], '"A" has fewer than three corners'],
  [
    'the same corner again and again',
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
  ['a corner at no number', [block('A', [...square(0, 0), [Number.NaN, 1]])], /is no place/],
  ['a corner out of sight', [block('A', [...square(0, 0), [1e9, 1]])], /is no place/],
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
    '"block-6" has the name of another block ("Block 6"): sellers could not tell them apart',
  ],
  [
    'a speck',
    [block('A', square(0, 0, 1000)), block('B', square(2000, 0, 0.5))],
    '"B" is too small to be seen beside the others',
  ],
  [
    'too many blocks',
    Array.from({ length: 1001 }, (_, at) => block(`B${at}`, square(at * 20, 0))),
    /at most 1000 blocks/,
  ],
])('a plan with %s is refused', (_, blocks, expected) => {
  const problems = problemsOf(blocks)
  expect(problems).toHaveLength(1)
  expect(problems[0]).toMatch(
    expected instanceof RegExp
      ? expected
      : new RegExp(`^${expected.replaceAll(/[()[\]]/g, String.raw`\$&`)}$`),
  )
})

test('every bad block is told, not only the first', () => {
  expect(problemsOf([block('', square(0, 0)), block('A', []), block('B', square(0, 0))])).toHaveLength(2)
})

test('[X-CAT-12] any venue has the same plan every time, and each block is found by its own name', () => {
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
      // With its level before it, a name may be what another block has for its own; never is another one meant.
      const withLevel = index.find(`${level} ${name}`)
      if (withLevel.kind === 'block') expect(withLevel.id, `${level} ${name}`).toBe(id)
    }
  }
})
