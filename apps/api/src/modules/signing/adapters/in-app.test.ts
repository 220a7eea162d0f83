import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { buildTestApp } from '#api/test/harness/build-test-app.ts'
import { buyerTerms } from '../in-app/legal-text.ts'
import { signingSuite } from '../signing.suite.ts'
import { testSignup } from '#api/test/fixtures/signup-fixture.ts'

signingSuite('our own page', {
  open: async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'terrace-signing-'))
    return buildTestApp({ config: { dataFolder } })
  },
  async sign(_app, signup, frameUrl) {
    const response = await signup.post('/signing/frame/sign', {
      id: new URL(frameUrl, 'http://localhost').searchParams.get('id'),
      terms_version: buyerTerms('Terrace').version,
      consent: true,
      signature: { kind: 'typed', text: 'Ann Buyer' },
    })
    return response.json().data.envelope_id
  },
})

test('[SIGN-09] the frame of our own page names signer and carbon copy in its URL', async () => {
  const mail = { smtpUrl: undefined, from: 'Terrace <post@terrace.example>', folder: tmpdir() }
  const app = await buildTestApp({ config: { mail } })
  const signup = testSignup(app)
  const { frame_url } = await signup.start({ name: 'Ünal & Söhne?', email: 'a+b@example.com' })
  const url = new URL(frame_url, 'http://localhost')
  expect(url.pathname).toBe('/signing/frame')
  expect(Object.fromEntries(url.searchParams)).toEqual({
    id: expect.stringMatching(/^sgn_/),
    Signer_UserName: 'Ünal & Söhne?',
    Signer_Email: 'a+b@example.com',
    CC_UserName: 'Terrace',
    CC_Email: 'post@terrace.example',
  })
  expect((await signup.get(frame_url)).body).toContain('Ünal &amp; Söhne?')
  await app.close()
})
