import { expect, test } from 'vitest'
import { gbp } from '#web/test/factories.ts'
import { quickEntryParams } from './quick-entry.ts'
import { resolveVenueParts } from './resolve-venue-parts.ts'

const named = (name: string, id = 0) => ({ id, name, count: 1, min_price: gbp('50.00') })
const facets = {
  categories: [named('Lower tier side', 1), named('Lower tier behind goal', 2), named('Category 1', 3)],
  sections: [named('Block 126'), named('Upper Block 401'), named('126A')],
}

test.each([
  ['lower', { category: [1, 2] }],
  ['lower tier', { category: [1, 2] }],
  ['cat 1', { category: [3] }],
  ['category 1', { category: [3] }],
  ['block 126', { section: ['Block 126'] }],
  ['upper', { section: ['Upper Block 401'] }],
  ['middle', { ignored_word: ['middle'] }],
])('"%s" is what this event calls so', (venuePart, expected) => {
  const { venue_part: cleared, ...params } = resolveVenueParts([venuePart], {}, facets)
  expect(cleared).toBeUndefined()
  expect(JSON.parse(JSON.stringify(params))).toEqual(expected)
})

test('parts of the venue add to what is selected already', () => {
  const params = { category: [3], section: ['Block 126'], ignored_word: ['hamlet'] }
  expect(resolveVenueParts(['lower', 'middle'], params, facets)).toEqual({
    venue_part: undefined,
    category: [3, 1, 2],
    section: ['Block 126'],
    ignored_word: ['hamlet', 'middle'],
  })
})

test('a search that asks nothing of listings opens the event without parameters', () => {
  expect(quickEntryParams({ listing: {}, ignoredWords: [] })).toEqual({})
  expect(quickEntryParams({ listing: { quantity: 4 }, ignoredWords: ['x'] })).toEqual({
    quantity: 4,
    ignored_word: ['x'],
  })
})
