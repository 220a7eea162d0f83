import { expect, test } from 'vitest'
import { matchKey } from './match-key.ts'

test.each([
  ['Arsenal FC', 'arsenal fc'],
  ['1. FC Köln', '1 fc koln'],
  ['Brighton & Hove Albion', 'brighton and hove albion'],
  ['A.F.C. Bournemouth', 'afc bournemouth'],
  ['O’Neills', 'oneills'],
  ['İstanbul Başakşehir', 'istanbul basaksehir'],
  ['Зенит-2', 'зенит 2'],
  ['Спартак-2', 'спартак 2'],
  ['Ολυμπιακός', 'ολυμπιακος'],
  ['横浜F・マリノス', '横浜f マリノス'],
  ['मुंबई सिटी', 'मुंबई सिटी'],
  ['الأهلي', 'الأهلي'],
])('"%s" matches as "%s"', (name, key) => {
  expect(matchKey(name)).toBe(key)
  expect(matchKey(key)).toBe(key)
})

test.each(['', ' ', '!!!', '🏟️'])('"%s" has a key without letters', (name) => {
  expect(matchKey(name)).toMatch(/^n [0-9a-z]{7}$/)
})
