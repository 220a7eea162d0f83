import { inventoryApiKeysRoutes } from '@terrace/contracts/inventory-api-keys'
import { inventoryImportsRoutes } from '@terrace/contracts/inventory-imports'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverActor } from '#api/audit/actor.ts'
import { addProfile, buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import { receiveFile } from './imports/receive-file.ts'

let it: Inventory
beforeAll(async () => {
  it = await buildInventory()
})
afterAll(() => it.close())
beforeEach(async () => {
  await sql`update inventory_api_keys set revoked_at = clock_timestamp()`.execute(it.db)
  await sql`update inventory_imports set state = 'discarded' where state = 'received'`.execute(it.db)
})

async function createKey(profileId = it.profile.id, name = 'Our system') {
  const { data } = await it.seller.call(inventoryApiKeysRoutes.create, {
    body: { name, profile_id: profileId, expires_in_days: 30 },
  })
  return data.data
}

async function call(method: 'GET' | 'POST', path: string, secret: string, payload?: string) {
  const response = await it.app.inject({
    method,
    url: `/api/inventory/batch${path}`,
    headers: {
      authorization: `Bearer ${secret}`,
      ...(payload !== undefined && { 'content-type': 'text/csv' }),
    },
    ...(payload !== undefined && { payload }),
  })
  return { status: response.statusCode, text: response.body, body: response.json<Record<string, unknown>>() }
}

const list = async () => (await it.seller.call(inventoryApiKeysRoutes.list)).data.data

test('a key is shown once, stored as a hash, recorded, and reported to the owners', async () => {
  const { key, secret } = await createKey()
  expect(secret).toMatch(/^invkey_[\w-]{43}$/)
  expect(key).toMatchObject({
    name: 'Our system',
    prefix: secret.slice(0, 13),
    state: 'active',
    last_used_at: null,
  })
  const { keys, can_manage: canManage } = await list()
  expect(canManage).toBe(true)
  expect(JSON.stringify(keys)).not.toContain(secret)
  const { rows } = await sql<{ key: string }>`
    select k::text as key from inventory_api_keys k where id = ${key.id}`.execute(it.db)
  expect(rows[0]?.key).not.toContain(secret.slice(20))
  const [entry] = await readSecurityEvents(it.db, { kind: 'inventory.api_key_created', limit: 1 })
  expect(entry).toMatchObject({ teamId: it.sellerTeamId, details: { key_id: key.id, prefix: key.prefix } })
  const notices = await sql<{ payload: { title: string; kind: string } }>`
    select payload from outbox where topic = 'inventory.notice' order by id desc limit 1`.execute(it.db)
  expect(notices.rows[0]?.payload).toMatchObject({
    kind: 'security',
    title: 'An API key was created for your team',
  })
})

test('a revoked key ends at once; expired keys and unknown ones are rejected with the reason', async () => {
  const { key, secret } = await createKey()
  expect((await call('POST', '', secret, it.file({ id: 'A' }))).status).toBe(202)
  const revoke = () => it.seller.call(inventoryApiKeysRoutes.revoke, { params: { key_id: key.id } })
  expect((await revoke()).data.data.state).toBe('revoked')
  const refused = await call('POST', '', secret, it.file({ id: 'A' }))
  expect(refused.status).toBe(401)
  expect(refused.text).toContain('This API key was revoked')
  await revoke()
  const entries = await readSecurityEvents(it.db, { kind: 'inventory.api_key_revoked', limit: 10 })
  expect(entries.filter(({ details }) => details['key_id'] === key.id)).toHaveLength(1)

  const other = await createKey()
  await sql`update inventory_api_keys set created_at = created_at - interval '40 days',
    expires_at = expires_at - interval '40 days' where id = ${other.key.id}`.execute(it.db)
  expect((await call('POST', '', other.secret, 'x')).text).toContain('This API key has expired')
  for (const secret of ['', 'invkey_', `invkey_${'x'.repeat(43)}`, it.seller.token])
    expect((await call('POST', '', secret, 'x')).body).toMatchObject({ code: 'api_key.invalid' })
})

const revokeKey = (keyId: string) =>
  it.seller.call(inventoryApiKeysRoutes.revoke, { params: { key_id: keyId } })

test('a file whose key is revoked before it is applied waits for a person, and replaces no file that waits', async () => {
  const send = async (secret: string, id: string) => {
    const { body } = await call('POST', '', secret, it.file({ id }))
    return (body as { data: { id: string } }).data.id
  }
  const earlier = await send((await createKey()).secret, 'A')
  expect(await it.work(earlier)).toMatchObject({ state: 'previewed', waits_for: 'first_imports' })
  const { key, secret } = await createKey()
  const id = await send(secret, 'B')
  await revokeKey(key.id)
  expect(await it.work(id)).toMatchObject({ state: 'previewed', waits_for: 'key' })
  expect((await it.show(earlier)).state).toBe('previewed')
})

test('an upload that ends after its key was revoked is rejected', async () => {
  const { key } = await createKey()
  async function* chunks(): AsyncGenerator<Uint8Array> {
    yield Buffer.from(it.file({ id: 'A' }))
    await revokeKey(key.id)
  }
  const upload = receiveFile(it.deps, {
    teamId: it.sellerTeamId,
    profileId: it.profile.id,
    fileName: 'slow.csv',
    madeAt: undefined,
    eventId: null,
    actor: serverActor,
    chunks: chunks(),
    source: 'api',
    apiKeyId: key.id,
  })
  await expect(upload).rejects.toThrow('api_key.invalid')
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
})

test('the keys of an owner who is removed end, and that is recorded', async () => {
  const other = await it.addBuyer({ role: 'seller', teamId: it.sellerTeamId })
  const { data } = await other.call(inventoryApiKeysRoutes.create, {
    body: { name: 'Of another owner', profile_id: it.profile.id, expires_in_days: 30 },
  })
  const mine = await createKey()
  await sql`update accounts set status = 'removed' where id = ${other.accountId}`.execute(it.db)
  expect((await call('POST', '', data.data.secret, 'x')).text).toContain('This API key was revoked')
  expect((await call('POST', '', mine.secret, it.file({ id: 'A' }))).status).toBe(202)
  const [entry] = await readSecurityEvents(it.db, { kind: 'inventory.api_key_revoked', limit: 1 })
  expect(entry).toMatchObject({ teamId: it.sellerTeamId, details: { key_id: data.data.key.id } })
})

test('the keys of an owner who becomes a member end, and stay ended for an owner again', async () => {
  const other = await it.addBuyer({ role: 'seller', teamId: it.sellerTeamId })
  const { data } = await other.call(inventoryApiKeysRoutes.create, {
    body: { name: 'Of a former owner', profile_id: it.profile.id, expires_in_days: 30 },
  })
  const mine = await createKey()
  for (const role of ['member', 'owner'] as const)
    await it.seller.call(teamsRoutes.changeRole, { params: { id: other.accountId }, body: { role } })
  expect((await call('POST', '', data.data.secret, 'x')).text).toContain('This API key was revoked')
  expect((await call('POST', '', mine.secret, it.file({ id: 'A' }))).status).toBe(202)
  const [entry] = await readSecurityEvents(it.db, { kind: 'inventory.api_key_revoked', limit: 1 })
  expect(entry).toMatchObject({ teamId: it.sellerTeamId, details: { key_id: data.data.key.id } })
})

test('only owners see and change keys, after they have confirmed that it is them', async () => {
  const { key } = await createKey()
  const member = await it.addBuyer({ role: 'seller', teamId: it.sellerTeamId, teamRole: 'member' })
  expect((await member.call(inventoryApiKeysRoutes.list)).data.data).toEqual({ keys: [], can_manage: false })
  const body = { name: 'x', profile_id: it.profile.id, expires_in_days: 30 }
  expect((await member.call(inventoryApiKeysRoutes.create, { body })).error.code).toBe('team.not_owner')
  const revoked = await member.call(inventoryApiKeysRoutes.revoke, { params: { key_id: key.id } })
  expect(revoked.error.code).toBe('team.not_owner')
  for (const expires_in_days of [0, 366, 1.5])
    expect(
      (await it.seller.call(inventoryApiKeysRoutes.create, { body: { ...body, expires_in_days } })).status,
    ).toBe(422)
  expect(inventoryApiKeysRoutes.create.needsReauthentication).toBe(true)
})

test('a team has at most twenty active keys, even when two people create one at the same time', async () => {
  for (let number = 0; number < 19; number += 1) await createKey()
  const body = { name: 'x', profile_id: it.profile.id, expires_in_days: 30 }
  const create = () => it.seller.call(inventoryApiKeysRoutes.create, { body })
  const codes = (await Promise.all([create(), create()])).map((response) =>
    response.ok ? 'ok' : response.error.code,
  )
  expect(codes.toSorted()).toEqual(['api_key.too_many', 'ok'])
})

test('a key sends files of its own profile and reads only their imports', async () => {
  const profile = await addProfile(it.seller, {}, 'Other files')
  const [mine, other] = [await createKey(), await createKey(profile.id)]
  const sent = await call(
    'POST',
    '?file_name=stock.csv',
    mine.secret,
    it.file({ id: 'K1' }, { id: 'K2', price: 'x' }),
  )
  expect(sent).toMatchObject({ status: 202, body: { data: { state: 'received', file_name: 'stock.csv' } } })
  const { id } = (sent.body as { data: { id: string } }).data
  await it.work(id)
  expect((await call('GET', `/${id}`, mine.secret)).body).toMatchObject({
    data: {
      state: 'previewed',
      waits_for: 'first_imports',
      waits_because: 'the first two files of a profile are applied by a person',
      counts: { new: 1, invalid: 1 },
    },
  })
  await it.apply(id)
  const { body } = await call('GET', `/${id}/rows`, mine.secret)
  // Listings of other tests are withdrawn, and have no line.
  const { data: rows } = body as { data: { line: number | null }[] }
  expect(rows.filter(({ line }) => line !== null)).toMatchObject([
    { line: 2, external_id: 'K1', action: 'new', result: 'written', problem: null },
    { line: 3, external_id: 'K2', action: 'invalid', result: null, problem: { code: 'price' } },
  ])
  for (const path of [`/${id}`, `/${id}/rows`])
    expect((await call('GET', path, other.secret)).body).toMatchObject({ code: 'inventory_import.not_found' })
  expect((await list()).keys.find(({ id: keyId }) => keyId === mine.key.id)?.last_used_at).not.toBeNull()
  const { data } = await it.seller.call(inventoryImportsRoutes.one, { params: { import_id: id } })
  expect(data.data).toMatchObject({ source: 'api', waits_for: null, uploaded_by: null })
})

test('JSON rows are read as the columns of the profile', async () => {
  const { secret } = await createKey()
  const send = (payload: unknown) =>
    it.app.inject({
      method: 'POST',
      url: '/api/inventory/batch',
      headers: { authorization: `Bearer ${secret}` },
      payload: payload as object,
    })
  const row = {
    TicketID: 'J1',
    Event: it.event.title,
    Venue: it.event.venue,
    EventDate: it.event.day,
    Section: '112',
  }
  const sent = await send({
    rows: [
      { ...row, Quantity: 2, Row: 'A', Price: 85.5, Notes: '=1+1' },
      { ...row, TicketID: 'J2', Quantity: '3', Row: 'B', Price: '90', SeatFrom: null },
    ],
  })
  expect(sent.statusCode).toBe(202)
  const { id } = sent.json<{ data: { id: string } }>().data
  expect(await it.work(id)).toMatchObject({ rows_read: 2, counts: { new: 2, invalid: 0 } })
  await it.apply(id)
  expect((await it.listings()).filter(({ external_id }) => external_id?.startsWith('J'))).toMatchObject([
    { external_id: 'J1', price_minor: 8550, quantity: 2 },
    { external_id: 'J2', price_minor: 9000, quantity: 3 },
  ])
  const wrong = [{}, { rows: [] }, { rows: [{ a: {} }] }, { rows: [{ a: 1 }], more: 1 }, []]
  for (const payload of wrong) expect((await send(payload)).statusCode, JSON.stringify(payload)).toBe(422)
  const many = Array.from({ length: 101 }, (_, at) => ({ [`a${at}`]: 1, [`b${at}`]: 1 }))
  const refused = await send({ rows: many })
  expect([refused.statusCode, refused.json().errors?.fields]).toEqual([
    422,
    { rows: ['must have at most 200 different column names'] },
  ])
  const fieldsOf = async (rows: unknown[]) => (await send({ rows })).json().errors?.fields
  expect(await fieldsOf([row, { ...row, Price: [1] }])).toEqual({
    'rows.1.Price': ['must be a text, a number, true, false or null'],
  })
  expect(await fieldsOf([{ ...row, Notes: 'x'.repeat(5001) }])).toEqual({
    'rows.0.Notes': ['must be at most 5000 characters'],
  })
  const bad = await fieldsOf([
    { ...row, Price: [1] },
    row,
    ...Array.from({ length: 30 }, () => ({ Row: {} })),
  ])
  expect(Object.keys(bad ?? {})).toEqual([
    'rows.0.Price',
    ...Array.from({ length: 19 }, (_, at) => `rows.${at + 2}.Row`),
  ])
  expect(await fieldsOf(Array.from({ length: 10_001 }, () => ({})))).toEqual({
    rows: ['must have at most 10000 rows'],
  })
  expect(await fieldsOf([null])).toHaveProperty(['rows.0'])
})

test('JSON that is nested too deeply or has too many names is refused', async () => {
  const { secret } = await createKey()
  const send = (payload: string) =>
    it.app.inject({
      method: 'POST',
      url: '/api/inventory/batch',
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json' },
      payload,
    })
  const deep = await send('['.repeat(2_000_000))
  expect([deep.statusCode, deep.json().errors.fields]).toEqual([422, { body: ['is nested too deeply'] }])
  const row = Object.fromEntries(Array.from({ length: 900 }, (_, at) => [`column${at}`, 'x']))
  const wide = await send(JSON.stringify({ rows: Array(270).fill(row) }))
  expect([wide.statusCode, wide.json().errors.fields]).toEqual([
    422,
    { rows: ['must have at most 200 different column names'] },
  ])
})

test('the same Idempotency-Key makes one import, also for two requests at once', async () => {
  const { secret } = await createKey()
  const send = (payload: string, key = 'run-1', query = '') =>
    it.app.inject({
      method: 'POST',
      url: `/api/inventory/batch${query}`,
      headers: { authorization: `Bearer ${secret}`, 'content-type': 'text/csv', 'idempotency-key': key },
      payload,
    })
  const content = it.file({ id: 'I1' })
  const responses = await Promise.all([send(content), send(content)])
  const ids = responses.map((response) => response.json<{ data: { id: string } }>().data.id)
  expect(ids[0]).toBe(ids[1])
  const reused = await send(it.file({ id: 'I2' }))
  expect([reused.statusCode, reused.json().code]).toEqual([422, 'idempotency.key_reused'])
  const timed = await send(content, 'run-3', '?made_at=2026-01-01T00:00:00Z')
  expect((await send(content, 'run-3', '?made_at=2026-01-01T00:00:00Z')).json()).toEqual(timed.json())
  for (const query of [
    '',
    '?made_at=2026-01-01T00:00:01Z',
    `?made_at=2026-01-01T00:00:00Z&event_id=${it.eventId}`,
  ])
    expect((await send(content, 'run-3', query)).statusCode, query).toBe(422)
  expect((await send(content, 'run-2')).json<{ data: { id: string } }>().data.id).not.toBe(ids[0])
  expect(await it.db.selectFrom('unclaimed_files').selectAll().execute()).toEqual([])
})

test('a key rests while the account that created it is suspended', async () => {
  const { secret } = await createKey()
  await it.addBuyer({ role: 'seller', teamId: it.sellerTeamId, teamRole: 'owner' })
  const become = (status: 'active' | 'suspended') =>
    sql`update accounts set status = ${status} where id = ${it.seller.accountId}`.execute(it.db)
  await become('suspended')
  const refused = await call('POST', '', secret, 'x')
  expect([refused.status, refused.text]).toEqual([
    401,
    expect.stringContaining('The account that created this API key is suspended'),
  ])
  await become('active')
  expect((await call('POST', '', secret, it.file({ id: 'S1' }))).status).toBe(202)
})

test('a key of a team without an active owner, or of a removed profile, sends nothing', async () => {
  const { secret } = await createKey()
  await sql`update accounts set status = 'suspended' where team_id = ${it.sellerTeamId}`.execute(it.db)
  expect((await call('POST', '', secret, 'x')).text).toContain('The team of this API key is not active')
  await sql`update accounts set status = 'active' where team_id = ${it.sellerTeamId}`.execute(it.db)
  await sql`update inventory_profiles set archived_at = clock_timestamp() where id = ${it.profile.id}`.execute(
    it.db,
  )
  expect((await call('POST', '', secret, 'x')).text).toContain('The profile of this API key was removed')
  await sql`update inventory_profiles set archived_at = null where id = ${it.profile.id}`.execute(it.db)
})
