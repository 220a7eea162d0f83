import type { InjectOptions } from 'fastify'
import { openSandbox, type SandboxOptions } from '../sandbox.ts'

export const testKeys = {
  secretKey: `sk_sandbox_${'0'.repeat(32)}`,
  webhookSecret: `whsec_sandbox_${'0'.repeat(32)}`,
}

let keys = 0
/** An idempotency key that no other call has. */
export const nextKey = () => `test-${(keys += 1)}`

/** A sandbox in memory, with calls of its shop. */
export async function openTestSandbox(options: Partial<SandboxOptions> = {}) {
  const sandbox = await openSandbox({
    ...testKeys,
    file: ':memory:',
    merchant: 'Terrace',
    postEvent: () => Promise.resolve(200),
    ...options,
  })
  const { server } = sandbox

  async function call(request: InjectOptions, key?: string) {
    const { authorization = `Bearer ${testKeys.secretKey}`, ...headers } = request.headers ?? {}
    const response = await server.inject({
      ...request,
      headers: { ...headers, authorization, ...(key !== undefined && { 'idempotency-key': key }) },
    })
    // Tests compare the parts that they expect.
    return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
  }
  const post = (path: string, payload: object = {}, key = nextKey()) =>
    call({ method: 'POST', url: `/sandbox/v1${path}`, payload }, key)
  const get = (path: string) => call({ url: `/sandbox/v1${path}` })

  return {
    ...sandbox,
    post,
    get,
    /** Creates a payment and returns its id. */
    async createIntent(values: object = {}) {
      const { body } = await post('/payment_intents', {
        amount: 10_00,
        currency: 'gbp',
        capture_method: 'manual',
        description: 'Two tickets',
        metadata: {},
        ...values,
      })
      return String(body['id'])
    },
    confirm: (id: string, paymentMethod: string, key?: string) =>
      post(`/payment_intents/${id}/confirm`, { payment_method: paymentMethod, return_url: '/checkout' }, key),
    capture: (id: string) => post(`/payment_intents/${id}/capture`),
    /** Sends the form of the bank's page. */
    submitChallenge: (url: string, payload: string) =>
      server.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload,
      }),
  }
}

export type TestSandbox = Awaited<ReturnType<typeof openTestSandbox>>

/** URL of the bank's page that a response asks for. */
export function challengeUrl({ body }: { body: Record<string, unknown> }): string {
  const action = body['next_action'] as { redirect_to_url: { url: string } } | null
  if (!action) throw new Error(`no challenge but ${JSON.stringify(body)}`)
  return action.redirect_to_url.url
}
