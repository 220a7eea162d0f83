import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../test/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

test.each([`/api/trade/events/${'9'.repeat(400)}`, '/api/%ZZ', '/api/nowhere'])(
  'an address that leads nowhere, or cannot be read, is refused like everything else: %s',
  async (address) => {
    const answer = await app.app.inject(address)
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toEqual({
      errors: { title: 'There is nothing at this address' },
      code: 'route.not_found',
      request_id: expect.any(String),
    })
  },
)
