import { clientsRoutes } from '@terrace/contracts/clients'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
let owner: Caller
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await app.addBuyer()
})

const ada = {
  name: 'Ada Lovelace',
  company: 'Analytical Travel',
  email: 'Ada@Example.test',
  phone: '+44 20 7946 0123',
  language: 'de',
  currency: 'EUR',
  commission_method: 'fixed',
  commission_amount: '12.50',
  notes: 'Prefers aisle seats.\nInvoices to the office.',
} as const

const add = async (body: BodyInputOf<typeof clientsRoutes.create>, by = owner) =>
  (await by.call(clientsRoutes.create, { body })).data.data

const list = async (query: NonNullable<Parameters<typeof read>[0]> = {}, by = owner) => read(query, by)
const read = async (
  query: {
    search?: string
    show?: 'unused'
    order_by?: 'last_used' | 'company'
    sort_order?: 'desc'
    page?: string
  },
  by: Caller,
) => (await by.call(clientsRoutes.list, { query })).data

const namesOf = ({ data }: Awaited<ReturnType<typeof list>>) => data.map(({ name }) => name)

const setLastUsed = (id: string, months: number) =>
  sql`update clients set last_used_at = now() - make_interval(months => ${months}) where id = ${id}`.execute(
    app.db,
  )

test('a client keeps every detail, and personal ones are encrypted in the database', async () => {
  const client = await add(ada)
  const shown = (await owner.call(clientsRoutes.one, { params: { client_id: client.id } })).data.data
  expect(shown).toMatchObject({ client: { ...ada, version: 1, is_unused: false }, quotes: [], orders: [] })
  const { rows } = await sql<{
    text: string
  }>`select c::text as text from clients c where id = ${client.id}`.execute(app.db)
  for (const secret of ['Ada', 'Analytical', 'example.test', '7946 0123', 'aisle'])
    expect(rows[0]?.text).not.toContain(secret)
})

test('team members share one client book, and other teams cannot see it', async () => {
  await add(ada)
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const outsider = await app.addBuyer()
  expect(namesOf(await list({}, member))).toEqual(['Ada Lovelace'])
  expect((await list({}, member)).meta.is_owner).toBe(false)
  expect(namesOf(await list({}, outsider))).toEqual([])
})

test('search finds parts of name, company and address, ignoring case and accents', async () => {
  await add(ada)
  await add({ name: 'Zoë Müller', company: 'Harlow' })
  expect(namesOf(await list({ search: 'analy love' }))).toEqual(['Ada Lovelace'])
  expect(namesOf(await list({ search: 'EXAMPLE.TEST' }))).toEqual(['Ada Lovelace'])
  expect(namesOf(await list({ search: 'zoe muller' }))).toEqual(['Zoë Müller'])
  expect(namesOf(await list({ search: 'ada harlow' }))).toEqual([])
})

test('the list is sorted over the whole book and paged', async () => {
  for (const [name, company] of [
    ['Émile', 'C'],
    ['ada', 'B'],
    ['Zoe', 'A'],
  ] as const)
    await add({ name, company })
  expect(namesOf(await list())).toEqual(['ada', 'Émile', 'Zoe'])
  expect(namesOf(await list({ order_by: 'company' }))).toEqual(['Zoe', 'ada', 'Émile'])
  expect(namesOf(await list({ order_by: 'last_used', sort_order: 'desc' }))).toEqual(['Zoe', 'ada', 'Émile'])
  const page = (await owner.call(clientsRoutes.list, { query: { page: 2, per_page: 2 } })).data
  expect([page.data.map(({ name }) => name), page.meta.total, page.meta.last_page]).toEqual([['Zoe'], 3, 2])
})

test('an address belongs to one client; the error names them', async () => {
  const { id } = await add(ada)
  const second = await owner.call(clientsRoutes.create, {
    body: { name: 'A. L.', email: 'ADA@example.TEST' },
  })
  expect([second.status, second.error.code]).toEqual([409, 'client.duplicate'])
  expect(second.error.errors).toMatchObject({
    title: 'This email address belongs to Ada Lovelace',
    client: { id, name: 'Ada Lovelace' },
    fields: { email: ['This email address belongs to Ada Lovelace'] },
  })
  const other = await add({ name: 'Grace' })
  const edited = await owner.call(clientsRoutes.update, {
    params: { client_id: other.id },
    body: { name: 'Grace', email: 'ada@example.test', version: 1 },
  })
  expect(edited.error.code).toBe('client.duplicate')
  // Without an address, equal names are different people; another team may have the same client.
  expect((await add({ name: 'Grace' })).id).not.toBe(other.id)
  expect((await add(ada, await app.addBuyer())).email).toBe('Ada@Example.test')
})

test('two people who add the same address at once get one client', async () => {
  const calls = await Promise.all(
    Array.from({ length: 4 }, () => owner.call(clientsRoutes.create, { body: { ...ada } })),
  )
  expect(calls.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409, 409, 409,
  ])
})

test('a repeated request adds one client', async () => {
  const request = { body: { name: 'Ada' }, idempotencyKey: `once-${owner.teamId}` }
  const [first, again] = [
    await owner.call(clientsRoutes.create, request),
    await owner.call(clientsRoutes.create, request),
  ]
  expect(again.data.data.id).toBe(first.data.data.id)
  expect((await list()).meta.total).toBe(1)
})

test('an edit of an outdated version is rejected and changes nothing', async () => {
  const { id } = await add(ada)
  const edit = (name: string, version: number) =>
    owner.call(clientsRoutes.update, { params: { client_id: id }, body: { ...ada, name, version } })
  expect((await edit('Ada King', 1)).data.data).toMatchObject({
    name: 'Ada King',
    version: 2,
    email: ada.email,
  })
  const late = await edit('Ada Byron', 1)
  expect([late.status, late.error.code]).toEqual([409, 'client.changed'])
  expect(namesOf(await list())).toEqual(['Ada King'])
})

test.each([
  [{ name: ' ' }, 'name', 'Name is required'],
  [{ name: 'Ada', email: 'ada@' }, 'email', 'Must be a valid email address'],
  [{ name: 'Ada', phone: 'call me' }, 'phone', 'Phone number is not valid'],
  [{ name: 'Ada', currency: 'XXX' }, 'currency', 'must be the three-letter code of a tradable currency'],
  [{ name: 'Ada', commission_amount: '1001' }, 'commission_amount', 'must be at most 1000 percent'],
  [
    { name: 'Ada', commission_method: 'fixed' as const, commission_amount: '5' },
    'currency',
    'is required for a fixed commission',
  ],
])('rejects %o by field', async (body, field, message) => {
  const response = await owner.call(clientsRoutes.create, { body })
  expect(response.status).toBe(422)
  expect(response.error.errors['fields']).toEqual({ [field]: [message] })
})

test('a client unused for 24 months is proposed for deletion; an owner deletes them together', async () => {
  const [old, recent] = [await add({ name: 'Old' }), await add({ name: 'Recent' })]
  await setLastUsed(old.id, 25)
  await setLastUsed(recent.id, 23)
  const unused = await list({ show: 'unused' })
  expect([namesOf(unused), unused.meta.unused]).toEqual([['Old'], 1])
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const rejected = await member.call(clientsRoutes.removeUnused)
  expect([rejected.status, rejected.error.code]).toEqual([403, 'team.not_owner'])
  expect((await owner.call(clientsRoutes.removeUnused)).data.data.removed).toBe(1)
  expect(namesOf(await list())).toEqual(['Recent'])
})

test('only owners delete and export, and the audit log counts both', async () => {
  const { id } = await add({ ...ada, name: '=SUM(A1)' })
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  const params = { client_id: id }
  expect((await member.call(clientsRoutes.remove, { params })).error.code).toBe('team.not_owner')
  expect((await member.call(clientsRoutes.export)).error.code).toBe('team.not_owner')
  const { csv } = (await owner.call(clientsRoutes.export)).data.data
  const [head, row] = csv.split('\r\n')
  expect(head).toContain('Name,Company,Email,Phone,Currency,Default commission,Notes')
  // The apostrophe keeps spreadsheets from evaluating the formula.
  expect(row).toContain(`"'=SUM(A1)",Analytical Travel,Ada@Example.test,"'+44 20 7946 0123",EUR,12.50 EUR`)
  expect((await owner.call(clientsRoutes.remove, { params })).data.data.removed).toBe(1)
  expect((await owner.call(clientsRoutes.remove, { params })).status).toBe(404)
  const { rows } = await sql<{ kind: string; details: object }>`
    select kind, details from security_events where team_id = ${owner.teamId} order by id`.execute(app.db)
  expect(rows).toEqual([
    { kind: 'team.clients_exported', details: { count: 1 } },
    { kind: 'team.clients_deleted', details: { count: 1 } },
  ])
})

test('an export asks for a factor again, so that a stolen session is not enough', async () => {
  const { id } = await add(ada)
  await sql`update sessions set password_proven_at = null where account_id = ${owner.accountId}`.execute(
    app.db,
  )
  const responses = [
    await owner.call(clientsRoutes.export),
    await owner.call(clientsRoutes.exportSelected, { body: { client_ids: [id] } }),
  ]
  for (const { status, error } of responses)
    expect([status, error.code]).toEqual([403, 'session.factor_required'])
  expect((await list()).data).toHaveLength(1)
})

test('selected clients of the own team are exported and deleted together; others are left out', async () => {
  const [first, second, third] = [
    await add({ name: 'Ada' }),
    await add({ name: 'Bea' }),
    await add({ name: 'Cleo' }),
  ]
  const stranger = await app.addBuyer()
  const foreign = (await stranger.call(clientsRoutes.create, { body: { name: 'Foreign' } })).data.data
  const body = { client_ids: [second.id, foreign.id, first.id] }
  const member = await app.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  for (const route of [clientsRoutes.exportSelected, clientsRoutes.removeSelected]) {
    expect((await member.call(route, { body })).error.code).toBe('team.not_owner')
    const empty = await owner.call(route, { body: { client_ids: [] } })
    expect([empty.status, empty.error.errors]).toMatchObject([
      422,
      { fields: { client_ids: ['must have at least one client'] } },
    ])
  }
  const { csv } = (await owner.call(clientsRoutes.exportSelected, { body })).data.data
  expect(
    csv
      .trim()
      .split('\r\n')
      .map((line) => line.split(',')[0])
      .slice(1),
  ).toEqual(['Ada', 'Bea'])
  expect((await owner.call(clientsRoutes.removeSelected, { body })).data.data.removed).toBe(2)
  expect(namesOf(await list())).toEqual([third.name])
  expect((await stranger.call(clientsRoutes.list)).data.data.map(({ id }) => id)).toEqual([foreign.id])
  const { rows } = await sql<{ kind: string; details: object }>`
    select kind, details from security_events where team_id = ${owner.teamId} order by id`.execute(app.db)
  expect(rows).toEqual([
    { kind: 'team.clients_exported', details: { count: 2 } },
    { kind: 'team.clients_deleted', details: { count: 2 } },
  ])
})

test('a whole book can be selected to be exported and deleted', async () => {
  const { id } = await add({ name: 'Ada' })
  const others = Array.from({ length: 4999 }, (_, index) => `clt_unknown${index}`)
  const body = { client_ids: [...others, id] }
  expect((await owner.call(clientsRoutes.exportSelected, { body })).data.data.csv).toContain('Ada')
  expect((await owner.call(clientsRoutes.removeSelected, { body })).data.data.removed).toBe(1)
  const more = await owner.call(clientsRoutes.removeSelected, {
    body: { client_ids: [...body.client_ids, 'clt_more'] },
  })
  expect(more.error.errors['fields']).toEqual({ client_ids: ['must have at most 5000 clients'] })
})

test('after the encryption key is lost, entries are omitted and their addresses are free again', async () => {
  await add(ada)
  await sql`update client_books set encrypted_hash_key = set_byte(encrypted_hash_key, 0, 200)
    where team_id = ${owner.teamId}`.execute(app.db)
  await sql`update clients set encrypted_details = set_byte(encrypted_details, 0, 200)
    where team_id = ${owner.teamId}`.execute(app.db)
  expect((await list()).meta.total).toBe(0)
  expect((await add(ada)).name).toBe('Ada Lovelace')
  expect((await list()).meta.total).toBe(1)
})

test('characters that reorder or hide a name are removed, and right-to-left names stay', async () => {
  const spoofed = await add({ ...ada, name: 'Ada\u202Eecalevol\u2066', notes: 'a\u200Bb\nc' })
  expect(spoofed).toMatchObject({ name: 'Adaecalevol', notes: 'ab\nc' })
  expect((await add({ ...ada, email: '', name: 'שָׁרָה کتاب\u200Cها' })).name).toBe('שָׁרָה کتاب\u200Cها')
  const blank = await owner.call(clientsRoutes.create, { body: { ...ada, email: '', name: '\u202E\u200B' } })
  expect(blank.status).toBe(422)
})
