import { expect, test } from 'vitest'
import { assertServerVersion } from './server-version.ts'
import { SchemaError } from './schema-error.ts'

test.each([
  ['130021', '13.21'],
  ['140018', '14.18 (Debian 14.18-1.pgdg120+1)'],
])('a database of version %s is refused before anything is changed', (number, name) => {
  expect(() => assertServerVersion({ number, name })).toThrow(SchemaError)
  expect(() => assertServerVersion({ number, name })).toThrow(
    `This database is PostgreSQL ${name}; version 15 or newer is needed. Nothing was changed.`,
  )
})

test.each(['150018', '160009', '180004'])('version %s is accepted', (number) => {
  expect(() => assertServerVersion({ number, name: number })).not.toThrow()
})
