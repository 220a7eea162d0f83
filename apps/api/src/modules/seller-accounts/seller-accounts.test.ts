import { inventoryRoutes } from '@terrace/contracts/inventory'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { workspaceRoutes } from '@terrace/contracts/workspace'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { terminalActor } from '#api/audit/actor.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { decideSeller, findDuplicates, readDocument, type Decision } from './index.ts'

let it: Inventory
let sport: string
beforeAll(async () => {
  it = await buildInventory()
  await sql`insert into countries (code, name) values ('GB', 'United Kingdom'), ('DE', 'Germany'), ('US', 'United States')
    on conflict do nothing`.execute(it.db)
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where parent_id is null limit 1`.execute(it.db)
  sport = rows[0]?.slug ?? 'none'
})
afterAll(() => it.close())

const iban = 'GB33 BUKB 2020 1555 5555 55'
const details = (): BodyInputOf<typeof sellerAccountRoutes.save> => ({
  company_name: 'Harbour Tickets Ltd',
  address: { line1: '1 Quay Street', city: 'Bristol', postal_code: 'BS1 4DJ', country: 'GB' },
  tax_number: 'GB 123 4567 89',
  bank_account: { country: 'GB', holder: 'Harbour Tickets Ltd', iban },
  categories: [sport],
})
const pdf = Buffer.from('%PDF-1.4\n1 0 obj\n<<>>\nendobj\nstartxref\n9\n%%EOF\n').toString('base64')

const save = (by: Caller, body: BodyInputOf<typeof sellerAccountRoutes.save>) =>
  by.call(sellerAccountRoutes.save, { body })
const upload = (by: Caller, base64 = pdf) =>
  by.call(sellerAccountRoutes.addDocument, { body: { name: 'registration.pdf', base64 } })
const submit = async (by: Caller, termsVersion?: string) =>
  by.call(sellerAccountRoutes.submit, {
    body: { terms_version: termsVersion ?? (await by.call(sellerAccountRoutes.terms)).data.data.version },
  })
const read = async (by: Caller) => (await by.call(sellerAccountRoutes.read)).data.data
const decide = (by: Caller, decision: Decision) =>
  decideSeller(it.deps, by.teamId, { decision, actor: terminalActor() })
const noLimits = { exposureLimitMinor: null, exposureCurrency: null, undeliveredLimit: null }

async function applicant(body = details()) {
  const owner = await it.addBuyer()
  const saved = await save(owner, body)
  if (!saved.ok) throw new Error(saved.text)
  await upload(owner)
  expect((await submit(owner)).data.data.state).toBe('submitted')
  return owner
}

test('a team saves a draft, submits it, and sells once an operator approves it', async () => {
  const owner = await it.addBuyer()
  expect((await read(owner)).state).toBe('none')
  await save(owner, { company_name: 'Harbour Tickets Ltd' })
  expect(await read(owner)).toMatchObject({ state: 'draft', company_name: 'Harbour Tickets Ltd' })
  const early = await submit(owner)
  expect(Object.keys(early.error.errors['fields'] ?? {})).toEqual([
    'address.line1',
    'address.city',
    'address.postal_code',
    'address.country',
    'tax_number',
    'bank_account',
    'categories',
    'documents',
  ])
  await save(owner, details())
  expect((await submit(owner)).error.code).toBe('seller.incomplete')
  await upload(owner)
  expect((await submit(owner)).data.data).toMatchObject({
    state: 'submitted',
    bank_account: { country: 'GB', last4: '5555' },
  })
  expect((await save(owner, { company_name: 'Other' })).error.code).toBe('seller.not_editable')
  expect((await upload(owner)).error.code).toBe('seller.not_editable')
  expect((await owner.call(inventoryRoutes.list, { query: {} })).error.code).toBe('session.forbidden')
  const [entry] = await readSecurityEvents(it.db, {
    teamId: owner.teamId,
    kind: 'seller.application_submitted',
    limit: 1,
  })
  expect(entry?.details).toEqual({ documents: 1, terms_version: (await read(owner)).agreed_terms?.version })
  await decide(owner, { do: 'approve', limits: noLimits })
  it.deps.authenticator.dropCachedTeam(owner.teamId)
  expect((await owner.call(inventoryRoutes.list, { query: {} })).status).toBe(200)
  // The wire value of the specification stays; the team does both.
  expect((await owner.call(workspaceRoutes.info)).data.data).toMatchObject({
    role: 'buyer',
    can_buy: true,
    can_sell: true,
  })
})

test('members of the team read the application; owners alone change it, after reauthentication to submit', async () => {
  const owner = await it.addBuyer()
  const member = await it.addBuyer({ teamId: owner.teamId, teamRole: 'member' })
  await save(owner, details())
  expect(await read(member)).toMatchObject({
    may_manage: false,
    may_edit: false,
    tax_number: 'GB 123 4567 89',
  })
  expect((await save(member, {})).error.code).toBe('team.not_owner')
  expect((await upload(member)).error.code).toBe('team.not_owner')
  expect((await submit(member)).error.code).toBe('team.not_owner')
  await upload(owner)
  await sql`update sessions set password_proven_at = null where account_id = ${owner.accountId}`.execute(
    it.db,
  )
  expect((await submit(owner)).error.code).toBe('session.factor_required')
})

test('the bank account is stored encrypted and shown by its last four characters', async () => {
  const owner = await applicant()
  const shown = JSON.stringify(await read(owner))
  expect(shown).not.toContain('2020')
  const { rows } = await sql<{ all: string }>`
    select to_jsonb(a)::text as all from seller_accounts a where team_id = ${owner.teamId}`.execute(it.db)
  expect(rows[0]?.all).not.toContain('15555555')
  expect(rows[0]?.all).not.toContain(Buffer.from('15555555').toString('hex'))
})

const bank = (account: object) => ({ bank_account: { country: 'GB', holder: 'X', ...account } })
test.each<[string, object, string]>([
  ['a company name of 201 characters', { company_name: 'x'.repeat(201) }, 'company_name'],
  [
    'an unknown country',
    { address: { line1: 'a', city: 'b', postal_code: 'c', country: 'ZZ' } },
    'address.country',
  ],
  [
    'a lower-case country',
    { address: { line1: 'a', city: 'b', postal_code: 'c', country: 'gb' } },
    'address.country',
  ],
  [
    'a tax number of another format',
    { tax_number: 'DE1', address: { line1: 'a', city: 'b', postal_code: 'c', country: 'DE' } },
    'tax_number',
  ],
  ['an IBAN with a wrong check digit', bank({ iban: 'GB34BUKB20201555555555' }), 'bank_account.iban'],
  ['an IBAN that is too short', bank({ iban: 'GB33BUKB2020155555555' }), 'bank_account.iban'],
  ['an IBAN of another country', bank({ iban: 'DE89370400440532013000' }), 'bank_account.iban'],
  [
    'a sort code of five digits',
    bank({ account_number: '12345678', bank_code: '12345' }),
    'bank_account.bank_code',
  ],
  [
    'an account number with letters',
    bank({ account_number: 'ABCDEFGH', bank_code: '123456' }),
    'bank_account.account_number',
  ],
  ['both kinds of number', bank({ iban, account_number: '12345678' }), 'bank_account.account_number'],
  [
    'a routing number with a wrong check digit',
    bank({ country: 'US', account_number: '12345678', bank_code: '021000022' }),
    'bank_account.bank_code',
  ],
  ['an American IBAN', bank({ country: 'US', iban }), 'bank_account.iban'],
  ['a German account without IBAN', bank({ country: 'DE', account_number: '1234567' }), 'bank_account.iban'],
  ['a number without country', bank({ country: '', iban }), 'bank_account.country'],
  ['an unknown category', { categories: ['no-such-sport'] }, 'categories'],
  ['31 categories', { categories: Array.from({ length: 31 }, (_, at) => `x${at}`) }, 'categories'],
  ['a field that does not exist', { limit: 1 }, 'limit'],
])('%s is refused by field and changes nothing', async (_, body, field) => {
  const owner = await it.addBuyer()
  const refused = await save(owner, body)
  expect([refused.status, Object.keys(refused.error.errors['fields'] ?? {})]).toEqual([422, [field]])
  expect((await read(owner)).state).toBe('none')
})

test.each([
  [
    'an American account',
    { country: 'US', holder: 'X', account_number: '123456789', bank_code: '021000021' },
  ],
  ['a British sort code', { country: 'GB', holder: 'X', account_number: '12345678', bank_code: '20-20-15' }],
  ['a German IBAN in small letters', { country: 'DE', holder: 'X', iban: 'de89 3704 0044 0532 0130 00' }],
])('%s is accepted', async (_, account) => {
  const owner = await it.addBuyer()
  expect((await save(owner, { bank_account: account })).data.data.bank_account?.last4).toMatch(/^\d{4}$/)
})

test.each([
  ['an HTML page named PDF', Buffer.from('<html>%PDF-</html>')],
  ['a truncated PDF', Buffer.from('%PDF-1.4 nothing')],
  ['a ZIP archive', Buffer.from('PK\x03\x04 and more')],
])('%s is not a document', async (_, bytes) => {
  const owner = await it.addBuyer()
  expect((await upload(owner, bytes.toString('base64'))).error.code).toBe('seller.document_invalid')
  expect((await read(owner)).documents).toEqual([])
})

test('each country says which numbers its bank accounts have', async () => {
  const { choices } = await read(await it.addBuyer())
  const numbers = Object.fromEntries(choices.countries.map((each) => [each.code, each.bank_accounts]))
  expect(numbers).toMatchObject({
    DE: { have_iban: true, bank_code: null },
    GB: { have_iban: true, bank_code: 'sort code' },
    US: { have_iban: false, bank_code: 'routing number' },
  })
})

test('documents are encrypted in the file store, read by operators alone, and limited to ten', async () => {
  const owner = await it.addBuyer()
  for (let count = 0; count < 10; count += 1) expect((await upload(owner)).status).toBe(200)
  expect((await upload(owner)).error.code).toBe('seller.too_many_documents')
  const [first] = (await read(owner)).documents
  const id = first?.id ?? ''
  const stored = await it.deps.files.get(`seller-documents/${id}`)
  expect(Buffer.from(stored ?? []).includes('%PDF')).toBe(false)
  const opened = await readDocument(it.deps, { teamId: owner.teamId, id })
  expect(opened.bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const stranger = await it.addBuyer()
  await expect(readDocument(it.deps, { teamId: stranger.teamId, id })).rejects.toThrow('document_not_found')
  const params = { document_id: id }
  expect((await stranger.call(sellerAccountRoutes.removeDocument, { params })).error.code).toBe(
    'seller.document_not_found',
  )
  expect((await owner.call(sellerAccountRoutes.removeDocument, { params })).data.data.documents).toHaveLength(
    9,
  )
  // Its file goes with the next run of the sweeper.
  const swept = await sql`select from unclaimed_files where name = ${`seller-documents/${id}`}`.execute(it.db)
  expect(swept.rows).toHaveLength(1)
})

test('an application agrees to the current seller terms, and says to which', async () => {
  const owner = await it.addBuyer()
  await save(owner, details())
  await upload(owner)
  const without = await owner.call(sellerAccountRoutes.submit, { body: {} as never })
  expect(without.error.errors['fields']).toEqual({ terms_version: ['agree to the seller terms'] })
  const old = await submit(owner, '2020-01')
  expect(old.error.errors['fields']).toEqual({
    terms_version: ['the seller terms have changed. Read them and agree again'],
  })
  expect(await read(owner)).toMatchObject({ state: 'draft', agreed_terms: null })
  const { version, sections } = (await owner.call(sellerAccountRoutes.terms)).data.data
  expect(JSON.stringify(sections)).toContain(it.deps.config.brand)
  await submit(owner)
  expect((await read(owner)).agreed_terms).toEqual({ version, agreed_at: expect.any(String) as string })
})

test('of two approvals at the same time one succeeds', async () => {
  const owner = await applicant()
  const results = await Promise.allSettled(
    [1, 2].map(() => decide(owner, { do: 'approve', limits: noLimits })),
  )
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const { rows } = await sql`
    select from outbox where topic = 'seller.account_changed' and subject = ${owner.teamId}`.execute(it.db)
  expect(rows).toHaveLength(1)
})

test('a declined team reads the reason and may apply again, unless the decision is final', async () => {
  const owner = await applicant()
  await decide(owner, { do: 'decline', reason: 'The registration is out of date', mayApplyAgain: true })
  expect(await read(owner)).toMatchObject({
    state: 'declined',
    may_edit: true,
    operator_note: 'The registration is out of date',
  })
  await save(owner, {})
  expect((await submit(owner)).data.data.state).toBe('submitted')
  await decide(owner, { do: 'decline', reason: 'No', mayApplyAgain: false })
  expect((await read(owner)).may_edit).toBe(false)
  expect((await save(owner, {})).error.code).toBe('seller.not_editable')
})

test('an operator asks, and the team replies and submits again', async () => {
  const owner = await applicant()
  await decide(owner, { do: 'ask', text: 'Who owns the company?' })
  expect(await read(owner)).toMatchObject({
    state: 'information_wanted',
    operator_note: 'Who owns the company?',
  })
  await upload(owner)
  expect((await submit(owner)).data.data.state).toBe('submitted')
  await expect(decide(owner, { do: 'suspend', reason: 'x' })).rejects.toThrow('seller.wrong_state')
})

test('operators see other teams with the same bank account, tax number or address', async () => {
  const [first, second] = [await applicant(), await applicant()]
  const found = await findDuplicates(it.db, second.teamId)
  expect(found.find(({ teamId }) => teamId === first.teamId)?.same).toEqual(
    expect.arrayContaining(['bank account', 'tax number', 'address']),
  )
  const alone = await it.addBuyer()
  expect((await findDuplicates(it.db, alone.teamId)).some(({ same }) => same.includes('bank account'))).toBe(
    false,
  )
})
