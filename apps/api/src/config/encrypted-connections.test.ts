import { expect, test } from 'vitest'
import { productionEnv } from '#api/test/fixtures/production-env.ts'
import { findConfigProblems } from './config.ts'

const here = { ...productionEnv, DATABASE_URL: 'postgres://localhost/none' }

/** The variables that production rejects because they would not be encrypted. */
const plainOf = (env: Record<string, string>) =>
  findConfigProblems({ ...here, ...env })
    .filter(({ message }) => message.includes('ALLOW_UNENCRYPTED'))
    .map(({ name }) => name)

test.each([
  ['TRADE_ORIGINS', 'http://tickets.example.com'],
  ['TRADE_ORIGINS', 'https://a.example.com,http://b.example.com'],
  ['DATABASE_URL', 'postgres://terrace:secret@db.internal/terrace'],
  ['DATABASE_URL', 'postgres://db.internal/terrace?sslmode=disable'],
  ['DATABASE_URL', 'postgres://db.internal/terrace?sslmode=prefer'],
  ['DATABASE_URL', 'postgres://localhost/terrace?host=db.internal'],
  ['DATABASE_DIRECT_URL', 'postgres://db.internal/terrace'],
  ['DATABASE_REPLICA_URL', 'postgres://replica.internal/terrace'],
  ['VALKEY_URL', 'redis://cache.internal:6379'],
  ['SMTP_URL', 'smtp://mail.internal'],
  ['S3_ENDPOINT', 'http://files.internal:9000'],
])('production rejects %s=%s without naming its value', (name, value) => {
  expect(plainOf({ [name]: value })).toEqual([name])
  const problems = JSON.stringify(findConfigProblems({ ...here, [name]: value }))
  expect(problems).not.toContain('secret')
})

test.each([
  ['TRADE_ORIGINS', 'https://tickets.example.com,http://localhost:4000'],
  ['DATABASE_URL', 'postgres://db.internal/terrace?sslmode=verify-full'],
  ['DATABASE_URL', 'postgres:///terrace?host=/var/run/postgresql'],
  ['DATABASE_URL', 'postgres://127.0.0.1/terrace'],
  ['VALKEY_URL', 'rediss://cache.internal:6379'],
  ['VALKEY_URL', 'redis://[::1]:6379'],
  ['SMTP_URL', 'smtps://mail.internal'],
  ['SMTP_URL', 'smtp://mail.internal?requireTLS=true'],
])('production accepts %s=%s', (name, value) => {
  expect(plainOf({ [name]: value })).toEqual([])
})

test('a setting allows plain connections one by one, and the demo needs none', () => {
  const plain = { DATABASE_URL: 'postgres://db.internal/terrace', VALKEY_URL: 'redis://cache.internal' }
  expect(plainOf({ ...plain, ALLOW_UNENCRYPTED: 'database' })).toEqual(['VALKEY_URL'])
  expect(plainOf({ ...plain, ALLOW_UNENCRYPTED: 'database, valkey' })).toEqual([])
  expect(plainOf({ ...plain, APP_ENV: 'demo' })).toEqual([])
  // Another problem of the same variable is reported with it.
  expect(plainOf({ TRADE_ORIGINS: 'http://tickets.example.com/path' })).toEqual(['TRADE_ORIGINS'])
  const unknown = findConfigProblems({ ...here, ALLOW_UNENCRYPTED: 'everything' })
  expect(unknown.map(({ name }) => name)).toContain('ALLOW_UNENCRYPTED')
})
