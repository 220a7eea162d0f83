import { expect, test } from 'vitest'
import { scrubText } from './scrub-text.ts'

test.each([
  ['no account for jo.marsh+x@example.co.uk', 'no account for [email]'],
  ['invalid input syntax for type integer: "Ottoline"', 'invalid input syntax for type integer: "[value]"'],
  ['duplicate key (username)=(jo)', 'duplicate key (username)=([value])'],
  ['getaddrinfo failed for https://key:pw@host/a?token=1', 'getaddrinfo failed for https://[url]'],
  ['card 4000 0566 5566 5556 was declined', 'card [number] was declined'],
  ['call +44 20 7946 0123 now', 'call [number] now'],
  ['token slug9Zk3vQxR7LpslugXX is unknown', 'token [token] is unknown'],
  ["unexpected 'Quillfeather' at 5", "unexpected '[value]' at 5"],
  ["place_holds_2 can't end: 3 lines of hold.rejected", "place_holds_2 can't end: 3 lines of hold.rejected"],
])('%s', (text, expected) => {
  expect(scrubText(text)).toBe(expected)
})

test('a long text is cut', () => {
  expect(scrubText('word '.repeat(1000)).length).toBe(500)
})
