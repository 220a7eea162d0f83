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
  ["place_holds can't end: 3 lines of hold.rejected", "place_holds can't end: 3 lines of hold.rejected"],
])('%s', (text, expected) => {
  expect(scrubText(text)).toBe(expected)
})

test.each(['word'.repeat(1_000_000), 'a.'.repeat(1_000_000), '"'.repeat(999_999), '=('.repeat(1_000_000)])(
  'a text of megabytes costs no more than a short one',
  (text) => {
    expect(scrubText(text).length).toBeLessThanOrEqual(500)
  },
)

test.each([
  ['an address', `${'https://x.example/'.padEnd(3985, 'x')} at jo.marsh@post.example`],
  ['a quoted value', `${'https://x.example/'.padEnd(3985, 'x')} for "Ottoline Marsh"`],
  ['a number', `${'https://x.example/'.padEnd(3985, 'x')} +442079460123`],
])('%s at the place where a long text is cut is removed, too', (_name, text) => {
  expect(scrubText(text)).toMatch(/^https:\/\/\[url\]/)
  expect(scrubText(text)).not.toMatch(/jo|Otto|\d/)
})

test('a long text is cut', () => {
  expect(scrubText('word '.repeat(1000)).length).toBe(500)
})
