import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import type { BodyInputOf } from '@terrace/contracts/route'
import { notificationsRoutes } from '@terrace/contracts/notifications'
import { sellerAccountRoutes } from '@terrace/contracts/seller-account'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { terminalActor } from '#api/audit/actor.ts'
import type { SecurityEvent } from '#api/audit/security-event.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { decideSeller } from '../decisions/decide-seller.ts'
import { findSellerAccount } from '../seller-accounts.repo.ts'
import { decideChange, type ChangeDecision } from './decide-change.ts'
import { findDuplicatesOfChange } from './changes.repo.ts'

let it: Inventory
let sport: string
beforeAll(async () => {
  it = await buildInventory()
  await sql`insert into countries (code, name) values ('GB', 'United Kingdom'), ('DE', 'Germany')
    on conflict do nothing`.execute(it.db)
  const { rows } = await sql<{ slug: string }>`
    select slug from categories where parent_id is null limit 1`.execute(it.db)
  sport = rows[0]?.slug ?? 'none'
})
afterAll(() => it.close())

type Change = BodyInputOf<typeof sellerAccountRoutes.changeDetails>

const address = { line1: '1 Quay Street', city: 'Bristol', postal_code: 'BS1 4DJ', country: 'GB' }
const british = { country: 'GB', holder: 'Harbour Ltd', iban: 'GB33BUKB20201555555555' }
const german = { country: 'DE', holder: 'Harbour Ltd', iban: 'DE89370400440532013000' }
const pdf = Buffer.from('%PDF-1.4 x %%EOF').toString('base64')

async function addSeller(): Promise<Caller> {
  const owner = await it.addBuyer()
  await owner.call(sellerAccountRoutes.save, {
    body: {
      company_name: 'Harbour Ltd',
      address,
      tax_number: 'GB123456789',
      bank_account: british,
      categories: [sport],
    },
  })
  await owner.call(sellerAccountRoutes.addDocument, { body: { name: 'registration.pdf', base64: pdf } })
  const terms = await owner.call(sellerAccountRoutes.terms)
  await owner.call(sellerAccountRoutes.submit, { body: { terms_version: terms.data.data.version } })
  const limits = { exposureLimitMinor: null, exposureCurrency: null, undeliveredLimit: null }
  await decideSeller(it.deps, owner.teamId, {
    decision: { do: 'approve', limits },
    actor: terminalActor(),
  })
  it.deps.authenticator.dropCachedTeam(owner.teamId)
  return owner
}
/** The first request of an account counts for its address. */
let addresses = 0
const change = (by: Caller, body: Change) =>
  by.call(sellerAccountRoutes.changeDetails, { body, ipAddress: `198.51.100.${(addresses += 1)}` })
const withdraw = (by: Caller) => by.call(sellerAccountRoutes.withdrawChange)
const show = async (by: Caller) => (await by.call(sellerAccountRoutes.read)).data.data
const payoutAccount = async (by: Caller) =>
  (await findSellerAccount(it.db, it.deps.fieldCipher, by.teamId))?.details.bankAccount?.iban
const since = async (by: Caller) => new Date((await show(by)).change?.requested_at ?? '')
const decide = (by: Caller, decision: ChangeDecision) =>
  decideChange(it.deps, by.teamId, { decision, actor: terminalActor() })
const approve = async (by: Caller) => decide(by, { do: 'approve', since: await since(by) })
const audited = async (by: Caller, kind: SecurityEvent['kind']) =>
  (await readSecurityEvents(it.db, { teamId: by.teamId, kind, limit: 5 })).map(({ details }) => details)
const countEvents = async (by: Caller) =>
  (await sql`select from outbox where subject = ${by.teamId} and topic like 'seller.%'`.execute(it.db)).rows
    .length
const fieldsOf = async (response: ReturnType<typeof change>) =>
  Object.keys((await response).error.errors['fields'] ?? {})

test('a new bank account waits for an operator, and payouts go to the old one until then', async () => {
  const owner = await addSeller()
  const asked = await change(owner, { bank_account: german })
  expect(asked.data.data).toMatchObject({
    bank_account: { country: 'GB', last4: '5555' },
    change: { changed: ['bank account'], bank_account: { country: 'DE', last4: '3000' } },
  })
  expect(await payoutAccount(owner)).toBe(british.iban)
  const accounts = { before: { country: 'GB', last4: '5555' }, after: { country: 'DE', last4: '3000' } }
  expect(await audited(owner, 'seller.change_requested')).toEqual([{ changed: 'bank account', ...accounts }])
  await approve(owner)
  expect(await show(owner)).toMatchObject({ bank_account: { country: 'DE', last4: '3000' }, change: null })
  expect(await payoutAccount(owner)).toBe(german.iban)
  expect(await audited(owner, 'seller.bank_account_changed')).toEqual([accounts])
  await expect(approve(owner)).rejects.toThrow('seller.no_change')
})

const addMember = ({ teamId }: { teamId: string }, permissions: SellerPermission[]) =>
  it.addBuyer({ teamId, role: 'seller', teamRole: 'member', permissions })

test('owners alone change details, after reauthentication; members read what waits, of the bank account with `money`', async () => {
  const owner = await addSeller()
  const [member, plain] = [await addMember(owner, ['view', 'money']), await addMember(owner, ['view'])]
  expect((await change(member, { bank_account: german })).error.code).toBe('team.not_owner')
  await change(owner, { bank_account: german })
  expect(await show(member)).toMatchObject({ may_change: false, change: { bank_account: { last4: '3000' } } })
  const waiting = (await show(plain)).change
  expect([waiting?.changed, waiting && 'bank_account' in waiting]).toEqual([['bank account'], false])
  expect((await withdraw(member)).error.code).toBe('team.not_owner')
  await sql`update sessions set password_proven_at = null where account_id = ${owner.accountId}`.execute(
    it.db,
  )
  expect((await change(owner, { bank_account: british })).error.code).toBe('session.factor_required')
  expect((await withdraw(owner)).error.code).toBe('session.factor_required')
})

test('a team that does not sell changes its application instead', async () => {
  const buyer = await it.addBuyer()
  expect((await change(buyer, { bank_account: german })).error.code).toBe('seller.not_approved')
  expect((await show(buyer)).may_change).toBe(false)
})

test('another address in the same country counts at once; another country or tax number waits', async () => {
  const owner = await addSeller()
  const moved = { ...address, line1: '2 Quay Street' }
  expect((await change(owner, { address: moved })).data.data).toMatchObject({
    address: { line1: '2 Quay Street' },
    change: null,
  })
  expect(await audited(owner, 'seller.details_changed')).toEqual([{ changed: 'address' }])
  expect(await fieldsOf(change(owner, { address: { ...moved, country: 'DE' } }))).toEqual(['tax_number'])
  const abroad = await change(owner, { address: { ...moved, country: 'DE' }, tax_number: 'DE123456789' })
  expect(abroad.data.data).toMatchObject({
    address: { country: 'GB' },
    tax_number: 'GB123456789',
    change: { changed: ['tax number', 'country', 'address'], tax_number: 'DE123456789' },
  })
  await approve(owner)
  expect(await show(owner)).toMatchObject({ address: { country: 'DE' }, tax_number: 'DE123456789' })
})

test('a further change joins the one that waits, and an operator never decides one that was not read', async () => {
  const owner = await addSeller()
  await change(owner, { bank_account: german })
  const read = await since(owner)
  await change(owner, { tax_number: 'GB987654321' })
  expect((await show(owner)).change).toMatchObject({
    changed: ['bank account', 'tax number'],
    bank_account: { last4: '3000' },
    tax_number: 'GB987654321',
  })
  await expect(decide(owner, { do: 'approve', since: read })).rejects.toThrow('seller.newer_change')
  expect(await payoutAccount(owner)).toBe(british.iban)
})

test('a declined change says why until the next one; a withdrawn one leaves nothing', async () => {
  const owner = await addSeller()
  await change(owner, { bank_account: german })
  await decide(owner, { do: 'decline', since: await since(owner), reason: 'The holder differs' })
  expect(await show(owner)).toMatchObject({
    change: null,
    declined_change: 'The holder differs',
    bank_account: { last4: '5555' },
  })
  expect(await audited(owner, 'seller.change_decided')).toEqual([
    { change: 'change_declined', changed: 'bank account' },
  ])
  await change(owner, { bank_account: german })
  expect((await show(owner)).declined_change).toBeNull()
  expect((await withdraw(owner)).data.data.change).toBeNull()
  expect(await audited(owner, 'seller.change_withdrawn')).toEqual([{}])
  expect((await withdraw(owner)).error.code).toBe('seller.no_change')
})

test.each<[string, Change, string[]]>([
  [
    'an IBAN with a wrong check digit',
    { bank_account: { ...german, iban: 'DE88370400440532013000' } },
    ['bank_account.iban'],
  ],
  ['an account without number', { bank_account: { country: 'DE', holder: 'X' } }, ['bank_account.iban']],
  ['an account without holder', { bank_account: { ...german, holder: '' } }, ['bank_account.holder']],
  ['no country', { address: { ...address, country: '' } }, ['address.country']],
  ['an empty tax number', { tax_number: '' }, ['tax_number']],
  [
    'a tax number of another format',
    { tax_number: 'DE1', address: { ...address, country: 'DE' } },
    ['tax_number'],
  ],
])('%s is refused by field and changes nothing', async (_, body, fields) => {
  const owner = await addSeller()
  expect(await fieldsOf(change(owner, body))).toEqual(fields)
  expect((await show(owner)).change).toBeNull()
})

test('details that are the same change nothing, however they are written', async () => {
  const owner = await addSeller()
  const same = { ...british, iban: 'gb33 bukb 2020 1555 5555 55' }
  expect((await change(owner, { bank_account: same })).error.code).toBe('seller.nothing_changed')
})

test('requesting the waiting change again has no effect and sends no email', async () => {
  const owner = await addSeller()
  await change(owner, { bank_account: german })
  const read = await since(owner)
  const before = await countEvents(owner)
  const repeated = await change(owner, { bank_account: { ...german, iban: 'de89 3704 0044 0532 0130 00' } })
  expect(repeated.data.data.change).toMatchObject({ bank_account: { last4: '3000' } })
  expect(await countEvents(owner)).toBe(before)
  expect(await audited(owner, 'seller.change_requested')).toHaveLength(1)
  await decide(owner, { do: 'approve', since: read })
  expect(await payoutAccount(owner)).toBe(german.iban)
})

test('two changes within a millisecond are two: an operator never decides the one that was not read', async () => {
  const owner = await addSeller()
  await change(owner, { bank_account: german })
  const later = '2100-01-01T00:00:00.000Z'
  await sql`update seller_accounts set change_requested_at = ${later} where team_id = ${owner.teamId}`.execute(
    it.db,
  )
  await change(owner, { tax_number: 'GB987654321' })
  expect((await since(owner)).getTime()).toBe(new Date(later).getTime() + 1)
  await withdraw(owner)
  await change(owner, { bank_account: german })
  expect((await since(owner)).getTime()).toBe(new Date(later).getTime() + 2)
})

test.each(['draft', 'information_wanted', 'declined'])(
  'a seller that an operator added while its application was %s changes its details like others',
  async (state) => {
    const owner = await it.addBuyer({ role: 'seller' })
    await sql`
      insert into seller_accounts (team_id, state, created_at, updated_at)
      values (${owner.teamId}, ${state}, now(), now())`.execute(it.db)
    expect((await show(owner)).may_change).toBe(true)
    expect((await change(owner, { bank_account: german })).data.data).toMatchObject({
      state: 'approved',
      change: { changed: ['bank account'] },
    })
  },
)

test('an application that waits for an operator is decided before its details change', async () => {
  const owner = await it.addBuyer({ role: 'seller' })
  await sql`
    insert into seller_accounts (team_id, state, submitted_at, created_at, updated_at)
    values (${owner.teamId}, 'submitted', now(), now(), now())`.execute(it.db)
  expect((await show(owner)).may_change).toBe(false)
  expect((await change(owner, { bank_account: german })).error.code).toBe('seller.not_approved')
})

test('a seller that an operator added gives its bank account in the same way', async () => {
  const owner = await it.addBuyer({ role: 'seller' })
  expect((await change(owner, { bank_account: german })).data.data.change?.changed).toEqual(['bank account'])
  await approve(owner)
  expect(await payoutAccount(owner)).toBe(german.iban)
})

test('owners get an email and a notification; operators see who has the same account', async () => {
  const [owner, other] = [await addSeller(), await addSeller()]
  await change(other, { bank_account: german })
  await approve(other)
  await change(owner, { bank_account: german })
  expect(
    (await findDuplicatesOfChange(it.db, owner.teamId)).find(({ teamId }) => teamId === other.teamId)?.same,
  ).toContain('bank account')
  const topics = async () =>
    (
      await sql<{ topic: string }>`
        select topic from outbox where subject = ${owner.teamId} and topic like 'seller.%change%' order by id`.execute(
        it.db,
      )
    ).rows.map(({ topic }) => topic)
  expect((await topics()).slice(-2)).toEqual(['seller.change_submitted', 'seller.change_requested'])
  await approve(owner)
  expect((await topics()).at(-1)).toBe('seller.bank_account_changed')
  await it.deps.outbox.drain()
  await expect
    .poll(async () => (await owner.call(notificationsRoutes.list)).data.data.map(({ title }) => title))
    .toEqual(
      expect.arrayContaining([
        'Your new bank account is approved',
        'A change of your company’s details was requested',
      ]),
    )
})

test('a requested change is stored encrypted', async () => {
  const owner = await addSeller()
  await change(owner, { bank_account: german })
  const { rows } = await sql<{ all: string }>`
    select to_jsonb(a)::text as all from seller_accounts a where team_id = ${owner.teamId}`.execute(it.db)
  expect(rows[0]?.all).not.toContain('0532013000')
  expect(rows[0]?.all).not.toContain(Buffer.from('0532013000').toString('hex'))
})
