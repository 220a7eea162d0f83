import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'
import { examineCollation, readCollation, type Collation } from './examine-collation.ts'

const fixture = cliFixture()

test('the embedded database sorts by code point', async () => {
  const collation = await readCollation(fixture.db)
  expect(collation).toEqual({ provider: 'builtin', locale: 'C.UTF-8', canBeBuiltin: true })
  expect(examineCollation(collation)).toEqual([])
})

const older = { provider: 'libc', canBeBuiltin: false } as const

test.each<Collation>([
  { provider: 'builtin', locale: 'C', canBeBuiltin: true },
  { ...older, locale: 'C' },
  { ...older, locale: 'POSIX' },
  { ...older, locale: 'C.UTF-8' },
  { ...older, locale: 'C.utf8' },
])('$provider with $locale is right', (collation) => {
  expect(examineCollation(collation)).toEqual([])
})

test.each<Collation & { remedy: string }>([
  { ...older, locale: 'en_US.utf8', remedy: "locale_provider libc lc_collate 'C' lc_ctype 'C.UTF-8'" },
  { ...older, provider: 'icu', locale: 'en', remedy: "locale_provider libc lc_collate 'C'" },
  { provider: 'icu', locale: 'en-US', canBeBuiltin: true, remedy: "builtin_locale 'C.UTF-8' locale 'C'" },
  { provider: 'libc', locale: 'en_US.UTF-8', canBeBuiltin: true, remedy: 'locale_provider builtin' },
])('$provider with $locale is a problem, with the statement that creates the right database', (wrong) => {
  const { remedy, ...collation } = wrong
  expect(examineCollation(collation)).toEqual([
    {
      level: 'problem',
      part: 'database',
      text: expect.stringContaining(`sorts by the rules of ${wrong.locale}`),
      remedy: expect.stringContaining(remedy),
    },
  ])
})
