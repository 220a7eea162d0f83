import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { inTransaction } from '#api/db/transaction.ts'
import { addTeam } from '#api/test/fixtures/factories.ts'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'

let it: PriceRuleFixture
beforeAll(async () => {
  it = await buildPriceRules()
})
afterAll(() => it.close())
afterEach(() => sql`delete from seller_accounts`.execute(it.db))

let section = ''
let other = ''
beforeEach(async () => {
  section = await it.startSection()
  other = await addTeam(it.db)
})

type Digest = 'bank_digest' | 'tax_digest'
/** An application with this value, such as a bank account, which the operator has decided about. */
async function apply(teamId: string, kind: Digest, value: string, state = 'approved'): Promise<void> {
  await sql`
    insert into seller_accounts (team_id, state, ${sql.ref(kind)}) values (${teamId}, 'submitted', ${Buffer.from(value)})`.execute(
    it.db,
  )
  await sql`update seller_accounts set state = ${state} where team_id = ${teamId}`.execute(it.db)
}

/** The price that a rule sets next to a listing at 90.00 of a stranger and one at 70.00 of the other team. */
async function priceSet(): Promise<number> {
  const mine = await it.list(section, 10_000)
  await it.compare(section, 9000)
  await it.list(section, 7000, { teamId: other })
  await it.switchOn(section, { outlier_percent: 90 })
  await it.run()
  return it.priceOf(mine)
}

test.each<[string, Digest]>([
  ['bank account', 'bank_digest'],
  ['tax number', 'tax_digest'],
])('listings of a team that was approved with the same %s are no comparables', async (_, kind) => {
  await apply(it.sellerTeamId, kind, 'same')
  await apply(other, kind, 'same')
  expect(await priceSet()).toBe(8900)
})

test.each<[string, () => Promise<unknown>]>([
  [
    'names the bank account of another seller in an application',
    () => apply(other, 'bank_digest', 'mine', 'submitted'),
  ],
  ['names the tax number of another seller in a draft', () => apply(other, 'tax_digest', 'mine', 'draft')],
  [
    'named the bank account of another seller and was declined',
    () => apply(other, 'bank_digest', 'mine', 'declined'),
  ],
  [
    'changes to the bank account of another seller after its approval',
    async () => {
      await apply(other, 'bank_digest', 'theirs')
      await sql`update seller_accounts set bank_digest = ${Buffer.from('mine')} where team_id = ${other}`.execute(
        it.db,
      )
    },
  ],
  [
    'puts company, tax number and address of another seller on its invoices',
    async () => {
      const legal = sql`legal_name = 'Kop Stock Ltd', legal_address = 'x', tax_number = 'GB123'`
      await sql`update teams set ${legal} where id in (${other}, ${it.sellerTeamId})`.execute(it.db)
      await sql`update teams set email = (select email from teams where id = ${it.sellerTeamId}) where id = ${other}`.execute(
        it.db,
      )
    },
  ],
])('a team that %s stays its competitor', async (_, claim) => {
  await apply(it.sellerTeamId, 'bank_digest', 'mine', 'submitted')
  await sql`update seller_accounts set tax_digest = 'mine', state = 'approved' where team_id = ${it.sellerTeamId}`.execute(
    it.db,
  )
  await claim()
  expect(await priceSet()).toBe(6900)
})

test('related teams are found without reading other teams', async () => {
  await apply(it.sellerTeamId, 'bank_digest', 'same')
  await apply(other, 'bank_digest', 'same')
  await inTransaction(it.db, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    // The connection may have a plan from an earlier call, made while scanning small tables was allowed.
    await sql`discard plans`.execute(tx)
    const scans = async () =>
      (
        await sql<{ scans: string }>`
          select sum(seq_scan) as scans from pg_stat_xact_user_tables
          where relname in ('teams', 'accounts', 'seller_accounts')`.execute(tx)
      ).rows[0]?.scans
    const before = await scans()
    const { rows } = await sql`select related_teams(${it.sellerTeamId}) as id order by 1`.execute(tx)
    expect(rows).toEqual([it.sellerTeamId, other].toSorted().map((id) => ({ id })))
    expect(await scans()).toBe(before)
  })
})
