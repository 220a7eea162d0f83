import { expect, test } from 'vitest'
import { productionEnv } from '#api/test/fixtures/production-env.ts'
import { findConfigProblems, readConfig, readDatabaseConfig } from './config.ts'

test('problems of all concerns are reported in one message, each once', () => {
  const read = () =>
    readConfig({
      APP_ENV: 'staging',
      PORT: 'http',
      PAYMENT_GATEWAY: 'stripe',
      FILE_STORE: 's3',
      REALTIME_KEY: 'key',
    })
  expect(read).toThrow(/^Configuration is not valid\. /)
  for (const name of ['APP_ENV', 'PORT', 'DATABASE_URL', 'PAYMENT_GATEWAY', 'FILE_STORE', 'REALTIME_APP_ID'])
    expect(read).toThrow(new RegExp(`(\\. |; )${name}: `))
  expect(read).not.toThrow(/APP_ENV: .*APP_ENV: /)
})

test('production reports missing variables together with invalid ones of the same concern', () => {
  const read = () =>
    readConfig({ APP_ENV: 'production', DATABASE_URL: 'postgres://localhost/none', MAIL_FROM: 'nobody' })
  expect(read).toThrow(/MAIL_FROM: /)
  expect(read).toThrow(/SMTP_URL: production needs a mail server/)
})

test('production takes no generated or missing secrets, no sandbox and no folder of emails', () => {
  const env: Record<string, string> = {
    ...productionEnv,
    DATABASE_URL: 'postgres://localhost/none?sslmode=verify-full',
    ALLOW_SANDBOX_IN_PRODUCTION: 'true',
  }
  const namesWithout = (...removed: string[]) => {
    const left = Object.fromEntries(Object.entries(env).filter(([name]) => !removed.includes(name)))
    return findConfigProblems(left).map(({ name }) => name)
  }
  const always = namesWithout()
  const refusals = [
    ['DATA_ENCRYPTION_KEYS', ['DATA_ENCRYPTION_KEYS']],
    ['SMTP_URL', ['SMTP_URL']],
    ['PAYMENT_GATEWAY', ['ALLOW_SANDBOX_IN_PRODUCTION']],
    ['REALTIME_APP_ID', ['REALTIME_APP_ID', 'REALTIME_KEY', 'REALTIME_SECRET']],
  ] as const
  for (const [named, removed] of refusals) {
    expect(always).not.toContain(named)
    expect(namesWithout(...removed)).toContain(named)
  }
})

test('commands that use the database only do not need the settings of the server', () => {
  const env = { APP_ENV: 'production', DATABASE_URL: 'postgres://localhost/none' }
  expect(readDatabaseConfig(env)).toMatchObject({ production: true, databaseUrl: env.DATABASE_URL })
})

test('a transaction pooler needs the direct address of the database, which is otherwise the same', () => {
  const env = { DATABASE_URL: 'postgres://pooler/terrace' }
  expect(readDatabaseConfig(env).directDatabaseUrl).toBe(env.DATABASE_URL)
  const pooled = { ...env, DATABASE_POOLER: 'transaction' }
  expect(() => readDatabaseConfig(pooled)).toThrow(
    /DATABASE_DIRECT_URL: must be the URL .* without the pooler/,
  )
  const direct = 'postgres://database/terrace'
  expect(readDatabaseConfig({ ...pooled, DATABASE_DIRECT_URL: direct })).toMatchObject({
    databaseUrl: env.DATABASE_URL,
    directDatabaseUrl: direct,
  })
})

test.each(['0.0.0.0', '::', '192.0.2.7', 'terrace.example'])(
  'the demo does not listen on %s by accident',
  (host) => {
    const env = { DATABASE_URL: 'postgres://localhost/none', HOST: host }
    expect(() => readConfig(env)).toThrow(
      /HOST: .*APP_ENV=production, HOST=127.0.0.1, or ALLOW_PUBLIC_DEMO=yes/,
    )
    expect(readConfig({ ...env, ALLOW_PUBLIC_DEMO: 'yes' })).toMatchObject({ host })
  },
)

test.each(['127.0.0.1', '127.9.9.9', '::1', 'localhost'])('the demo listens on %s', (host) => {
  expect(readConfig({ DATABASE_URL: 'postgres://localhost/none', HOST: host })).toMatchObject({ host })
})
