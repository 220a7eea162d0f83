import { describe, expect, test } from 'vitest'
import { sectionIndex, sectionKey, type NamedBlock } from './section-names.ts'

test.each([
  ['Block 6', '6'],
  ['block-6', '6'],
  ['SECTION_006', '6'],
  ['Lower Tier 6', 'lower 6'],
  ['lower-tier-6', 'lower 6'],
  ['Lwr Tier Blk 6', 'lower 6'],
  ['Grandstand A 2', 'grandstand a2'],
  ['Grandstand A2', 'grandstand a2'],
  ['Tier 3 Block 120', '3 120'],
  ['Tribüne Süd', 'tribune sud'],
  ['B41', 'b41'],
  ['Section', 'section'],
  ['', ''],
])('[FEED-12] "%s" has the key "%s", ignoring case, dashes, underscores and fillers', (name, key) => {
  expect(sectionKey(name)).toBe(key)
})

test('normalising a key returns the same key', () => {
  for (const name of ['Lower Tier 6', 'Grandstand A 2', 'Front stalls centre right', 'Club 54', 'North U3']) {
    expect(sectionKey(sectionKey(name))).toBe(sectionKey(name))
  }
})

const block = (name: string, level = '', otherNames: string[] = []): NamedBlock => ({
  id: name,
  name,
  level,
  otherNames,
})

function found(blocks: NamedBlock[], section: string): string | string[] | null {
  const match = sectionIndex(blocks).find(section)
  if (match.kind === 'none') return null
  return match.kind === 'block' ? match.id : match.ids
}

describe('a bowl with continuous block numbers', () => {
  const bowl = [
    block('Lower Tier 6', 'Lower Tier'),
    block('Club Level C54', 'Club Level'),
    block('Upper Tier 106', 'Upper Tier'),
    block('Upper Tier 107', 'Upper Tier', ['Kop Gate 7']),
  ]
  test.each([
    ['6', 'Lower Tier 6'],
    ['Block 6', 'Lower Tier 6'],
    ['Lower 6', 'Lower Tier 6'],
    ['lower-tier-06', 'Lower Tier 6'],
    ['L6', 'Lower Tier 6'],
    ['LT 6', 'Lower Tier 6'],
    ['North Stand Block 6', 'Lower Tier 6'],
    ['C54', 'Club Level C54'],
    ['Club 54', 'Club Level C54'],
    ['54', 'Club Level C54'],
    ['Section 106', 'Upper Tier 106'],
    ['kop gate 7', 'Upper Tier 107'],
    ['Upper Tier 6', null],
    ['Lower 106', null],
    ['U6', null],
    ['Box 6', null],
    ['6A', null],
    ['Lower Tier', null],
    ['General admission', null],
    ['', null],
  ])('"%s" is %s', (section, expected) => {
    expect(found(bowl, section)).toBe(expected)
  })
})

describe('a bowl with a block 1 in each tier', () => {
  const bowl = [block('Lower Tier 6', 'Lower Tier'), block('Upper Tier 6', 'Upper Tier')]
  test.each([
    ['Lower Tier 6', 'Lower Tier 6'],
    ['upper 6', 'Upper Tier 6'],
    ['U6', 'Upper Tier 6'],
    ['6', ['Lower Tier 6', 'Upper Tier 6']],
    ['Block 6', ['Lower Tier 6', 'Upper Tier 6']],
    ['Middle 6', null],
  ])('"%s" is %j', (section, expected) => {
    expect(found(bowl, section)).toEqual(expected)
  })
})

test('blocks of generated plans are found by their full and short names', () => {
  const circuit = ['Main grandstand 1', 'Grandstand A 1', 'Grandstand B 1', 'Bank 1'].map((name) =>
    block(name),
  )
  for (const { name } of circuit) expect(found(circuit, name)).toBe(name)
  expect(found(circuit, 'Grandstand A1')).toBe('Grandstand A 1')
  expect(found(circuit, 'A1')).toBe('Grandstand A 1')
  expect(found(circuit, '1')).toEqual(['Main grandstand 1', 'Bank 1'])
  const bowl = [block('Block 6', 'Lower tier'), block('Club 6', 'Club level')]
  expect(found(bowl, '6')).toBe('Block 6')
  expect(found(bowl, 'Club 6')).toBe('Club 6')
  const hall = ['Front stalls left', 'Front stalls centre', 'Box A'].map((name) => block(name))
  expect(found(hall, 'Front stalls, centre')).toBe('Front stalls centre')
  expect(found(hall, 'Front stalls')).toEqual(['Front stalls left', 'Front stalls centre'])
  expect(found(hall, 'Box A')).toBe('Box A')
})

test('all names of a block share one key; unknown and ambiguous names keep their own', () => {
  const index = sectionIndex([block('Lower Tier 6', 'Lower Tier'), block('Upper Tier 7', 'Upper Tier')])
  expect(new Set(['6', 'Block 6', 'Lower 6', 'lower-tier-6'].map(index.keyOf)).size).toBe(1)
  expect(index.keyOf('6')).not.toBe(index.keyOf('7'))
  expect(index.keyOf('Upper Tier 6')).toBe(sectionKey('upper 6'))
  expect(sectionIndex([]).keyOf('Block 6')).toBe('6')
})
