import { expect, test } from 'vitest'
import { namesIn } from './field-reader.ts'

test.each([
  ['Muse, "Earth, Wind & Fire", Blur', ',', ['Muse', 'Earth, Wind & Fire', 'Blur']],
  ['“Crosby, Stills & Nash”, Muse', ',', ['Crosby, Stills & Nash', 'Muse']],
  ['Ann (with Ben, Cid), Dan [DJ set, late]', ',', ['Ann (with Ben, Cid)', 'Dan [DJ set, late]']],
  ['Big 12", Small 7", Muse', ',', ['Big 12"', 'Small 7"', 'Muse']],
  ['Ann "The Voice, live" Lee, Muse', ',', ['Ann "The Voice', 'live" Lee', 'Muse']],
  ['Ann (unfinished, Ben', ',', ['Ann (unfinished', 'Ben']],
  ['AC/DC / Muse', '/', ['AC/DC', 'Muse']],
  ['Muse; "A; B" | Blur', undefined, ['Muse', 'A; B', 'Blur']],
] as const)('a line-up %s has its names', (text, separator, names) => {
  expect(namesIn(text, separator)).toEqual(names)
})
