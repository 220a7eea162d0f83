import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../../test/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test('the card frame brings only its own files and can send nothing anywhere', async () => {
  const page = await app.app.inject('/sandbox/card-frame')
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path ?? '')
  expect(files).toEqual(['/sandbox/card-frame/sandbox.css', '/sandbox/card-frame/card-frame.js'])
  expect(page.body).not.toMatch(/<script(?![^>]*src=)|<style|\son\w+=|\sstyle=/)
  const script = await app.app.inject('/sandbox/card-frame/card-frame.js')
  const imports = [...script.body.matchAll(/from '\.(\/[\w.-]+)'/g)].map(
    ([, path]) => `/sandbox/card-frame${path}`,
  )
  const styles = await app.app.inject('/sandbox/card-frame/sandbox.css')
  const letters = [...styles.body.matchAll(/url\('([^']+)'\)/g)].map(
    ([, name]) => `/sandbox/card-frame/${name}`,
  )
  expect(letters).toEqual(['/sandbox/card-frame/inter.woff2'])
  for (const path of [...files, ...imports, ...letters])
    expect((await app.app.inject(path)).statusCode).toBe(200)
})

test('the card form tells browsers and readers what each field is', async () => {
  const { body } = await app.app.inject('/sandbox/card-frame')
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

test('an address of the sandbox that is nothing is not the shop’s page', async () => {
  expect((await app.app.inject('/sandbox/elsewhere')).statusCode).toBe(404)
})
