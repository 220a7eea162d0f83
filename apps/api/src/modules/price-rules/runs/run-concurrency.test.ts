import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildPriceRules, type PriceRuleFixture } from '#api/test/fixtures/pricing/price-rule-fixture.ts'
import type { PricingCrash } from '#api/test/harness/crash-while-pricing.ts'

let it: PriceRuleFixture
beforeAll(async () => {
  it = await buildPriceRules()
})
afterAll(() => it.close())

/** Listings of a rule that is the only one. */
async function stock(section: string): Promise<string[]> {
  await sql`update price_rules set state = 'off'`.execute(it.db)
  const ids: string[] = []
  for (let number = 0; number < 12; number += 1) ids.push(await it.list(section, 10_000))
  await it.compare(section, 9000)
  await it.switchOn(section)
  return ids
}

/** Each price once: one move in the log, one entry in the history, one event. */
async function assertMovedOnce(ids: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select l.price_minor, (select count(*)::int from price_rule_moves m where m.listing_id = l.id and m.outcome = 'moved') as moves,
      (select count(*)::int from listing_changes c where c.listing_id = l.id and c.source = 'rule') as changes,
      (select count(*)::int from outbox o where o.subject = l.id and o.topic = 'listing.updated') as events
    from listings l where l.id = any(${ids})`.execute(it.db)
  expect(rows).toEqual(ids.map(() => ({ price_minor: 8900, moves: 1, changes: 1, events: 1 })))
}

test('a run that is killed in the middle goes on where it stopped and moves no price twice', async () => {
  const ids = await stock('Block 1')
  const crash: PricingCrash = {
    databaseUrl: it.deps.config.databaseUrl,
    now: it.clock.now().toISOString(),
    batchSize: 5,
  }
  const script = fileURLToPath(new URL('../../../test/harness/crash-while-pricing.ts', import.meta.url))
  const child = spawn(process.execPath, [script, JSON.stringify(crash)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    await once(child.stdout, 'data')
    expect((await it.overview()).last_run).toMatchObject({ is_finished: false, checked: 5, moved: 5 })
  } finally {
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await expect.poll(async () => (await it.run(5), (await it.overview()).last_run?.is_finished)).toBe(true)
  expect((await it.overview()).last_run).toMatchObject({ checked: 12, moved: 12 })
  await assertMovedOnce(ids)
})

test('two processes at once share the runs and move no price twice', async () => {
  it.clock.advance(25 * 3_600_000)
  const ids = await stock('Block 2')
  await Promise.all([it.run(2), it.run(2), it.run(2)])
  await assertMovedOnce(ids)
})

test('a price that is changed by hand while a run plans it is not overwritten', async () => {
  it.clock.advance(25 * 3_600_000)
  const [id = ''] = await stock('Block 3')
  const [edit] = await Promise.all([
    it.seller.call(inventoryEditRoutes.update, {
      params: { listing_id: id },
      body: { version: 2, price: '97.00' },
    }),
    it.run(),
  ])
  // Whichever came first: the edit is refused, because the rule had moved the price, or the rule respects it.
  expect(await it.priceOf(id)).toBe(edit.ok ? 9700 : 8900)
})

test('a failing run is tried again, then ended, and the rules of other teams run meanwhile', async () => {
  it.clock.advance(25 * 3_600_000)
  await sql`update price_rules set state = 'off'`.execute(it.db)
  const failing = await it.list('Block 8', 10_000)
  await it.compare('Block 8', 9000)
  await it.switchOn('Block 8')
  const theirs = await it.compare('Block 9', 10_000)
  await it.list('Block 9', 9000)
  await it.switchOn('Block 9', {}, it.rival)
  await sql
    .raw(`create function fail_move() returns trigger language plpgsql as $$ begin raise 'no move'; end $$;
      create trigger fail_move before insert on price_rule_moves for each row when (new.listing_id = '${failing}')
      execute function fail_move()`)
    .execute(it.db)
  try {
    // The team with the failing run comes first.
    await sql`update price_rule_teams set next_run_at = ${new Date(0)} where team_id = ${it.sellerTeamId}`.execute(
      it.db,
    )
    await expect(it.run()).rejects.toThrow('failed')
    expect([await it.priceOf(failing), await it.priceOf(theirs)]).toEqual([10_000, 8900])
    await it.run()
    expect((await it.overview()).last_run).toMatchObject({ is_finished: false })
    await expect(it.later(1)).rejects.toThrow('failed')
    await expect(it.later(2)).rejects.toThrow('failed')
    expect((await it.overview()).last_run).toMatchObject({ is_finished: true, moved: 0 })
  } finally {
    await sql.raw('drop function fail_move cascade').execute(it.db)
  }
  await it.later(15)
  expect(await it.priceOf(failing)).toBe(8900)
})
