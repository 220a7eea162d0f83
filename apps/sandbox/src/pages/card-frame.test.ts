import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSandbox, type TestSandbox } from '../test/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.close())

test('the card frame loads only its own files and cannot send data anywhere', async () => {
  const page = await sandbox.server.inject('/sandbox/card-frame')
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(files).toEqual(['/sandbox/card-frame/sandbox.css', '/sandbox/card-frame/card-frame.js'])
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/)
  const script = await sandbox.server.inject('/sandbox/card-frame/card-frame.js')
  const imports = [...script.body.matchAll(/from '\.(\/[\w.-]+)'/g)].map(
    ([, path]) => `/sandbox/card-frame${path}`,
  )
  const styles = await sandbox.server.inject('/sandbox/card-frame/sandbox.css')
  const fonts = [...styles.body.matchAll(/url\('([^']+)'\)/g)].map(
    ([, name]) => `/sandbox/card-frame/${name}`,
  )
  expect(fonts).toEqual(['/sandbox/card-frame/inter.woff2'])
  for (const path of [...files, ...imports, ...fonts])
    expect((await sandbox.server.inject(path)).statusCode).toBe(200)
})

test('the card form labels its fields for browsers and screen readers', async () => {
  const { body } = await sandbox.server.inject('/sandbox/card-frame')
  for (const [id, label, filled] of [
    ['number', 'Card number', 'cc-number'],
    ['expiry', 'Expiry (MM / YY)', 'cc-exp'],
    ['cvc', 'CVC', 'cc-csc'],
  ] as const) {
    expect(body).toContain(`<label for="${id}">${label}</label>`)
    expect(body).toMatch(
      new RegExp(`<input\\s+id="${id}"\\s+inputmode="numeric"\\s+autocomplete="${filled}"`),
    )
  }
})

test('an unknown sandbox path returns 404 and not the shop’s page', async () => {
  expect((await sandbox.server.inject('/sandbox/elsewhere')).statusCode).toBe(404)
})
