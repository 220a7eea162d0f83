import { expect, test } from 'vitest'
import { coverageByArea, readCitations, readRequirements, unknownCitations } from './spec-coverage.ts'

// Put together, so that this file's own samples are not taken for citations.
const cite = (...ids: string[]) => `[${ids.join(', ')}]`

const requirements = readRequirements(`# Title
### HOLD
- HOLD-01 (step 1, spec §4) A hold is placed.
- HOLD-02 (step 2, spec §4) A hold is released.
- X-HOLD-01 (step 1, product.md §4) A hold has an end.
Some prose with HOLD-09 in it.
`)

test('a requirement is an id, its area and its step', () => {
  expect(requirements).toEqual([
    { id: 'HOLD-01', area: 'HOLD', step: 1 },
    { id: 'HOLD-02', area: 'HOLD', step: 2 },
    { id: 'X-HOLD-01', area: 'X-HOLD', step: 1 },
  ])
})

test('an id that the list has twice is refused', () => {
  const line = '- HOLD-01 (step 1, spec §4) A hold is placed.\n'
  expect(() => readRequirements(line + line)).toThrow('HOLD-01 twice')
})

test('a test cites one id, several in one pair of brackets, or several pairs', () => {
  const text = [
    `test('${cite('HOLD-01')} one', () => {})`,
    `test('${cite('HOLD-02', 'X-HOLD-01')} two', () => {})`,
    `test.each([])("${cite('A-01')}${cite('B-01')} three", () => {})`,
  ].join('\n')
  expect(readCitations([{ path: 'a.test.ts', text }]).map(({ id }) => id)).toEqual([
    'HOLD-01',
    'HOLD-02',
    'X-HOLD-01',
    'A-01',
    'B-01',
  ])
})

test('a comment cites nothing', () => {
  const text = `// see ${cite('HOLD-01')}\n * and ${cite('HOLD-02')}\nconst index = list[FIRST-1]`
  expect(readCitations([{ path: 'a.test.ts', text }])).toEqual([])
})

test('a cited id that the list does not have is reported with its file', () => {
  const citations = [
    { id: 'HOLD-01', path: 'a.test.ts' },
    { id: 'HOLD-99', path: 'b.test.ts' },
  ]
  expect(unknownCitations(requirements, citations)).toEqual([{ id: 'HOLD-99', path: 'b.test.ts' }])
})

test('coverage counts an area’s ids and names those without a test', () => {
  const citations = [{ id: 'HOLD-01', path: 'a.test.ts' }]
  expect(coverageByArea(requirements, citations)).toEqual([
    { area: 'HOLD', total: 2, missing: [{ id: 'HOLD-02', area: 'HOLD', step: 2 }] },
    { area: 'X-HOLD', total: 1, missing: [{ id: 'X-HOLD-01', area: 'X-HOLD', step: 1 }] },
  ])
})

test('coverage of one step leaves the others out', () => {
  expect(coverageByArea(requirements, [], 2)).toEqual([
    { area: 'HOLD', total: 1, missing: [{ id: 'HOLD-02', area: 'HOLD', step: 2 }] },
  ])
})
