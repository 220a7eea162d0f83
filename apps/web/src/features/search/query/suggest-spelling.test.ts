import { expect, test } from 'vitest'
import { suggestSpelling } from './suggest-spelling.ts'

const names = ['Arsenal', 'Manchester United', 'Bayern München', 'Inter', 'New York', 'Emirates Stadium']

test.each([
  ['wrsenla', 'Arsenal'],
  ['bayren munchne', 'Bayern München'],
  ['amnchetser', 'manchester'],
  ['amnchetser wasenal', 'manchester arsenal'],
  ['nwe yrok', 'New York'],
  ['statium', 'stadium'],
  // Correct spellings, or text unlike any name: no suggestion.
  ['Arsenal', null],
  ['bayern munchen', null],
  ['stadium', null],
  ['zzzzzzz', null],
  ['', null],
  ['ab', null],
  ['東京', null],
  ['!!!', null],
])('%s: %s', (text, suggestedText) => {
  expect(suggestSpelling(text, names)).toBe(suggestedText)
})

test('of two equally close names, the more popular one wins', () => {
  expect(suggestSpelling('xoma', ['Roma', 'Soma'])).toBe('Roma')
  expect(suggestSpelling('xoma', ['Soma', 'Roma'])).toBe('Soma')
})

test('long pasted text is not compared with names, which would block the browser', () => {
  expect(suggestSpelling('amnchetser '.repeat(5), names)).toBe('manchester '.repeat(5).trim())
  expect(suggestSpelling('amnchetser '.repeat(1000), names)).toBeNull()
})
