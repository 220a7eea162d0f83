import { contentRoutes } from '@terrace/contracts/content'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { clearText, setText } from './set-text.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
beforeEach(async () => {
  for (const name of ['terms', 'privacy'] as const) await clearText({ db: app.db }, { name })
})
afterAll(() => app.close())

const read = async (name: 'terms' | 'privacy') =>
  (await app.visitor.call(contentRoutes.text, { params: { name } })).data.data
const bytes = (text: string) => new TextEncoder().encode(text)

test('[X-POLICY-01] a page is empty without the operator’s text and shows the latest one', async () => {
  expect(await read('terms')).toEqual({ name: 'terms', text: null, updated_at: null })
  await setText({ db: app.db }, { name: 'terms', bytes: bytes('\uFEFF# Terms\r\n\r\nBe <b>fair</b>.\n') })
  expect(await read('terms')).toMatchObject({ text: '# Terms\n\nBe <b>fair</b>.' })
  await setText({ db: app.db }, { name: 'terms', bytes: bytes('Another text') })
  expect(await read('terms')).toMatchObject({ text: 'Another text' })
  expect(await read('privacy')).toMatchObject({ text: null })
  expect(await clearText({ db: app.db }, { name: 'terms' })).toBe(true)
  expect(await clearText({ db: app.db }, { name: 'terms' })).toBe(false)
  expect(await read('terms')).toMatchObject({ text: null })
})

test.each([
  ['only whitespace', bytes(' \n\t '), 'content.empty'],
  ['invalid UTF-8', Uint8Array.of(0xc3, 0x28), 'content.not_text'],
  ['a NUL', bytes('a\0b'), 'content.not_text'],
  ['more than 200,000 characters', bytes('x'.repeat(200_001)), 'content.too_long'],
])('%s is rejected and keeps the previous text', async (_, given, code) => {
  await setText({ db: app.db }, { name: 'privacy', bytes: bytes('Previous text') })
  await expect(setText({ db: app.db }, { name: 'privacy', bytes: given })).rejects.toMatchObject({ code })
  expect(await read('privacy')).toMatchObject({ text: 'Previous text' })
})

test('an unknown page is rejected by name', async () => {
  const response = await app.app.inject({ url: '/api/trade/content/imprint' })
  expect(response.statusCode).toBe(422)
  expect(response.json()).toMatchObject({ errors: { fields: { name: [expect.any(String)] } } })
})
