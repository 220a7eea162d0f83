import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { cliFixture } from '#api/test/fixtures/cli-fixture.ts'

const fixture = cliFixture()
const { run } = fixture

const addEvents = () =>
  sql`insert into payment_events (gateway, event_id, type, received_at)
    select 'sandbox', 'evt_' || days, 'x', now() - make_interval(days => days) from unnest(array[10, 70, 80]) days`.execute(
    fixture.db,
  )

const cells = (out: string, name: string) =>
  out
    .split('\n')
    .find((line) => line.startsWith(name))
    ?.split(/ {2,}/)
    .slice(0, 5)

test('retention report: --dry-run counts what is due and removes nothing; run removes it and reports the oldest left', async () => {
  await addEvents()
  const dry = await run('admin', ['retention', 'report', '--dry-run'])
  expect([dry.code, cells(dry.out, 'payment_events')]).toEqual([
    0,
    ['payment_events', 'payment_events', '60', '2', '-'],
  ])
  expect(cells((await run('admin', ['retention', 'report'])).out, 'payment_events')?.[3]).toBe('-')
  const ran = await run('admin', ['retention', 'run'], { RETENTION_DAYS: 'payment_events=75' })
  expect(ran.out).toMatch(/^1 removed\n/)
  const { out } = await run('admin', ['retention', 'report', '--dry-run'])
  expect(cells(out, 'payment_events')).toEqual(['payment_events', 'payment_events', '60', '1', '1'])
  const oldest = new Date(Date.now() - 70 * 86_400_000).toISOString().slice(0, 10)
  expect(out).toMatch(new RegExp(`payment_events .*${oldest}`))
})

test('retention: a wrong verb is refused', async () => {
  expect((await run('admin', ['retention'])).error).toContain('retention needs report or run')
})
