import { expect, test } from 'vitest'
import { coloursOf } from './team-colours.ts'

test('a known team wears its own colours, anybody else a pair that follows from the name', () => {
  expect(coloursOf('Arsenal')).toEqual(['#b4112a', '#7a0b1c'])
  expect(coloursOf('Chelsea')).not.toEqual(coloursOf('Arsenal'))
  expect(coloursOf('Monaco Grand Prix')).toEqual(coloursOf('Monaco Grand Prix'))
  expect(coloursOf('Monaco Grand Prix')).not.toEqual(coloursOf('Qatar Grand Prix'))
  for (const colour of [...coloursOf('Real Madrid'), ...coloursOf('constructor')]) {
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  }
})
