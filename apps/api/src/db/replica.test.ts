import { catalogueRoutes } from '@terrace/contracts/catalogue'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  startTemporaryPostgres,
  type TemporaryPostgres,
} from '../../../../tools/launch/temporary/temporary-postgres.ts'
import {
  startTemporaryReplica,
  type TemporaryReplica,
} from '../../../../tools/launch/temporary/temporary-replica.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { migrate } from './migrate.ts'

let primary: TemporaryPostgres
let replica: TemporaryReplica
beforeAll(async () => {
  primary = await startTemporaryPostgres()
  await migrate({ databaseUrl: primary.databaseUrl })
  replica = await startTemporaryReplica(primary)
})
afterAll(async () => {
  await replica.remove()
  await primary.remove()
})

async function openMarket(url: string, logs: string[] = []): Promise<Marketplace> {
  return buildMarketplace({
    databaseUrl: primary.databaseUrl,
    config: { databaseReplica: { url, maxAgeMs: 2000 } },
    log: (line) => logs.push(line),
  })
}

const readsFromReplica = async ({ deps }: Marketplace): Promise<boolean> => {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(deps.reads)
  return rows[0]?.is ?? false
}

test('catalogue pages are read from the replica, and stock is not', async () => {
  const market = await openMarket(replica.databaseUrl)
  try {
    await expect.poll(() => readsFromReplica(market)).toBe(true)
    const buyer = await market.addBuyer()
    const listingId = await market.list()
    await replica.pause()
    // The replica cannot know this listing.
    expect((await buyer.call(holdsRoutes.place, { body: [{ listing_id: listingId, quantity: 2 }] })).ok).toBe(
      true,
    )
    expect((await buyer.call(catalogueRoutes.menu)).ok).toBe(true)
  } finally {
    await replica.resume()
    await market.close()
  }
})

test('a replica that falls behind is not read until it has caught up', async () => {
  const logs: string[] = []
  const market = await openMarket(replica.databaseUrl, logs)
  try {
    await expect.poll(() => readsFromReplica(market)).toBe(true)
    await replica.pause()
    await market.list()
    await expect.poll(() => readsFromReplica(market)).toBe(false)
    await expect.poll(() => logs.join('\n')).toContain('too far behind; reading from the primary')
    expect(market.deps.replica?.ageSeconds()).toBeGreaterThan(2)
    await replica.resume()
    await expect.poll(() => readsFromReplica(market)).toBe(true)
  } finally {
    await replica.resume()
    await market.close()
  }
})

test('a read that the replica cancels or loses is served by the primary', async () => {
  const market = await openMarket(replica.databaseUrl)
  try {
    await expect.poll(() => readsFromReplica(market)).toBe(true)
    const read = sql<{ is: boolean }>`select pg_is_in_recovery() as is from pg_sleep(1)`.execute(
      market.deps.reads,
    )
    const client = new pg.Client({ connectionString: replica.databaseUrl })
    await client.connect()
    await expect
      .poll(async () => {
        const { rows } = await client.query<{ ended: boolean }>(`
          select pg_terminate_backend(pid) as ended from pg_stat_activity
          where pid <> pg_backend_pid() and query like '%pg_sleep(1)%' and state = 'active'`)
        return rows.length
      })
      .toBe(1)
    await client.end()
    expect((await read).rows).toEqual([{ is: false }])
  } finally {
    await market.close()
  }
})

async function expectNotRead(url: string): Promise<void> {
  const logs: string[] = []
  const market = await openMarket(url, logs)
  try {
    await expect.poll(() => logs.join('\n')).toContain('DATABASE_REPLICA_URL is no replica of DATABASE_URL')
    expect(await readsFromReplica(market)).toBe(false)
    expect(market.deps.replica?.ageSeconds()).toBeUndefined()
    expect((await (await market.addBuyer()).call(catalogueRoutes.menu)).ok).toBe(true)
  } finally {
    await market.close()
  }
}

test('the primary, named as its own replica, is reported and not read', () =>
  expectNotRead(primary.databaseUrl))

test('another database of the right replica is reported and not read', async () => {
  const other = new URL(replica.databaseUrl)
  other.pathname = '/postgres'
  await expectNotRead(other.href)
})

test('a replica of another server, with a database of the same name, is reported and not read', async () => {
  const otherPrimary = await startTemporaryPostgres()
  try {
    const otherReplica = await startTemporaryReplica(otherPrimary)
    try {
      await expectNotRead(otherReplica.databaseUrl)
    } finally {
      await otherReplica.remove()
    }
  } finally {
    await otherPrimary.remove()
  }
})

test('an unreachable replica stops nothing', async () => {
  const market = await openMarket('postgres://terrace@127.0.0.1:1/terrace')
  try {
    expect((await (await market.addBuyer()).call(catalogueRoutes.menu)).ok).toBe(true)
  } finally {
    await market.close()
  }
})
