import { expect, test } from 'vitest'
import { primeTimeNames } from './prime-time.ts'

test.each([
  ['NFL', '2026-11-29T20:20', true, 'SNF'],
  ['NFL', '2026-11-29T17:20', true, 'SNF'],
  ['NFL', '2026-11-29T16:25', true, undefined],
  ['NFL', '2026-11-30T20:15', true, 'MNF'],
  ['NFL', '2026-12-03T20:15', true, 'TNF'],
  ['NFL', '2026-12-05T20:15', true, undefined],
  ['NFL', '2026-11-29T20:20', false, undefined],
  ['Premier League', '2026-11-29T20:20', true, undefined],
])('a %s game at %s (time confirmed: %s) is called %s', (competition, local, timeConfirmed, name) => {
  const localSeconds = Date.parse(`${local}Z`) / 1000
  expect(primeTimeNames(competition, { localSeconds, timeConfirmed })[1]).toBe(name)
})
