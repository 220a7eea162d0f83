import { quoteSettingsRoutes, type WireQuoteSettings } from '@terrace/contracts/quote-settings'
import { PhotonImage } from '@silvia-odwyer/photon-node'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '../../audit/audit.repo.ts'
import { serverCaller as caller } from '../../audit/caller.ts'
import { buildTestApp, type Caller, type TestApp } from '../../test/build-test-app.ts'
import { registerQuoteOrigin } from './register-quote-origin.ts'
import { readPictureHead } from './logo/picture-head.ts'

let app: TestApp
let owner: Caller
let member: Caller
beforeAll(async () => {
  app = await buildTestApp({ config: { tradeOrigins: ['https://trade.example'] } })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.addBuyer()
  member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
})

const wanted: WireQuoteSettings = {
  name: 'Harbour Seats',
  colour: '#7a1f3d',
  contact_email: 'desk@harbour.example',
  contact_phone: '+44 20 7946 0123',
  offers_alternatives: false,
  hold_on_accept: { enabled: true, at_most: 6 },
  mail: { view: true, accept: false, decline: false },
}

const read = async (by: Caller) => (await by.call(quoteSettingsRoutes.read)).data.data
const upload = (by: Caller, bytes: Uint8Array) => uploadText(by, Buffer.from(bytes).toString('base64'))

let calls = 0
/** Each from an address of its own: a minute has few pictures for one. */
function uploadText(by: Caller, base64: string) {
  calls += 1
  return by.call(quoteSettingsRoutes.changeLogo, { body: { base64 }, address: `198.18.7.${calls}` })
}

/** A picture of one colour, as each kind of file. */
function picture(width: number, height: number, kind: 'png' | 'jpeg' | 'webp' = 'png'): Uint8Array {
  const image = new PhotonImage(new Uint8Array(width * height * 4).fill(200), width, height)
  if (kind === 'png') return image.get_bytes()
  return kind === 'jpeg' ? image.get_bytes_jpeg(80) : image.get_bytes_webp()
}

async function logosOf({ teamId }: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from team_quote_logos where team_id = ${teamId}`.execute(app.db)
  return rows[0]?.count ?? 0
}

test('a team that has chosen nothing has settings too; a member sees them and may not manage them', async () => {
  expect(await read(member)).toMatchObject({
    name: '',
    colour: '#0a6a4d',
    offers_alternatives: true,
    hold_on_accept: { enabled: false },
    mail: { view: true, accept: true, decline: true },
    team_name: expect.stringMatching(/^Team /),
    logo: null,
    quote_origin: null,
    may_manage: false,
  })
  expect((await read(owner)).may_manage).toBe(true)
})

test('an owner changes how the team’s quotes look and behave, which is kept in the audit log without what was written', async () => {
  const changed = await owner.call(quoteSettingsRoutes.change, { body: wanted })
  expect(changed.data.data).toMatchObject(wanted)
  expect(await read(member)).toMatchObject(wanted)
  expect(await read(await app.addBuyer())).toMatchObject({ name: '', colour: '#0a6a4d' })
  await owner.call(quoteSettingsRoutes.change, { body: wanted })
  const records = await readSecurityEvents(app.db, { kind: 'team.quote_settings_changed', limit: 100 })
  const own = records.filter(({ teamId }) => teamId === owner.teamId)
  expect(own).toHaveLength(1)
  expect(own[0]?.facts['changed']).toMatch(/^name, colour, contactEmail, /)
  expect(JSON.stringify(own)).not.toContain('harbour.example')
})

test.each(['', '+33 1 42.68.53.00', '(020) 7946-0123'])(
  'a phone number is kept as the team writes it: "%s"',
  async (contact_phone) => {
    const changed = await owner.call(quoteSettingsRoutes.change, { body: { ...wanted, contact_phone } })
    expect(changed.data.data).toMatchObject({ contact_phone })
  },
)

test('a member changes nothing', async () => {
  for (const answer of [
    await member.call(quoteSettingsRoutes.change, { body: wanted }),
    await upload(member, picture(8, 8)),
    await member.call(quoteSettingsRoutes.removeLogo),
  ])
    expect([answer.status, answer.error.code]).toEqual([403, 'team.not_owner'])
  expect(await read(owner)).toMatchObject({ name: '', logo: null })
})

test.each([
  ['colour', { ...wanted, colour: 'red; background: url(//evil.example)' }],
  ['name', { ...wanted, name: 'x'.repeat(81) }],
  ['contact_email', { ...wanted, contact_email: 'nobody' }],
  ['contact_phone', { ...wanted, contact_phone: 'call <b>me</b>' }],
  ['contact_phone', { ...wanted, contact_phone: '12' }],
  ['hold_on_accept.at_most', { ...wanted, hold_on_accept: { enabled: true, at_most: 61 } }],
])('settings with a bad %s are refused by name and change nothing', async (field, body) => {
  const refused = await owner.call(quoteSettingsRoutes.change, { body })
  expect(refused.status).toBe(422)
  expect(refused.error.errors).toMatchObject({ fields: { [field]: [expect.any(String)] } })
  expect(await read(owner)).toMatchObject({ name: '' })
})

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s becomes a small PNG that anybody may fetch by an unguessable name',
  async (kind) => {
    const { data } = (await upload(owner, picture(960, 480, kind))).data
    expect(data.logo).toMatch(/^\/api\/quote-logos\/[\w-]{43}\.png$/)
    expect(data.logo).not.toContain(owner.teamId)
    const answer = await app.app.inject(data.logo ?? '')
    expect(answer.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(readPictureHead(answer.rawPayload)).toEqual({ type: 'png', width: 320, height: 160 })
  },
)

test('a small picture keeps its size, and nothing but the picture survives', async () => {
  const text = Buffer.from('<script>alert(1)</script> 51.5007 N 0.1246 W')
  const { data } = (await upload(owner, Buffer.concat([picture(64, 32), text]))).data
  const { rawPayload } = await app.app.inject(data.logo ?? '')
  expect(readPictureHead(rawPayload)).toMatchObject({ width: 64, height: 32 })
  expect(rawPayload.includes('script')).toBe(false)
})

test('a new logo has a new name, the old one is gone, and one taken down leaves none', async () => {
  const first = (await upload(owner, picture(20, 20))).data.data.logo ?? ''
  const second = (await upload(owner, picture(30, 20))).data.data.logo ?? ''
  expect(second).not.toBe(first)
  expect((await app.app.inject(first)).statusCode).toBe(404)
  expect((await app.app.inject(second)).statusCode).toBe(200)
  expect((await owner.call(quoteSettingsRoutes.removeLogo)).data.data.logo).toBeNull()
  expect((await app.app.inject(second)).statusCode).toBe(404)
  expect(await logosOf(owner)).toBe(0)
})

/** The head of a picture that would fill gigabytes. */
function bomb(): Uint8Array {
  const bytes = picture(4, 4)
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  view.setUint32(16, 60_000)
  view.setUint32(20, 60_000)
  return bytes
}

test.each([
  ['a drawing with a script in it', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['a moving picture', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;')],
  ['a page', Buffer.from('<!doctype html><title>x</title>')],
  ['nothing', Buffer.alloc(0)],
  ['a picture of 3,600 million pixels', bomb()],
  ['a picture cut short', picture(200, 100).subarray(0, 60)],
  ['a JPEG that ends in its head', picture(40, 40, 'jpeg').subarray(0, 30)],
  ['a WebP of noise', Buffer.concat([picture(40, 40, 'webp').subarray(0, 30), Buffer.alloc(500, 7)])],
])('%s is refused as a logo, and what was there stays', async (_, bytes) => {
  const { logo } = (await upload(owner, picture(10, 10))).data.data
  const refused = await upload(owner, bytes)
  expect([refused.status, refused.error.code]).toEqual([422, 'quote.logo_refused'])
  expect(refused.error.errors).toMatchObject({ fields: { base64: [expect.any(String)] } })
  expect((await read(owner)).logo).toBe(logo)
})

test('after a picture that could not be decoded the next one is drawn', async () => {
  await upload(owner, picture(200, 100).subarray(0, 60))
  expect((await upload(owner, picture(10, 10))).ok).toBe(true)
})

test('a file of 20 MB is refused before it is read, and one of 2.5 MB by its contract', async () => {
  const huge = await uploadText(owner, 'A'.repeat(27_000_000))
  expect([huge.status, huge.error.code]).toEqual([413, 'request.too_large'])
  const large = await uploadText(owner, 'A'.repeat(2_900_000))
  expect([large.status, large.error.code]).toEqual([422, 'input.invalid'])
  expect(await logosOf(owner)).toBe(0)
})

test.each(['nobody.png', '..%2f..%2fetc%2fpasswd', 'a'.repeat(43), `${'a'.repeat(43)}.png`])(
  'there is no logo called %s',
  async (name) => {
    expect((await app.app.inject(`/api/quote-logos/${name}`)).statusCode).toBe(404)
  },
)

const register = ({ teamId }: Caller, origin: string | null) =>
  registerQuoteOrigin(app.deps, { teamId, origin, caller })

test('an origin is one team’s until it is taken away, and each change is in the audit log', async () => {
  const origin = 'https://tickets.harbour.example'
  const other = await app.addBuyer()
  await register(owner, origin)
  await register(owner, origin)
  expect((await read(owner)).quote_origin).toBe(origin)
  await expect(register(other, origin)).rejects.toMatchObject({ code: 'quote.origin_refused' })
  expect((await read(other)).quote_origin).toBeNull()
  await register(owner, null)
  await register(other, origin)
  const records = await readSecurityEvents(app.db, { kind: 'team.quote_origin_changed', limit: 100 })
  expect(records.map(({ teamId, facts }) => [teamId, facts])).toEqual([
    [owner.teamId, { from: 'none', to: origin }],
    [owner.teamId, { from: origin, to: 'none' }],
    [other.teamId, { from: 'none', to: origin }],
  ])
})

test.each([
  'tickets.example.com',
  'https://x.example/path',
  'https://x.example/',
  'ftp://x.example',
  'HTTPS://X.example',
  'https://user@x.example',
  'https://trade.example',
])('%s is no origin for quotes', async (origin) => {
  await expect(register(owner, origin)).rejects.toMatchObject({ code: 'quote.origin_refused' })
  expect((await read(owner)).quote_origin).toBeNull()
})

test('there is no origin for a team that does not exist', async () => {
  await expect(
    registerQuoteOrigin(app.deps, { teamId: 'tm_none', origin: 'https://x.example', caller }),
  ).rejects.toMatchObject({ code: 'quote.origin_refused' })
})
