import { signingRoutes } from '@terrace/contracts/signing'
import type { TestApp } from '../../test/build-test-app.ts'

/** A browser that signs up: it keeps its cookie from call to call. For tests. */
export function testSignup(app: TestApp) {
  let cookie: string | undefined
  const headers = () => ({ ...(cookie !== undefined && { cookie }) })
  return {
    /** As the browser sends it. */
    cookie: () => cookie,
    nonce: () => cookie?.split('=')[1],
    async start(values: { name?: string; email?: string } = {}) {
      const answer = await app.app.inject({
        method: 'POST',
        url: '/api/signing/start',
        headers: headers(),
        payload: { name: 'Ann Buyer', email: 'ann@example.com', ...values },
      })
      const set = answer.headers['set-cookie']
      if (typeof set === 'string') cookie = set.split(';')[0]
      return signingRoutes.start.response.parse(answer.json()).data
    },
    async status() {
      const answer = await app.app.inject({ url: '/api/signing/status', headers: headers() })
      return signingRoutes.status.response.parse(answer.json()).data
    },
    get: (url: string) => app.app.inject({ url, headers: headers() }),
    post: (url: string, payload: object) =>
      app.app.inject({ method: 'POST', url, headers: headers(), payload }),
  }
}

export type TestSignup = ReturnType<typeof testSignup>
