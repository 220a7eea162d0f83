import { expect, test } from 'vitest'
import { nearestSpelling } from './nearest-spelling.ts'

const names = ['Arsenal', 'Manchester United', 'Bayern München', 'Inter', 'New York', 'Emirates Stadium']

test.each([
  ['wrsenla', 'Arsenal'],
  ['bayren munchne', 'Bayern München'],
  ['amnchetser', 'manchester'],
  ['amnchetser wasenal', 'manchester arsenal'],
  ['nwe yrok', 'New York'],
  ['statium', 'stadium'],
  // Spelt as the names are, or like none of them: then the spelling is not what is wrong.
  ['Arsenal', null],
  ['bayern munchen', null],
  ['stadium', null],
  ['zzzzzzz', null],
  ['', null],
  ['ab', null],
  ['東京', null],
  ['!!!', null],
])('%s: %s', (text, meant) => {
  expect(nearestSpelling(text, names)).toBe(meant)
})

test('of two that are as near, the more wanted one is meant', () => {
  expect(nearestSpelling('xoma', ['Roma', 'Soma'])).toBe('Roma')
  expect(nearestSpelling('xoma', ['Soma', 'Roma'])).toBe('Soma')
})

test('a pasted page is not compared with names: that would hold up the browser', () => {
  expect(nearestSpelling('amnchetser '.repeat(5), names)).toBe('manchester '.repeat(5).trim())
  expect(nearestSpelling('amnchetser '.repeat(1000), names)).toBeNull()
})
