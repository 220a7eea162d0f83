import { expect, test } from 'vitest'
import { coverageByArea, readCitations, readRequirements, unknownCitations } from './requirements.ts'

// Assembled, so that the samples in this file do not count as citations.
const cite = (...ids: string[]) => `[${ids.join(', ')}]`

const requirements = readRequirements(`# Title
### HOLD
- HOLD-01 (step 1, spec §4) A hold is placed.
- HOLD-02 (step 2, spec §4) A hold is released.
- X-HOLD-01 (step 1, product.md §4) A hold has an end.
Some prose with HOLD-09 in it.
`)

test('a requirement has an id, an area and a step', () => {
  expect(requirements).toEqual([
    { id: 'HOLD-01', area: 'HOLD', step: 1 },
    { id: 'HOLD-02', area: 'HOLD', step: 2 },
    { id: 'X-HOLD-01', area: 'X-HOLD', step: 1 },
  ])
})

test('a duplicate id is rejected', () => {
  const line = '- HOLD-01 (step 1, spec §4) A hold is placed.\n'
  expect(() => readRequirements(line + line)).toThrow('HOLD-01 twice')
})

test('a step with two digits is parsed', () => {
  expect(readRequirements('- HOLD-01 (step 12, spec §4) A hold is placed.\n')).toMatchObject([{ step: 12 }])
})

test.each([
  '- HOLD-1 (step 1, spec §4) Too few digits.',
  '- HOLD-01 (step 0, spec §4) No such step.',
  '- HOLD-01 (step one, spec §4) Not a number.',
  '- HOLD-01 Without its step.',
  '  - HOLD-01 (step 1, spec §4) Indented.',
])('a list item that is not a requirement fails the check: %s', (line) => {
  expect(() => readRequirements(`# Title\n${line}\n`)).toThrow('docs/requirements.md:2')
})

test('a test may cite ids in one or several pairs of brackets', () => {
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

test('comments do not count as citations', () => {
  const text = `// see ${cite('HOLD-01')}\n * and ${cite('HOLD-02')}\nconst index = list[FIRST-1]`
  expect(readCitations([{ path: 'a.test.ts', text }])).toEqual([])
})

test('a cited id that is not in the list is reported with its file', () => {
  const citations = [
    { id: 'HOLD-01', path: 'a.test.ts' },
    { id: 'HOLD-99', path: 'b.test.ts' },
  ]
  expect(unknownCitations(requirements, citations)).toEqual([{ id: 'HOLD-99', path: 'b.test.ts' }])
})

test("coverage counts an area's ids and names those without a test", () => {
  const citations = [{ id: 'HOLD-01', path: 'a.test.ts' }]
  expect(coverageByArea(requirements, citations)).toEqual([
    { area: 'HOLD', total: 2, missing: [{ id: 'HOLD-02', area: 'HOLD', step: 2 }] },
    { area: 'X-HOLD', total: 1, missing: [{ id: 'X-HOLD-01', area: 'X-HOLD', step: 1 }] },
  ])
})

test('coverage of one step ignores the others', () => {
  expect(coverageByArea(requirements, [], 2)).toEqual([
    { area: 'HOLD', total: 1, missing: [{ id: 'HOLD-02', area: 'HOLD', step: 2 }] },
  ])
})
