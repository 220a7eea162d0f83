import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

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
