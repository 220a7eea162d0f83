import { expect, test } from 'vitest'
import { assertServerVersion } from './server-version.ts'
import { SchemaError } from './schema-error.ts'

test.each([
  ['150018', '15.18 (Debian 15.18-0+deb12u1)'],
  ['160009', '16.9'],
])('a database of version %s is refused before anything is changed', (number, name) => {
  expect(() => assertServerVersion({ number, name })).toThrow(SchemaError)
  expect(() => assertServerVersion({ number, name })).toThrow(
    `This database is PostgreSQL ${name}; version 17 or newer is needed. Nothing was changed.`,
  )
})

test.each(['170000', '180004'])('version %s is accepted', (number) => {
  expect(() => assertServerVersion({ number, name: number })).not.toThrow()
})
