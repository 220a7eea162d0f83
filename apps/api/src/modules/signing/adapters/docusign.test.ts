import { createHmac } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { powerFormUrl } from '../docusign/power-form.ts'
import fixture from '../fixtures/envelope-completed.json' with { type: 'json' }
import { signingSuite } from '../signing.suite.ts'
import { testSignup } from '#api/test/fixtures/signup-fixture.ts'

const powerForm = {
  url: 'https://powerforms.docusign.example/6f1c?env=na3&acct=ac1&v=2',
  signerRole: 'Signer',
  ccRole: 'CC',
  cc: { name: 'Ops', email: 'ops@example.com' },
  referenceField: undefined,
}
const keys = ['an older key', fixture.hmac_key]

const open = (legacyChannel?: string, referenceField?: string) =>
  buildTestApp({
    config: {
      signing: { docusign: { powerForm: { ...powerForm, referenceField }, hmacKeys: keys }, legacyChannel },
    },
  })

const signatureOf = (body: string, key = fixture.hmac_key) =>
  createHmac('sha256', key).update(body).digest('base64')

function deliver(app: TestApp, body: string, headers: Record<string, string>) {
  return app.app.inject({
    method: 'POST',
    url: '/signing/docusign/webhook',
    headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
    payload: body,
  })
}

const connectMessage = (email: string, event = 'envelope-completed') =>
  fixture.raw_body.replace('ann@example.com', email).replace('envelope-completed', event)
const envelopeId: string = JSON.parse(fixture.raw_body).data.envelopeId

signingSuite('DocuSign', {
  open: () => open(),
  async sign(app, _signup, _frameUrl, email) {
    const body = connectMessage(email)
    const response = await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })
    expect(response.statusCode).toBe(200)
    return envelopeId
  },
})

test('[SIGN-09] the PowerForm URL has name and email of signer and carbon copy in their roles', async () => {
  const app = await open()
  const { frame_url } = await testSignup(app).start({ name: 'Ünal & Söhne?', email: 'a+b@example.com' })
  const url = new URL(frame_url)
  expect(url.origin + url.pathname).toBe('https://powerforms.docusign.example/6f1c')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    env: 'na3',
    acct: 'ac1',
    v: '2',
    Signer_UserName: 'Ünal & Söhne?',
    Signer_Email: 'a+b@example.com',
    CC_UserName: 'Ops',
    CC_Email: 'ops@example.com',
  })
  await app.close()
})

test.each([
  ['Trade Buyer', 'Trade+Buyer_UserName=Ann'],
  ['Käufer/1', 'K%C3%A4ufer%2F1_UserName=Ann'],
  ['a&b=c', 'a%26b%3Dc_UserName=Ann'],
])('[SIGN-09] a role named %s stays one parameter', (signerRole, expected) => {
  const url = powerFormUrl(
    { ...powerForm, signerRole },
    { signingId: 'sgn_1', name: 'Ann', email: 'ann@example.com' },
  )
  expect(url).toContain(expected)
  expect(new URL(url).searchParams.get(`${signerRole}_UserName`)).toBe('Ann')
})

test.each([null, { textCustomFields: null }, { textCustomFields: [{ fieldId: '1' }] }, 'none'])(
  'a signature counts whatever the custom fields of its envelope hold: %j',
  async (customFields) => {
    const app = await open()
    const signer = testSignup(app)
    await signer.start()
    const message = JSON.parse(connectMessage('ann@example.com'))
    message.data.envelopeSummary.customFields = customFields
    const body = JSON.stringify(message)
    await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })
    expect((await signer.status()).envelope_id).toBe(envelopeId)
    await app.close()
  },
)

describe('with a reference field', () => {
  const field = 'terrace_signing'
  /** Connect's message for the envelope with the reference that the form of this address carries. */
  function referenced(email: string, frameUrl: string): string {
    const value = new URL(frameUrl).searchParams.get(`EnvelopeField_${field}`)
    const customFields = { textCustomFields: [{ fieldId: '1', name: field, value }] }
    const message = JSON.parse(connectMessage(email))
    message.data.envelopeSummary.customFields = customFields
    return JSON.stringify(message)
  }
  const send = async (app: TestApp, body: string) =>
    (await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })).json().data.status

  signingSuite('DocuSign with a reference', {
    open: () => open(undefined, field),
    async sign(app, _signup, frameUrl, email) {
      await send(app, referenced(email, frameUrl))
      return envelopeId
    },
  })

  test('a signature counts only in the browser that started it, not in another one with its email address', async () => {
    const app = await open(undefined, field)
    const [signer, thief] = [testSignup(app), testSignup(app)]
    const { frame_url } = await signer.start()
    await thief.start()
    expect(await send(app, referenced('ann@example.com', frame_url))).toBe('recorded')
    expect((await thief.status()).envelope_id).toBeNull()
    expect((await signer.status()).envelope_id).toBe(envelopeId)
    await app.close()
  })

  test('an envelope without a reference, or with that of another signer, completes nothing', async () => {
    const app = await open(undefined, field)
    const signup = testSignup(app)
    const { frame_url } = await signup.start()
    expect(await send(app, connectMessage('ann@example.com'))).toBe('ignored')
    expect(await send(app, referenced('ben@example.com', frame_url))).toBe('ignored')
    expect(
      await send(
        app,
        referenced('ann@example.com', 'https://x.example/?EnvelopeField_terrace_signing=sgn_1'),
      ),
    ).toBe('ignored')
    expect((await signup.status()).envelope_id).toBeNull()
    await app.close()
  })
})

test('the recorded Connect message is accepted with its signature, and a repeat is recognised', async () => {
  const app = await open()
  const headers = { 'X-DocuSign-Signature-1': fixture.headers['X-DocuSign-Signature-1'] }
  expect((await deliver(app, fixture.raw_body, headers)).json()).toEqual({ data: { status: 'recorded' } })
  expect((await deliver(app, fixture.raw_body, headers)).json()).toEqual({ data: { status: 'known' } })
  await app.close()
})

test('only signatures by one of our keys over the exact body are accepted', async () => {
  const app = await open()
  const body = fixture.raw_body
  const right = signatureOf(body)
  const send = async (headers: Record<string, string>, text = body) =>
    (await deliver(app, text, headers)).statusCode
  expect(await send({})).toBe(401)
  expect(await send({ 'x-docusign-signature-1': '' })).toBe(401)
  expect(await send({ 'x-docusign-signature-1': 'not base64!' })).toBe(401)
  expect(await send({ 'x-docusign-signature-1': signatureOf(body, 'their key') })).toBe(401)
  expect(await send({ 'x-docusign-signature-1': right }, `${body} `)).toBe(401)
  expect(await send({ 'x-docusign-signature': right })).toBe(401)
  expect(await send({ 'x-docusign-signature-1': 'AAAA', 'x-docusign-signature-12': right })).toBe(200)
  expect(await send({ 'x-docusign-signature-2': signatureOf(body, 'an older key') })).toBe(200)
  await app.close()
})

test.each([
  ['another event', connectMessage('ann@example.com', 'envelope-sent')],
  ['an envelope without signers', '{"event":"envelope-completed","data":{"envelopeId":"e-1"}}'],
])('%s is acknowledged and completes nothing', async (_, body) => {
  const app = await open()
  const signup = testSignup(app)
  await signup.start()
  const response = await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })
  expect(response.statusCode).toBe(200)
  expect((await signup.status()).envelope_id).toBeNull()
  await app.close()
})

test.each(['', 'nonsense', '[]', '{"event":1}'])(
  'a signed body that is not a message gets 400: %s',
  async (body) => {
    const app = await open()
    const response = await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })
    expect(response.statusCode).toBe(400)
    await app.close()
  },
)

test('an envelope signed before this browser started signing does not belong to it', async () => {
  const app = await open()
  const body = connectMessage('ann@example.com')
  await deliver(app, body, { 'x-docusign-signature-1': signatureOf(body) })
  const late = testSignup(app)
  await late.start({ email: 'ann@example.com' })
  expect((await late.status()).envelope_id).toBeNull()
  await app.close()
})

test('[SIGN-13] with the legacy flag, the fixed public channel also receives the event', async () => {
  const app = await open('signing')
  const channels: string[] = []
  app.deps.realtime.publish = async (given) => void channels.push(...given)
  const signup = testSignup(app)
  const { channel } = await signup.start()
  await deliver(app, fixture.raw_body, { 'x-docusign-signature-1': signatureOf(fixture.raw_body) })
  await app.deps.outbox.drain()
  expect(channels).toEqual([channel, 'signing'])
  await app.close()
})

test('pages may frame the provider only if it is configured', async () => {
  const frameSourcesOf = async (app: TestApp) => {
    const policy = (await app.app.inject('/config.json')).headers['content-security-policy']
    await app.close()
    return /frame-src ([^;]*)/.exec(String(policy))?.[1]
  }
  expect(await frameSourcesOf(await open())).toBe(
    "'self' https://powerforms.docusign.example https://*.docusign.net https://*.docusign.com",
  )
  expect(await frameSourcesOf(await buildTestApp())).toBe("'self'")
})
