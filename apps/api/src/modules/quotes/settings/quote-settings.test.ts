import {
  quoteSettingsRoutes,
  type WireQuoteDefaults,
  type WireQuoteSettings,
} from '@terrace/contracts/quote-settings'
import { sql } from 'kysely'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller as caller } from '#api/audit/caller.ts'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'
import { registerQuoteOrigin } from './register-quote-origin.ts'

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

const newSettings: WireQuoteSettings = {
  name: 'Harbour Seats',
  colour: '#7a1f3d',
  contact_email: 'desk@harbour.example',
  contact_phone: '+44 20 7946 0123',
  offers_alternatives: false,
  hold_on_accept: { enabled: true, max_tickets: 6 },
  mail: { view: true, accept: false, decline: false, unopened: false },
}

const newDefaults: WireQuoteDefaults = {
  commission_method: 'fixed',
  commission_amount: '12.50',
  currency_to_display: 'EUR',
  quote_expiry: 8,
  price_mode: 'locked',
  offer_choice: 'one',
  note: 'Seats are side by side.',
}

const read = async (by: Caller) => (await by.call(quoteSettingsRoutes.read)).data.data
const upload = (by: Caller, bytes: Uint8Array) => uploadText(by, Buffer.from(bytes).toString('base64'))

let calls = 0
/** Each call uses its own IP address, because uploads are limited per address and minute. */
function uploadText(by: Caller, base64: string) {
  calls += 1
  return by.call(quoteSettingsRoutes.changeLogo, { body: { base64 }, ipAddress: `198.18.7.${calls}` })
}

/** A single-colour image in each format. */
const testImage = (width: number, height: number, kind: 'png' | 'jpeg' | 'webp' = 'png'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#c8c8c8' } })
    .toFormat(kind)
    .toBuffer()

async function logosOf({ teamId }: Caller): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from team_quote_logos where team_id = ${teamId}`.execute(app.db)
  return rows[0]?.count ?? 0
}

test.each(['Terrace Security', 'TERRACE', 'T e r r a c e', 'Térrace – support', 'ＴＥＲＲＡＣＥ'])(
  'a team cannot write to clients as %j',
  async (name) => {
    const before = await read(owner)
    const refused = await owner.call(quoteSettingsRoutes.change, { body: { ...newSettings, name } })
    expect([refused.status, refused.error.code]).toEqual([422, 'quote.name_reserved'])
    expect(refused.error.errors['fields']).toEqual({
      name: ['can’t contain “Terrace”: clients would take your emails for ours'],
    })
    expect(await read(owner)).toEqual(before)
  },
)

test('a team without saved settings gets defaults; a member can read but not change them', async () => {
  expect(await read(member)).toMatchObject({
    name: '',
    colour: '#0a6a4d',
    offers_alternatives: true,
    hold_on_accept: { enabled: false },
    mail: { view: true, accept: true, decline: true, unopened: true },
    team_name: expect.stringMatching(/^Team /),
    logo: null,
    quote_origin: null,
    may_manage: false,
  })
  expect((await read(owner)).may_manage).toBe(true)
})

test('an owner changes the settings, and the audit log has the field names without values', async () => {
  const changed = await owner.call(quoteSettingsRoutes.change, { body: newSettings })
  expect(changed.data.data).toMatchObject(newSettings)
  expect(await read(member)).toMatchObject(newSettings)
  expect(await read(await app.addBuyer())).toMatchObject({ name: '', colour: '#0a6a4d' })
  await owner.call(quoteSettingsRoutes.change, { body: newSettings })
  const records = await readSecurityEvents(app.db, { kind: 'team.quote_settings_changed', limit: 100 })
  const teamEvents = records.filter(({ teamId }) => teamId === owner.teamId)
  expect(teamEvents).toHaveLength(1)
  expect(teamEvents[0]?.details['changed']).toMatch(/^name, colour, contactEmail, /)
  expect(JSON.stringify(teamEvents)).not.toContain('harbour.example')
})

test.each(['', '+33 1 42.68.53.00', '(020) 7946-0123'])(
  'a phone number keeps its formatting: "%s"',
  async (contact_phone) => {
    const changed = await owner.call(quoteSettingsRoutes.change, { body: { ...newSettings, contact_phone } })
    expect(changed.data.data).toMatchObject({ contact_phone })
  },
)

test('a member can’t change anything', async () => {
  for (const response of [
    await member.call(quoteSettingsRoutes.change, { body: newSettings }),
    await upload(member, await testImage(8, 8)),
    await member.call(quoteSettingsRoutes.removeLogo),
  ])
    expect([response.status, response.error.code]).toEqual([403, 'team.not_owner'])
  expect(await read(owner)).toMatchObject({ name: '', logo: null })
})

test.each([
  ['colour', { ...newSettings, colour: 'red; background: url(//evil.example)' }],
  ['name', { ...newSettings, name: 'x'.repeat(81) }],
  ['contact_email', { ...newSettings, contact_email: 'not-an-email' }],
  ['contact_phone', { ...newSettings, contact_phone: 'call <b>me</b>' }],
  ['contact_phone', { ...newSettings, contact_phone: '12' }],
  ['hold_on_accept.max_tickets', { ...newSettings, hold_on_accept: { enabled: true, max_tickets: 61 } }],
])('settings with an invalid %s are rejected with the field name and change nothing', async (field, body) => {
  const rejected = await owner.call(quoteSettingsRoutes.change, { body })
  expect(rejected.status).toBe(422)
  expect(rejected.error.errors).toMatchObject({ fields: { [field]: [expect.any(String)] } })
  expect(await read(owner)).toMatchObject({ name: '' })
})

test.each(['png', 'jpeg', 'webp'] as const)(
  'a %s becomes a small PNG with an unguessable public URL',
  async (kind) => {
    const { data } = (await upload(owner, await testImage(960, 480, kind))).data
    expect(data.logo).toMatch(/^\/api\/quote-logos\/[\w-]{43}\.png$/)
    expect(data.logo).not.toContain(owner.teamId)
    const response = await app.app.inject(data.logo ?? '')
    expect(response.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    })
    expect(await sharp(response.rawPayload).metadata()).toMatchObject({
      format: 'png',
      width: 320,
      height: 160,
    })
  },
)

test('a small image keeps its size, and metadata is removed', async () => {
  const text = Buffer.from('<script>alert(1)</script> 51.5007 N 0.1246 W')
  const { data } = (await upload(owner, Buffer.concat([await testImage(64, 32), text]))).data
  const { rawPayload } = await app.app.inject(data.logo ?? '')
  expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 64, height: 32 })
  expect(rawPayload.includes('script')).toBe(false)
})

test('a new logo gets a new URL and replaces the old one; removing it leaves none', async () => {
  const first = (await upload(owner, await testImage(20, 20))).data.data.logo ?? ''
  const second = (await upload(owner, await testImage(30, 20))).data.data.logo ?? ''
  expect(second).not.toBe(first)
  expect((await app.app.inject(first)).statusCode).toBe(404)
  expect((await app.app.inject(second)).statusCode).toBe(200)
  expect((await owner.call(quoteSettingsRoutes.removeLogo)).data.data.logo).toBeNull()
  expect((await app.app.inject(second)).statusCode).toBe(404)
  expect(await logosOf(owner)).toBe(0)
})

/** An image header that declares gigabytes of pixels. */
async function bomb(): Promise<Uint8Array> {
  const bytes = Uint8Array.from(await testImage(4, 4))
  const view = new DataView(bytes.buffer)
  view.setUint32(16, 60_000)
  view.setUint32(20, 60_000)
  return bytes
}

test.each([
  ['an SVG with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['an animated image', Buffer.from('GIF89a\u0001\0\u0001\0\0\0\0;')],
  ['a page', Buffer.from('<!doctype html><title>x</title>')],
  ['nothing', Buffer.alloc(0)],
  ['an image of 3,600 million pixels', await bomb()],
  ['a truncated image', (await testImage(200, 100)).subarray(0, 60)],
  ['a JPEG truncated in its header', (await testImage(40, 40, 'jpeg')).subarray(0, 30)],
  [
    'a WebP of noise',
    Buffer.concat([(await testImage(40, 40, 'webp')).subarray(0, 30), Buffer.alloc(500, 7)]),
  ],
])('%s is rejected as a logo, and the previous logo stays', async (_, bytes) => {
  const { logo } = (await upload(owner, await testImage(10, 10))).data.data
  const rejected = await upload(owner, bytes)
  expect([rejected.status, rejected.error.code]).toEqual([422, 'quote.logo_invalid'])
  expect(rejected.error.errors).toMatchObject({ fields: { base64: [expect.any(String)] } })
  expect((await read(owner)).logo).toBe(logo)
})

test('decoding works again after a damaged image', async () => {
  await upload(owner, (await testImage(200, 100)).subarray(0, 60))
  expect((await upload(owner, await testImage(10, 10))).ok).toBe(true)
})

test('files of 20 MB are rejected before reading, files of 2.5 MB by the contract', async () => {
  const huge = await uploadText(owner, 'A'.repeat(27_000_000))
  expect([huge.status, huge.error.code]).toEqual([413, 'request.too_large'])
  const large = await uploadText(owner, 'A'.repeat(2_900_000))
  expect([large.status, large.error.code]).toEqual([422, 'input.invalid'])
  expect(await logosOf(owner)).toBe(0)
})

test.each(['unknown.png', '..%2f..%2fetc%2fpasswd', 'a'.repeat(43), `${'a'.repeat(43)}.png`])(
  'no logo is served as %s',
  async (name) => {
    expect((await app.app.inject(`/api/quote-logos/${name}`)).statusCode).toBe(404)
  },
)

const register = ({ teamId }: Caller, origin: string | null) =>
  registerQuoteOrigin(app.deps, { teamId, origin, caller })

test('an origin belongs to one team until removed, and each change is audited', async () => {
  const origin = 'https://tickets.harbour.example'
  const other = await app.addBuyer()
  await register(owner, origin)
  await register(owner, origin)
  expect((await read(owner)).quote_origin).toBe(origin)
  await expect(register(other, origin)).rejects.toMatchObject({ code: 'quote.origin_invalid' })
  expect((await read(other)).quote_origin).toBeNull()
  await register(owner, null)
  await register(other, origin)
  const records = await readSecurityEvents(app.db, { kind: 'team.quote_origin_changed', limit: 100 })
  expect(records.map(({ teamId, details }) => [teamId, details])).toEqual([
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
])('%s is rejected as a quote origin', async (origin) => {
  await expect(register(owner, origin)).rejects.toMatchObject({ code: 'quote.origin_invalid' })
  expect((await read(owner)).quote_origin).toBeNull()
})

test('an unknown team can’t register an origin', async () => {
  await expect(
    registerQuoteOrigin(app.deps, { teamId: 'tm_none', origin: 'https://x.example', caller }),
  ).rejects.toMatchObject({ code: 'quote.origin_invalid' })
})

test('new quotes start with the team’s terms; members read them, owners change them', async () => {
  expect((await read(member)).defaults).toEqual({
    commission_method: 'percentage',
    commission_amount: '',
    currency_to_display: null,
    quote_expiry: 24,
    price_mode: 'floating',
    offer_choice: 'any',
    note: '',
  })
  await owner.call(quoteSettingsRoutes.change, { body: { ...newSettings, defaults: newDefaults } })
  expect((await read(member)).defaults).toEqual(newDefaults)
  // Omitted terms keep their values.
  await owner.call(quoteSettingsRoutes.change, { body: { ...newSettings, name: 'Harbour' } })
  expect(await read(member)).toMatchObject({ name: 'Harbour', defaults: newDefaults })
  const percentage = { ...newDefaults, commission_method: 'percentage' as const, commission_amount: '7.5' }
  await owner.call(quoteSettingsRoutes.change, { body: { ...newSettings, defaults: percentage } })
  expect((await read(member)).defaults).toEqual({ ...percentage, commission_amount: '7.50' })
  expect((await member.call(quoteSettingsRoutes.change, { body: newSettings })).status).toBe(403)
})

test.each([
  ['a fixed commission without a currency', { currency_to_display: null }],
  ['an unknown currency', { currency_to_display: 'XXX' }],
  ['an odd duration', { quote_expiry: 5 }],
  ['an impossible percentage', { commission_method: 'percentage' as const, commission_amount: '1001' }],
])('%s is a 422 for the defaults', async (_, values) => {
  const body = { ...newSettings, defaults: { ...newDefaults, ...values } }
  const rejected = await owner.call(quoteSettingsRoutes.change, { body })
  expect(rejected.status).toBe(422)
  expect(Object.keys(Object(rejected.error.errors['fields'])).join()).toMatch(/^defaults/)
  expect((await read(owner)).name).toBe('')
})
