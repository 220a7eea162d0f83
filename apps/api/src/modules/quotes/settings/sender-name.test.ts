import { expect, test } from 'vitest'
import { containsBrand } from '#api/shared/text/brand-name.ts'
import { senderNameOf } from './sender-name.ts'

test.each([
  ['plain', 'Terrace'],
  ['another case', 'TERRACE Support'],
  ['spaces and signs', 'T-e r.r\u00B7a c e'],
  ['accents', 'T\u00E9rr\u00E2ce'],
  ['wide letters', '\uFF34\uFF25\uFF32\uFF32\uFF21\uFF23\uFF25'],
  ['Cyrillic letters', '\u0422\u0435rr\u0430\u0441\u0435 Security'],
  ['Cyrillic letters throughout', '\u0442\u0435\u0433\u0433\u0430\u0441\u0435'],
  ['Greek letters', '\u03A4\u0395rr\u0391\u03F9\u0395'],
])('the brand is found in a name: %s', (_, name) => {
  expect(containsBrand(name, 'Terrace')).toBe(true)
  expect(senderNameOf({ name, teamName: 'Jo Marsh' }, 'Terrace')).toBe('A broker')
  expect(senderNameOf({ name: '', teamName: name }, 'Terrace')).toBe('A broker')
})

test.each([
  'Harbour Seats',
  'Terra Events',
  '\u0411\u0438\u043B\u0435\u0442\u044B \u041C\u043E\u0441\u043A\u0432\u0430',
  '\u0395\u03B9\u03C3\u03B9\u03C4\u03AE\u03C1\u03B9\u03B1',
])('a team sends as %s', (name) => {
  expect(senderNameOf({ name, teamName: 'Jo Marsh' }, 'Terrace')).toBe(name)
  expect(senderNameOf({ name: '', teamName: name }, 'Terrace')).toBe(name)
})

test('a brand in another script is found as well', () => {
  expect(containsBrand('\u0411\u0438\u043B\u0435\u0442 24', '\u0411\u0438\u043B\u0435\u0442')).toBe(true)
})

test('a brand without letters reserves no name', () => {
  expect(containsBrand('Harbour Seats', '\u2605')).toBe(false)
})
