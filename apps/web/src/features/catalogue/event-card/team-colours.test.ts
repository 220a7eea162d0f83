import { expect, test } from 'vitest'
import { teamColours } from './team-colours.ts'

test('a known team has its own colours, any other name a derived pair', () => {
  expect(teamColours('Arsenal')).toEqual(['#b4112a', '#7a0b1c'])
  expect(teamColours('Chelsea')).not.toEqual(teamColours('Arsenal'))
  expect(teamColours('Monaco Grand Prix')).toEqual(teamColours('Monaco Grand Prix'))
  expect(teamColours('Monaco Grand Prix')).not.toEqual(teamColours('Qatar Grand Prix'))
  for (const colour of [...teamColours('Real Madrid'), ...teamColours('constructor')]) {
    expect(colour).toMatch(/^#[0-9a-f]{6}$/)
  }
})
