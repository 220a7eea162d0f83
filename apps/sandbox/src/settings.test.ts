import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'
import { testKeys } from './test/test-sandbox.ts'

const env = {
  SANDBOX_DIR: '/data/sandbox',
  SANDBOX_PORT: '4100',
  SANDBOX_MERCHANT: 'Any shop',
  SANDBOX_SECRET_KEY: testKeys.secretKey,
  SANDBOX_WEBHOOK_SECRET: testKeys.webhookSecret,
  SANDBOX_WEBHOOK_URL: 'http://127.0.0.1:4000/payments/webhook',
}

test('the sandbox listens on this machine only unless told otherwise', () => {
  expect(readSettings(env)).toMatchObject({ host: '127.0.0.1', port: 4100, merchant: 'Any shop' })
})

test.each(Object.keys(env))('without %s the sandbox does not start and names the variable', (name) => {
  expect(() => readSettings({ ...env, [name]: undefined })).toThrow(name)
})

test('a short key is rejected', () => {
  expect(() => readSettings({ ...env, SANDBOX_SECRET_KEY: 'sk_sandbox_1' })).toThrow('SANDBOX_SECRET_KEY')
})
