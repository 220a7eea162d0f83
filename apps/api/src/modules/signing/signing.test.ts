import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type TestApp } from '../../test/build-test-app.ts'
import { sha256 } from './in-app/document.ts'
import { buyerTerms, consent } from './in-app/legal-text.ts'
import { testSignup, type TestSignup } from './test-signup.ts'

let app: TestApp
let dataFolder: string
let signup: TestSignup
beforeEach(async () => {
  dataFolder = await mkdtemp(join(tmpdir(), 'terrace-signing-'))
  app = await buildTestApp({ config: { dataFolder } })
  signup = testSignup(app)
})
afterEach(() => app.close())

const termsVersion = buyerTerms('Terrace').version
const idOf = (frameUrl: string) => new URL(frameUrl, 'http://localhost').searchParams.get('id')

async function opened(values: { name?: string; email?: string } = {}) {
  const { frame_url } = await signup.start(values)
  return {
    id: idOf(frame_url),
    terms_version: termsVersion,
    consent: true,
    signature: { kind: 'typed', text: 'Ann Buyer' } as object,
  }
}

const sign = (body: object) => signup.post('/signing/frame/sign', body)

test('the sign-up is bound to its browser by a cookie that no script reads and no other site sends', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    headers: { origin: 'https://trade.example.com' },
    payload: { name: 'Ann', email: 'ann@example.com' },
  })
  expect(answer.headers['set-cookie']).toMatch(
    /^signup_nonce=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(answer.body).not.toContain(String(answer.headers['set-cookie']).slice(13, 56))
})

test('a second start keeps the channel, and two cookies of the name count as none', async () => {
  const first = await signup.start()
  expect((await signup.start({ email: 'other@example.com' })).channel).toBe(first.channel)
  const forged = await app.app.inject({
    url: first.frame_url,
    headers: { cookie: `${signup.cookie()}; signup_nonce=${'a'.repeat(43)}` },
  })
  expect(forged.statusCode).toBe(404)
})

test('[SIGN-12] only the browser of the sign-up may listen to its channel', async () => {
  const { channel } = await signup.start()
  const other = testSignup(app)
  await other.start()
  const ask = (by: TestSignup) => by.post('/api/realtime/auth', { socket_id: '12.34', channel_name: channel })
  expect((await ask(signup)).json().auth).toMatch(/^test-key:[0-9a-f]{64}$/)
  expect((await ask(other)).statusCode).toBe(403)
  expect((await ask(testSignup(app))).statusCode).toBe(403)
})

test('[SIGN-06] the page shows the buyer terms, the privacy text and who signs, with nothing inline', async () => {
  const { frame_url } = await signup.start({ name: '<b>Ann</b> & Co', email: 'ann@example.com' })
  const page = await signup.get(frame_url)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<h1>Buyer terms and conditions</h1>')
  expect(page.body).toContain(`Version ${termsVersion}`)
  expect(page.body).toContain('Privacy: what happens to your data')
  expect(page.body).toContain(consent.text)
  expect(page.body).toContain('&lt;b&gt;Ann&lt;/b&gt; &amp; Co')
  expect(page.body).not.toMatch(/<script>|<style|\sstyle=|\son\w+=/)
  expect(page.headers['content-security-policy']).toBe(
    "default-src 'none'; script-src 'self'; style-src 'self'; font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  )
  for (const file of ['frame.css', 'frame.js', 'inter.woff2']) {
    expect((await signup.get(`/signing/frame/${file}`)).statusCode).toBe(200)
  }
})

test('the page of a sign-up is shown in no other browser', async () => {
  const { frame_url } = await signup.start()
  const other = testSignup(app)
  await other.start()
  for (const by of [other, testSignup(app)]) {
    const page = await by.get(frame_url)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('not open for signing')
    expect(page.body).not.toContain('ann@example.com')
  }
})

test('signing keeps the document with its check sums, time, address, browser and versions', async () => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/signing/frame/sign',
    headers: { cookie: (await opened().then(() => signup.cookie())) ?? '', 'user-agent': 'Browser/1' },
    payload: await opened({ name: 'Łukasz Żółć' }),
  })
  const { envelope_id: envelopeId, copy_url: copyUrl } = answer.json().data
  const { rows } = await sql<{
    address: string
    user_agent: string
    at: Date
    facts: Record<string, string>
  }>`
    select address, user_agent, at, facts from signing_audit where envelope_id = ${envelopeId}`.execute(
    app.db,
  )
  const pdf = await readFile(join(dataFolder, 'signed-documents', `${envelopeId}.pdf`))
  const files = await readdir(join(dataFolder, 'signed-documents'))
  expect(rows).toEqual([
    {
      address: '127.0.0.1',
      user_agent: 'Browser/1',
      at: expect.any(Date),
      facts: {
        name: 'Łukasz Żółć',
        email: 'ann@example.com',
        signed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        signature: 'typed',
        terms_version: termsVersion,
        consent_version: consent.version,
        privacy_version: '2026-11',
        source_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        result_sha256: sha256(pdf),
      },
    },
  ])
  const source = `terms-${rows[0]?.facts['source_sha256']}.pdf`
  expect(files.toSorted()).toEqual([`${envelopeId}.pdf`, source].toSorted())
  expect(sha256(await readFile(join(dataFolder, 'signed-documents', source)))).toBe(
    rows[0]?.facts['source_sha256'],
  )

  const copy = await signup.get(copyUrl)
  expect(copy.rawPayload.equals(pdf)).toBe(true)
  expect(copy.headers['content-disposition']).toMatch(/^attachment/)
  expect((await testSignup(app).get(copyUrl)).statusCode).toBe(404)
})

test('the audit trail can be added to, and not changed, deleted or emptied', async () => {
  await sign(await opened())
  for (const change of [
    sql`update signing_audit set address = '::1'`,
    sql`delete from signing_audit`,
    sql`truncate signing_audit`,
  ]) {
    await expect(change.execute(app.db)).rejects.toThrow('signing_audit is append-only')
  }
})

test('two presses at once make one envelope and one document', async () => {
  const body = await opened()
  const answers = await Promise.all([sign(body), sign(body), sign(body)])
  const ids = new Set(answers.map((answer) => answer.json().data.envelope_id))
  expect(ids.size).toBe(1)
  const files = await readdir(join(dataFolder, 'signed-documents'))
  expect(files.filter((file) => file.startsWith('env_'))).toEqual([`${[...ids][0]}.pdf`])
})

test('a drawn signature is accepted as strokes', async () => {
  const strokes = [
    [
      [0.2, 0.5],
      [1.2, 0.1],
      [2, 0.9],
    ],
    [[3, 0.5]],
  ]
  const answer = await sign({ ...(await opened()), signature: { kind: 'drawn', strokes } })
  expect(answer.statusCode).toBe(200)
})

test.each([
  ['no consent', { consent: false }, 'You must agree to the terms'],
  ['nothing typed', { signature: { kind: 'typed', text: '  ' } }, 'Type your name, or draw your signature'],
  ['ten thousand characters', { signature: { kind: 'typed', text: 'a'.repeat(10_000) } }, '120 characters'],
  ['nothing drawn', { signature: { kind: 'drawn', strokes: [] } }, 'Draw your signature'],
  ['a tap', { signature: { kind: 'drawn', strokes: [[[1, 0.5]]] } }, 'Draw your signature'],
  ['a point outside', { signature: { kind: 'drawn', strokes: [[[1, 99]]] } }, 'signature.strokes'],
  ['a picture', { signature: { kind: 'picture', data: 'x' } }, 'signature'],
  ['something more', { admin: true }, 'admin'],
  ['a NUL', { signature: { kind: 'typed', text: 'a\0b' } }, 'NUL'],
])('%s is refused with 422, and nothing is stored', async (_, values, words) => {
  const answer = await sign({ ...(await opened()), ...values })
  expect(answer.statusCode).toBe(422)
  expect(answer.body).toContain(words)
  expect((await signup.status()).envelope_id).toBeNull()
})

test('another version of the terms than the present one cannot be signed', async () => {
  const answer = await sign({ ...(await opened()), terms_version: '1999-01' })
  expect(answer.statusCode).toBe(409)
  expect(answer.json().code).toBe('signing.terms_changed')
})

test('nobody signs in the place of another browser, nor by a form of another site', async () => {
  const body = await opened()
  const other = testSignup(app)
  await other.start()
  expect((await other.post('/signing/frame/sign', body)).statusCode).toBe(404)
  const form = await app.app.inject({
    method: 'POST',
    url: '/signing/frame/sign',
    headers: { cookie: signup.cookie() ?? '', 'content-type': 'text/plain' },
    payload: JSON.stringify(body),
  })
  expect([400, 415, 422]).toContain(form.statusCode)
  expect((await signup.status()).envelope_id).toBeNull()
})

test.each([
  ['an empty name', { name: ' ' }, 'name'],
  ['a wrong address', { email: 'ann' }, 'email'],
  ['a long name', { name: 'a'.repeat(10_000) }, 'name'],
])('%s is refused by its field', async (_, values, field) => {
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    payload: { name: 'Ann', email: 'ann@example.com', ...values },
  })
  expect(answer.statusCode).toBe(422)
  expect(Object.keys(answer.json().errors.fields)).toEqual([field])
})

test('an IPv6 customer opens no more than that, however many addresses their network has', async () => {
  const statuses = []
  for (let count = 1; count <= 61; count += 1) {
    const answer = await app.app.inject({
      method: 'POST',
      url: '/api/signing/start',
      remoteAddress: `2001:db8:1:2::${count.toString(16)}`,
      payload: { name: 'Ann', email: 'ann@example.com' },
    })
    statuses.push(answer.statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
})

test('one address opens at most sixty documents an hour', async () => {
  for (let count = 0; count < 60; count += 1) await signup.start()
  const answer = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    payload: { name: 'Ann', email: 'ann@example.com' },
  })
  expect(answer.statusCode).toBe(429)
  expect(answer.headers['retry-after']).toBe('600')
})
