import { afterEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
afterEach(() => app.close())

test.each([
  ['the demo', false, true],
  ['production', true, false],
])('%s: whether stored emails are shown at /dev/mail', async (_mode, production, isShown) => {
  app = await buildTestApp({ config: { production } })
  const page = await app.app.inject({ url: '/dev/mail', headers: { accept: 'text/html' } })
  // Elsewhere the address belongs to the web application, which has no such page.
  expect(page.statusCode === 200 && page.body.includes('/dev/mail.css')).toBe(isShown)
  expect((await app.app.inject('/dev/mail.css')).statusCode === 200).toBe(isShown)
})
