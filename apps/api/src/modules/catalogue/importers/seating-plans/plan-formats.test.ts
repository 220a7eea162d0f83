import { readFileSync } from 'node:fs'
import { planFromFile, type PlanVenue } from '@terrace/domain/seating-plan/plan-file'
import { overlaps } from '@terrace/domain/seating-plan/geometry'
import { sectionIndex } from '@terrace/domain/tickets/section-names'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { readPlanFile } from './plan-formats.ts'

const folder = new URL('../../../../../../../seeds/data/seatmaps/', import.meta.url)
const labelsFile = z.object({ venues: z.record(z.string(), z.array(z.string())) })
const fileText = (name: string) => readFileSync(new URL(name, folder), 'utf8')

function planOf(name: string, venue: PlanVenue = { kind: 'bowl', capacity: 60_704 }) {
  const read = readPlanFile(fileText(name))
  if ('bad' in read) throw new Error(JSON.stringify(read.bad))
  const reading = planFromFile(read.file, venue)
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
  return reading
}

const chartOf = (name: string) => JSON.parse(fileText(name)) as Record<string, unknown>

function planOfChart(chart: object) {
  const read = readPlanFile(JSON.stringify(chart))
  if ('bad' in read) throw new Error(JSON.stringify(read.bad))
  const reading = planFromFile(read.file, { kind: 'theatre', capacity: 2000 })
  if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
  return reading
}

describe('the sample files', () => {
  test('[X-CAT-10] [X-CAT-13] a schematic bowl with three tiers is flagged as a schematic', () => {
    const { plan, notes } = planOf('schematic-bowl-3tier.json')
    expect(plan).toMatchObject({ schematic: true, surface: { kind: 'pitch' } })
    expect(plan.blocks).toHaveLength(120)
    expect(plan.blocks[5]).toMatchObject({
      name: 'Lower Tier 6',
      level: 'Lower Tier',
      category: 'lower-tier',
    })
    expect(plan.categories.map(({ name }) => name)).toEqual(['Lower Tier', 'Club Level', 'Upper Tier'])
    expect(plan.blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(60_704)
    expect(notes).toEqual([])
  })

  test('a schematic arena has two levels', () => {
    const { plan } = planOf('schematic-arena-2level.json', { kind: 'arena', capacity: 18_000 })
    expect(plan).toMatchObject({ schematic: true, surface: { kind: 'floor' } })
    expect(plan.blocks).toHaveLength(60)
  })

  test('[X-CAT-13] a seats.io chart with sections is not a schematic', () => {
    const { plan } = planOf('seatsio-sections.json', { kind: 'theatre', capacity: 71 })
    expect(plan.schematic).toBe(false)
    expect(plan.blocks.map(({ name, category, seats, rows }) => [name, category, seats, rows])).toEqual([
      ['Section A', 'cat1', 36, 6],
      ['Section B', 'cat2', 35, 7],
    ])
    expect(plan.categories.map(({ name }) => name)).toEqual(['cat1', 'cat2'])
  })

  test('a seats.io chart of tables has a block per table', () => {
    const { plan, notes } = planOf('seatsio-tables.json', { kind: 'theatre', capacity: 12 })
    expect(plan.blocks.map(({ name, seats, rows }) => [name, seats, rows])).toEqual([
      ['Table T1', 6, 1],
      ['Table T2', 6, 1],
    ])
    expect(notes).toEqual([
      'Table T2 covers Table T1: the list shows both, but the plan shows only the upper one',
    ])
  })

  test('a general admission area is one block; an area without corners is reported', () => {
    const chart = JSON.parse(fileText('seatsio-sections.json')) as { subChart: Record<string, unknown> }
    chart.subChart['generalAdmissionAreas'] = [
      {
        label: 'Standing',
        capacity: 400,
        categoryLabel: 'cat1',
        points: [
          { x: 0, y: 300 },
          { x: 200, y: 300 },
          { x: 200, y: 400 },
          { x: 0, y: 400 },
        ],
      },
      { label: 'Somewhere', capacity: 50 },
    ]
    const read = readPlanFile(JSON.stringify(chart))
    if ('bad' in read) throw new Error(JSON.stringify(read.bad))
    const reading = planFromFile(read.file, { kind: 'theatre', capacity: 1000 })
    if ('problems' in reading) throw new Error(JSON.stringify(reading.problems))
    expect(reading.plan.blocks.find(({ name }) => name === 'Standing')).toMatchObject({
      category: 'cat1',
      seats: 400,
      rows: 1,
    })
    expect(reading.notes).toContain('1 general admission area without corners is not drawn')
  })

  test('general admission in a section is part of it, and several areas are blocks of their own', () => {
    const square = (left: number, top: number, size: number) => [
      { x: left, y: top },
      { x: left + size, y: top },
      { x: left + size, y: top + size },
      { x: left, y: top + size },
    ]
    const section = (label: string, left: number, areas: object[]) => ({
      label,
      points: square(left, 0, 100),
      topLeft: { x: left, y: 0 },
      categoryLabel: 'Standing',
      subChart: { rows: [], generalAdmissionAreas: areas },
    })
    const { plan } = planOfChart({
      subChart: {
        sections: [
          section('Pit', 0, [{ label: 'Area', capacity: 900, points: square(0, 0, 90) }]),
          section('Terrace', 200, [
            { label: 'Left', capacity: 300, points: square(0, 0, 40) },
            { label: 'Right', capacity: 200, points: square(50, 0, 40) },
          ]),
        ],
      },
    })
    expect(plan.blocks.map(({ name, seats, rows }) => [name, seats, rows])).toEqual([
      ['Pit', 900, 1],
      ['Terrace Left', 300, 1],
      ['Terrace Right', 200, 1],
    ])
    const [pit, left, right] = plan.blocks.map(({ polygon }) => Math.min(...polygon.map(([x]) => x)))
    expect(Number(pit) < Number(left) && Number(left) < Number(right)).toBe(true)
  })

  test('the floors of a chart are drawn one below another, and equal names say their floor', () => {
    const floor = (floorName: string) => ({
      ...(chartOf('seatsio-sections.json')['subChart'] as object),
      floorName,
    })
    const { plan, notes } = planOfChart({ subCharts: [floor('1'), floor('Balcony')] })
    expect(plan.blocks.map(({ name, level }) => [name, level])).toEqual([
      ['Floor 1 Section A', 'Floor 1'],
      ['Floor 1 Section B', 'Floor 1'],
      ['Balcony Section A', 'Balcony'],
      ['Balcony Section B', 'Balcony'],
    ])
    const [first, , third] = plan.blocks
    expect(overlaps(first?.polygon ?? [], third?.polygon ?? [])).toBe(false)
    expect(notes.filter((note) => note.includes('covers'))).toEqual([])
  })

  test('what a plan cannot express is listed for the operator', () => {
    const chart = chartOf('seatsio-sections.json') as { subChart: { sections: { subChart: object }[] } }
    const [section] = chart.subChart.sections
    const seats = [
      { x: 5, y: 5, accessible: true },
      { x: 9, y: 5, companionSeat: true },
      { x: 13, y: 5, restrictedView: true },
    ]
    Object.assign(section ?? {}, { subChart: { rows: [{ label: 'A', seats }], icons: [{}] } })
    Object.assign(chart.subChart, { texts: [{}, {}], booths: [{}] })
    expect(planOfChart(chart).notes).toEqual([
      '1 booth is not drawn',
      '3 texts, shapes, icons and images are not drawn',
      '2 accessible or companion seats are not marked: listings say so in their notes',
      '1 seat with a restricted view is not marked: listings say so in their notes',
    ])
  })

  test('a chart without a drawing is refused', () => {
    expect(readPlanFile('{"floors": []}')).toEqual({
      bad: [{ line: 1, reason: 'subChart: the chart has no drawing' }],
    })
  })

  test('a race track has stands by zone, all seats and a sketched track', () => {
    const { plan } = planOf('seatsio-race-track.json', { kind: 'circuit', capacity: 90_000 })
    expect(plan.blocks.map(({ name, level, seats }) => [name, level, seats])).toEqual([
      ['Goal Stand 4', 'Finish Line', 650],
      ['Goal Stand 3', 'Finish Line', 2215],
      ['MT1', 'Mid Track', 2418],
      ['MT3', 'Mid Track', 3614],
    ])
    expect(plan.surface).toMatchObject({ kind: 'track', isSketch: true })
    for (const { polygon } of plan.blocks) expect(overlaps(polygon, plan.surface?.shape ?? [])).toBe(false)
  })

  test('a seatmap-canvas stadium gets blocks around its field, and no block covers another', () => {
    const { plan, notes } = planOf('seatmap-canvas-stadium.json')
    const names = plan.blocks.map(({ name }) => name)
    expect(names).toEqual([
      ...Array.from({ length: 12 }, (_, index) => `Ground floor ${index + 1}`),
      ...Array.from({ length: 3 }, (_, index) => `First Floor ${index + 1}`),
    ])
    expect(plan.blocks.reduce((sum, { seats }) => sum + seats, 0)).toBe(738)
    expect(plan.blocks.every(({ rows }) => rows === 6)).toBe(true)
    expect(plan.surface?.isSketch).toBeUndefined()
    const covering = plan.blocks.filter((block, index) =>
      plan.blocks.slice(index + 1).some((other) => overlaps(block.polygon, other.polygon)),
    )
    expect(covering).toEqual([])
    expect(notes[0]).toContain('has no blocks')
  })
})

test('[FEED-12] section names of real stadiums match a plan with the same numbers', () => {
  const emirates = planOf('schematic-bowl-3tier.json').plan.blocks
  const { venues } = labelsFile.parse(JSON.parse(fileText('section-labels.json')))
  const labels = venues['Emirates Stadium'] ?? []
  const otherNames = (id: string) => (id.includes('-c') ? [id.replace(/.*-c(\d+)$/, 'B$1')] : [])
  const rule = sectionIndex(emirates)
  const table = sectionIndex(emirates.map((block) => ({ ...block, otherNames: otherNames(block.id) })))
  expect(labels).toHaveLength(120)
  // The schematic calls the club level C, not B, so only the venue's table matches it.
  expect(
    labels.filter((label) => rule.find(label).kind !== 'block').every((label) => /^B\d+$/.test(label)),
  ).toBe(true)
  expect(labels.map((label) => table.find(`Block ${label}`).kind)).toEqual(labels.map(() => 'block'))
  expect(new Set(labels.map(table.keyOf)).size).toBe(120)
  for (const [venue, names] of Object.entries(venues)) {
    const index = sectionIndex(names.map((name) => ({ id: name, name: `Sector ${name}`, level: '' })))
    for (const name of names) expect(index.find(`Block ${name}`), venue).toEqual({ kind: 'block', id: name })
  }
})

const sections = (list: unknown[]) => JSON.stringify({ sections: list }, null, 1)
const valid = {
  tier: 'Lower',
  section: '1',
  points: [
    [0, 0],
    [9, 0],
    [9, 9],
  ],
}

test.each([
  ['invalid JSON', '{"sections": [', [[1, /^not valid JSON: /]]],
  ['a list', '[]', [[1, /^is not a seating plan in a known format: /]]],
  ['an unknown format', '{"type": "FeatureCollection", "features": []}', [[1, /known format/]]],
  [
    'text instead of a number',
    sections([valid, { ...valid, section: '2', points: [[0, 'x']] }]),
    [[27, /^sections\.1\.points\.0\.1: must be a number$/]],
  ],
  [
    'a section without a tier',
    sections([{ section: '1', points: [] }]),
    [[3, /^sections\.0\.tier: must be text$/]],
  ],
  ['an invalid chart', '{"subChart": 7}', [[1, /^subChart: /]]],
  [
    'rows that are not a list',
    '{"zones": [\n{"name": "G", "position": {"x": 0, "y": 0},\n "rows": 1}]}',
    [[3, /^zones\.0\.rows: /]],
  ],
] as const)('a file with %s is rejected with line and reason', (_, content, expected) => {
  const read = readPlanFile(content)
  const bad = 'bad' in read ? read.bad : []
  expect(bad.map(({ line }) => line)).toEqual(expected.map(([line]) => line))
  for (const [index, [, reason]] of expected.entries()) expect(bad[index]?.reason).toMatch(reason)
})
