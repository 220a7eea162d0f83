import { expect, test } from 'vitest'
import { answered, pressed, type Wishes } from './wishes.ts'

const shown = (wishes: Wishes) => wishes['lst_1']?.isTracked

test('what failed is undone to what the server has said last', () => {
  const tracked = answered(pressed({}, 'lst_1', true), 'lst_1', true)
  const failed = answered(pressed(tracked, 'lst_1', false), 'lst_1', undefined)
  expect(shown(failed)).toBe(true)
  expect(answered(pressed({}, 'lst_1', true), 'lst_1', undefined)).toEqual({})
})

test('a press that fails after the next one was made leaves that one standing', () => {
  const both = pressed(pressed({}, 'lst_1', true), 'lst_1', false)
  const first = answered(both, 'lst_1', undefined)
  expect(shown(first)).toBe(false)
  expect(shown(answered(first, 'lst_1', false))).toBe(false)
})

test('listings do not disturb each other', () => {
  const wishes = answered(pressed(pressed({}, 'lst_1', true), 'lst_2', true), 'lst_2', undefined)
  expect(shown(wishes)).toBe(true)
})
