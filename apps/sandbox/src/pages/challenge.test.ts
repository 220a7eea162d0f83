import { afterAll, beforeAll, expect, test } from 'vitest'
import { challengeUrl, openTestSandbox, type TestSandbox } from '../test/test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox({ merchant: 'Ticket <b>& Co' })
})
afterAll(() => sandbox.close())

/** Creates a payment with a bank challenge and returns the challenge's URL. */
async function startChallenge() {
  const id = await sandbox.createIntent({ amount: 1_234_50 })
  return { id, url: challengeUrl(await sandbox.confirm(id, 'pm_card_authenticationRequired')) }
}
const statusOf = async (id: string) => (await sandbox.get(`/payment_intents/${id}`)).body['status']
const approve = (url: string) => sandbox.submitChallenge(url, 'decision=approve')

test('[X-PAY-04] the challenge page shows amount, merchant and card and offers both responses', async () => {
  const page = await sandbox.server.inject((await startChallenge()).url)
  expect(page.statusCode).toBe(200)
  expect(page.body).toContain('£1,234.50')
  expect(page.body).toContain('Ticket &lt;b&gt;&amp; Co')
  expect(page.body).toContain('Visa ending in 3184')
  expect(page.body).toMatch(/<button[^>]*value="approve">Approve<[\s\S]*<button[^>]*value="fail">Fail</)
  expect(page.body).not.toContain('<script')
  expect(page.headers).toMatchObject({
    'content-security-policy': expect.stringContaining("frame-ancestors 'none'"),
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
  })
})

test('[X-PAY-04] approving authorises and leads back to the purchase; a second press changes nothing', async () => {
  const { id, url } = await startChallenge()
  for (const decision of ['approve', 'approve', 'fail']) {
    const response = await sandbox.submitChallenge(url, `decision=${decision}`)
    expect([response.statusCode, response.headers.location]).toEqual([303, '/checkout'])
    expect(await statusOf(id)).toBe('requires_capture')
  }
  const repeated = await sandbox.server.inject(url)
  expect(repeated.body).toContain('Already completed')
  expect(repeated.body).toContain('href="/checkout"')
})

test('[X-PAY-04] pressing both buttons at once counts as one response', async () => {
  const { id, url } = await startChallenge()
  await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      sandbox.submitChallenge(url, `decision=${index % 2 ? 'fail' : 'approve'}`),
    ),
  )
  expect(await statusOf(id)).toBe('requires_capture')
})

test('[X-PAY-04] a response after the payment was cancelled changes nothing', async () => {
  const { id, url } = await startChallenge()
  await sandbox.post(`/payment_intents/${id}/cancel`)
  expect((await approve(url)).statusCode).toBe(303)
  expect(await statusOf(id)).toBe('canceled')
})

test('[X-PAY-04] without its secret the page shows and accepts nothing', async () => {
  const [first, second] = [await startChallenge(), await startChallenge()]
  const secondSecret = new URL(second.url, 'http://localhost').search
  const [path = ''] = first.url.split('?')
  for (const url of [path, `${path}?secret=guess`, `${path}${secondSecret}`]) {
    const page = await sandbox.server.inject(url)
    expect(page.statusCode).toBe(404)
    expect(page.body).not.toContain('1,234')
    expect((await approve(url)).statusCode).toBe(404)
  }
  expect(await statusOf(first.id)).toBe('requires_action')
  expect(new URLSearchParams(secondSecret).get('secret')).toMatch(/^[\w-]{43}$/)
})

test('[X-PAY-04] a form without a response changes nothing', async () => {
  const { id, url } = await startChallenge()
  expect((await sandbox.submitChallenge(url, 'decision=maybe')).headers.location).toBe(url)
  expect(await statusOf(id)).toBe('requires_action')
})

test.each(['https://evil.example/', '//evil.example/', String.raw`/\evil.example/`])(
  '[X-PAY-04] a challenge never leads to another site: %s',
  async (url) => {
    const id = await sandbox.createIntent()
    const { status, body } = await sandbox.post(`/payment_intents/${id}/confirm`, {
      payment_method: 'pm_card_visa',
      return_url: url,
    })
    expect([status, body]).toEqual([400, { error: expect.objectContaining({ param: 'return_url' }) }])
  },
)

test('a saved card removed during a challenge still completes its payment', async () => {
  const { body } = await sandbox.post('/customers', { name: 'Seven', metadata: {} })
  const customer = String(body['id'])
  const saving = { customer, setup_future_usage: 'off_session' }
  const first = await sandbox.createIntent(saving)
  await approve(challengeUrl(await sandbox.confirm(first, 'pm_card_authenticationRequired')))
  const { data } = (await sandbox.get(`/customers/${customer}/payment_methods`)).body
  const [card] = data as { id: string }[]

  const second = await sandbox.createIntent({ customer })
  const url = challengeUrl(await sandbox.confirm(second, card?.id ?? ''))
  await sandbox.post(`/payment_methods/${card?.id}/detach`)
  expect((await approve(url)).statusCode).toBe(303)
  expect((await sandbox.capture(second)).body['status']).toBe('succeeded')
  const third = await sandbox.createIntent({ customer })
  expect((await sandbox.confirm(third, card?.id ?? '')).status).toBe(404)
})
