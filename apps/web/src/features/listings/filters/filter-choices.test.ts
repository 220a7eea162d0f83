import { expect, test } from 'vitest'
import { toggleChoice } from './filter-choices.ts'

test('seller ids that differ only in case or dashes are different sellers', () => {
  expect(toggleChoice('seller', 'tm_a-b', { seller: ['tm_A_b'] })).toEqual({ seller: ['tm_A_b', 'tm_a-b'] })
})

test('a section is the same in any case and with dashes for spaces', () => {
  expect(toggleChoice('section', 'Lower-Tier 6', { section: ['lower tier 6'] })).toEqual({
    section: undefined,
  })
})
