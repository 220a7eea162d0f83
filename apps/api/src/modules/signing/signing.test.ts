import { mkdtemp, readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { buildTestApp, type TestApp } from '#api/test/harness/build-test-app.ts'
import { sha256 } from './in-app/document.ts'
import { buyerTerms, consent, privacyNotice } from './in-app/legal-text.ts'
import { startSigning } from './start-signing.ts'
import { testSignup, type TestSignup } from '#api/test/fixtures/signup-fixture.ts'

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

test('the sign-up cookie is invisible to scripts and not sent from other sites', async () => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    headers: { origin: 'https://trade.example.com' },
    payload: { name: 'Ann', email: 'ann@example.com' },
  })
  expect(response.headers['set-cookie']).toMatch(
    /^__Host-signup_nonce=[\w-]{43}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
  )
  expect(response.body).not.toContain(String(response.headers['set-cookie']).slice(20, 63))
})

test('a second start keeps the channel, and duplicate cookies are ignored', async () => {
  const first = await signup.start()
  expect((await signup.start({ email: 'other@example.com' })).channel).toBe(first.channel)
  const forged = await app.app.inject({
    url: first.frame_url,
    headers: { cookie: `${signup.cookie()}; signup_nonce=${'a'.repeat(43)}` },
  })
  expect(forged.statusCode).toBe(404)
})

test('an address starts at most sixty signings an hour, also at the same time', async () => {
  await sql`
    insert into signings (id, provider, nonce_hash, channel, name, email, ip_address)
    select 'sgn_' || number, 'in-app', sha256(('nonce ' || number)::bytea), 'private-signup-' || number, 'Ann', 'ann@example.com', '198.51.100.7'
    from generate_series(1, 59) as number`.execute(app.db)
  const start = (nonce: string) =>
    startSigning(app.deps, { nonce, name: 'Ann', email: 'ann@example.com', ipAddress: '198.51.100.7' })
  const results = await Promise.allSettled([start('one'), start('two'), start('three')])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
  expect(codes).toEqual(['signing.too_many', 'signing.too_many'])
})

test('over https only the cookie with the prefix counts, which no other host of the domain can set', async () => {
  const { channel } = await signup.start()
  const plain = signup.cookie() ?? ''
  const startAt = async (origin: string, cookie: string) => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/signing/start',
      headers: { origin, cookie },
      payload: { name: 'Ann', email: 'ann@example.com' },
    })
    return response.json().data.channel
  }
  expect(await startAt('http://trade.example.com', plain)).toBe(channel)
  expect(await startAt('https://trade.example.com', plain)).not.toBe(channel)
  expect(await startAt('https://trade.example.com', `__Host-${plain}`)).toBe(channel)
})

test('[SIGN-12] only the sign-up’s own browser may subscribe to its channel', async () => {
  const { channel } = await signup.start()
  const other = testSignup(app)
  await other.start()
  const authorise = (by: TestSignup) =>
    by.post('/api/realtime/auth', { socket_id: '12.34', channel_name: channel })
  expect((await authorise(signup)).json().auth).toMatch(/^test-key:[0-9a-f]{64}$/)
  expect((await authorise(other)).statusCode).toBe(403)
  expect((await authorise(testSignup(app))).statusCode).toBe(403)
})

test('[SIGN-06] the page shows terms, privacy notice and signer, with nothing inline', async () => {
  const { frame_url } = await signup.start({ name: '<b>Ann</b> & Co', email: 'ann@example.com' })
  const page = await signup.get(frame_url)
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(page.body).toContain('<h1>Buyer terms and conditions</h1>')
  expect(page.body).toContain(`Version ${termsVersion}`)
  expect(page.body).toContain('Privacy: how we use your data')
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

test('the page of a sign-up is not shown in another browser', async () => {
  const { frame_url } = await signup.start()
  const other = testSignup(app)
  await other.start()
  for (const by of [other, testSignup(app)]) {
    const page = await by.get(frame_url)
    expect(page.statusCode).toBe(404)
    expect(page.body).toContain('open for signing')
    expect(page.body).not.toContain('ann@example.com')
  }
})

test('signing stores the document with checksums, time, IP address, browser and versions', async () => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/signing/frame/sign',
    headers: { cookie: (await opened().then(() => signup.cookie())) ?? '', 'user-agent': 'Browser/1' },
    payload: await opened({ name: 'Łukasz Żółć' }),
  })
  const { envelope_id: envelopeId, copy_url: copyUrl } = response.json().data
  const { rows } = await sql<{
    ipAddress: string
    user_agent: string
    at: Date
    details: Record<string, string>
  }>`
    select ip_address as "ipAddress", user_agent, at, details from signing_audit where envelope_id = ${envelopeId}`.execute(
    app.db,
  )
  const pdf = await readFile(join(dataFolder, 'signed-documents', `${envelopeId}.pdf`))
  const files = await readdir(join(dataFolder, 'signed-documents'))
  expect(rows).toEqual([
    {
      ipAddress: '127.0.0.1',
      user_agent: 'Browser/1',
      at: expect.any(Date),
      details: {
        name: 'Łukasz Żółć',
        email: 'ann@example.com',
        signed_at: expect.stringMatching(/^\d{4}-.*Z$/),
        signature: 'typed',
        terms_version: termsVersion,
        consent_version: consent.version,
        privacy_version: privacyNotice('Terrace').version,
        source_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
        result_sha256: sha256(pdf),
      },
    },
  ])
  const source = `terms-${rows[0]?.details['source_sha256']}.pdf`
  expect(files.toSorted()).toEqual([`${envelopeId}.pdf`, source].toSorted())
  expect(sha256(await readFile(join(dataFolder, 'signed-documents', source)))).toBe(
    rows[0]?.details['source_sha256'],
  )

  const copy = await signup.get(copyUrl)
  expect(copy.rawPayload.equals(pdf)).toBe(true)
  expect(copy.headers['content-disposition']).toMatch(/^attachment/)
  expect((await testSignup(app).get(copyUrl)).statusCode).toBe(404)
})

test('the audit trail is append-only', async () => {
  await sign(await opened())
  for (const change of [
    sql`update signing_audit set ip_address = '::1'`,
    sql`delete from signing_audit`,
    sql`truncate signing_audit`,
  ]) {
    await expect(change.execute(app.db)).rejects.toThrow('signing_audit is append-only')
  }
})

test('opening the terms again and again records it once for each version', async () => {
  const { frame_url } = await signup.start()
  await Promise.all(Array.from({ length: 8 }, () => signup.get(frame_url)))
  await signup.get(frame_url)
  const signingId = idOf(frame_url)
  const { rows } = await sql`
    select details from signing_audit where signing_id = ${signingId} and event = 'opened'`.execute(app.db)
  expect(rows).toEqual([{ details: { terms_version: termsVersion } }])
})

test('what was recorded of terms goes after 30 days, unless they were signed', async () => {
  const { frame_url } = await signup.start()
  await signup.get(frame_url)
  const body = await opened()
  await signup.get(`/signing/frame?id=${body.id}`)
  const signed = await sign(body)
  expect(signed.statusCode).toBe(200)
  // As if all of it had happened long ago; nothing else can change the record.
  await sql`alter table signing_audit disable trigger signing_audit__append_only`.execute(app.db)
  await sql`update signing_audit set at = at - interval '31 days'`.execute(app.db)
  await sql`alter table signing_audit enable trigger signing_audit__append_only`.execute(app.db)
  await sql`update signings set started_at = started_at - interval '31 days'`.execute(app.db)
  const { frame_url: recent } = await signup.start()
  await signup.get(recent)
  const runs = await runNightly(app.db)
  expect(runs.get('opened_terms')?.isComplete).toBe(true)
  const { rows } = await sql<{ event: string; isOld: boolean }>`
    select event, at < now() - interval '30 days' as "isOld" from signing_audit a
    where a.signing_id = any(
      select signing_id from signed_envelopes where id = ${signed.json().data.envelope_id}
      union all select id from signings where started_at > now() - interval '1 day')
    order by a.id`.execute(app.db)
  expect(rows).toEqual([
    { event: 'opened', isOld: true },
    { event: 'signed', isOld: true },
    { event: 'opened', isOld: false },
  ])
  const { rows: left } = await sql<{ count: number }>`
    select count(*)::int as count from signing_audit a
    where event = 'opened' and at < now() - interval '30 days'
      and not exists (select from signed_envelopes e where e.signing_id = a.signing_id)`.execute(app.db)
  expect(left).toEqual([{ count: 0 }])
})

test('concurrent submits create one envelope and one document', async () => {
  const body = await opened()
  // More than may wait for a thread: they share one document.
  const responses = await Promise.all(Array.from({ length: 25 }, () => sign(body)))
  expect(responses.map(({ statusCode }) => statusCode)).toEqual(responses.map(() => 200))
  const ids = new Set(responses.map((response) => response.json().data.envelope_id))
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
  const response = await sign({ ...(await opened()), signature: { kind: 'drawn', strokes } })
  expect(response.statusCode).toBe(200)
})

test.each([
  ['no consent', { consent: false }, 'You must agree to the terms'],
  ['nothing typed', { signature: { kind: 'typed', text: '  ' } }, 'Type your name, or draw your signature'],
  ['ten thousand characters', { signature: { kind: 'typed', text: 'a'.repeat(10_000) } }, '120 characters'],
  ['nothing drawn', { signature: { kind: 'drawn', strokes: [] } }, 'Draw your signature'],
  ['a tap', { signature: { kind: 'drawn', strokes: [[[1, 0.5]]] } }, 'Draw your signature'],
  ['a point outside', { signature: { kind: 'drawn', strokes: [[[1, 99]]] } }, 'signature.strokes'],
  ['an image', { signature: { kind: 'image', data: 'x' } }, 'signature'],
  ['an unknown field', { admin: true }, 'admin'],
  ['a NUL', { signature: { kind: 'typed', text: 'a\0b' } }, 'NUL'],
])('%s is rejected with 422 and nothing is stored', async (_, values, words) => {
  const response = await sign({ ...(await opened()), ...values })
  expect(response.statusCode).toBe(422)
  expect(response.body).toContain(words)
  expect((await signup.status()).envelope_id).toBeNull()
})

test('an outdated version of the terms cannot be signed', async () => {
  const response = await sign({ ...(await opened()), terms_version: '1999-01' })
  expect(response.statusCode).toBe(409)
  expect(response.json().code).toBe('signing.terms_changed')
})

test('another browser or a form on another site cannot sign', async () => {
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
  ['an invalid email address', { email: 'ann' }, 'email'],
  ['a long name', { name: 'a'.repeat(10_000) }, 'name'],
])('%s is rejected by field', async (_, values, field) => {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    payload: { name: 'Ann', email: 'ann@example.com', ...values },
  })
  expect(response.statusCode).toBe(422)
  expect(Object.keys(response.json().errors.fields)).toEqual([field])
})

test('the hourly limit counts an IPv6 network as one IP address', async () => {
  const statuses = []
  for (let count = 1; count <= 61; count += 1) {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/signing/start',
      remoteAddress: `2001:db8:1:2::${count.toString(16)}`,
      payload: { name: 'Ann', email: 'ann@example.com' },
    })
    statuses.push(response.statusCode)
  }
  expect(statuses).toEqual([...Array.from({ length: 60 }, () => 200), 429])
})

test('an IP address can start at most sixty signings an hour', async () => {
  for (let count = 0; count < 60; count += 1) await signup.start()
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/signing/start',
    payload: { name: 'Ann', email: 'ann@example.com' },
  })
  expect(response.statusCode).toBe(429)
  expect(response.headers['retry-after']).toBe('600')
})
