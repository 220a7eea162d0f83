import { accountExportsRoutes } from '@terrace/contracts/account-exports'
import { unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readSecurityEvents } from '#api/audit/audit.repo.ts'
import { sweepFiles } from '#api/files/sweep-files.ts'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { partName } from './encrypted-parts.ts'
import { runExports } from './run-exports.ts'
import { claimExport } from './running-exports.repo.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const request = (by: Caller) => by.call(accountExportsRoutes.request)
const read = async (by: Caller) => (await by.call(accountExportsRoutes.read)).data.data.export
const allow = (by: Caller, id: string) => by.call(accountExportsRoutes.download, { params: { id } })
const fetchFile = (id: string, token: string) =>
  market.app.inject({
    url: `/api/settings/account/export/${id}/file`,
    headers: token === '' ? {} : { authorization: `Bearer ${token}` },
  })
const forgetFactor = ({ accountId }: Caller) =>
  sql`update sessions set password_proven_at = null where account_id = ${accountId}`.execute(market.db)
const rowOf = async (id: string) =>
  market.db.selectFrom('account_exports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

async function ready(by: Caller): Promise<string> {
  const { data } = await request(by)
  expect(await runExports(market.deps)).toBe(1)
  return data.data.id
}

test('an account downloads its own data: encrypted at rest, audited, announced by email', async () => {
  const { buyer, order } = await buyOrder(market)
  const id = await ready(buyer)
  const shown = await read(buyer)
  expect(shown).toMatchObject({ id, state: 'ready' })
  expect(new Date(shown?.expires_at ?? 0).getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)

  const { data } = await allow(buyer, id)
  const response = await market.app.inject({
    url: `/api${data.data.path}`,
    headers: { authorization: `Bearer ${buyer.token}` },
  })
  expect(response.rawPayload).toHaveLength(shown?.size ?? 0)
  const names = Object.keys(unzipSync(response.rawPayload))
  expect(names).toContain('orders.json')
  expect(names.some((name) => name.startsWith('invoices/') && name.includes(order.number))).toBe(true)

  const { file_id: fileId } = await rowOf(id)
  const stored = await market.deps.files.get(partName(fileId ?? '', 0))
  expect(Buffer.from(stored ?? []).includes('orders.json')).toBe(false)

  const log = await readSecurityEvents(market.db, { teamId: buyer.teamId, limit: 20 })
  expect(log.map(({ kind }) => kind).filter((kind) => kind.startsWith('privacy.'))).toEqual([
    'privacy.export_requested',
    'privacy.account_exported',
    'privacy.export_downloaded',
  ])
  const { rows } = await sql<{ change: string }>`
    select payload ->> 'change' as change from outbox
    where topic = 'account.security_changed' and subject = ${buyer.accountId} order by id`.execute(market.db)
  expect(rows.map(({ change }) => change)).toEqual(['data_export_requested', 'data_export_ready'])
})

test('requesting and downloading need reauthentication; a download also the login of this account', async () => {
  const [buyer, other] = [await market.addBuyer(), await market.addBuyer()]
  const id = await ready(buyer)
  expect((await fetchFile(id, buyer.token)).statusCode).toBe(200)
  expect((await fetchFile(id, '')).statusCode).toBe(401)
  expect((await fetchFile(id, other.token)).statusCode).toBe(404)
  expect((await allow(other, id)).error.code).toBe('privacy.export_not_found')
  expect((await other.call(accountExportsRoutes.remove, { params: { id } })).status).toBe(404)
  await forgetFactor(buyer)
  for (const refused of [await request(buyer), await allow(buyer, id)])
    expect(refused.error.code).toBe('session.factor_required')
  expect((await fetchFile(id, buyer.token)).statusCode).toBe(403)
})

test('one export per account, also for two requests at once; deleting it allows the next', async () => {
  const buyer = await market.addBuyer()
  const responses = await Promise.all([request(buyer), request(buyer)])
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]))
  await runExports(market.deps)
  expect((await request(buyer)).error.code).toBe('privacy.export_exists')
  const id = (await read(buyer))?.id ?? ''
  const { file_id: fileId } = await rowOf(id)
  expect((await buyer.call(accountExportsRoutes.remove, { params: { id } })).ok).toBe(true)
  expect(await read(buyer)).toBeNull()
  await sweepFiles(market.deps)
  expect(await market.deps.files.get(partName(fileId ?? '', 0))).toBeUndefined()
  expect((await request(buyer)).ok).toBe(true)
  expect(await runExports(market.deps)).toBe(1)
  const log = await readSecurityEvents(market.db, { teamId: buyer.teamId, limit: 20 })
  expect(log.map(({ kind }) => kind)).toContain('privacy.export_deleted')
})

test('an export goes on in another process after a kill, and the killed one cannot finish any more', async () => {
  const buyer = await market.addBuyer()
  const { data } = await request(buyer)
  const killed = await claimExport(market.db, 'killed-attempt')
  expect(killed?.id).toBe(data.data.id)
  expect(await runExports(market.deps)).toBe(0)
  await sql`update account_exports set leased_until = now() where id = ${data.data.id}`.execute(market.db)
  // Several processes share the work.
  const ended = await Promise.all([runExports(market.deps), runExports(market.deps)])
  expect(new Set(ended)).toEqual(new Set([0, 1]))
  expect(await rowOf(data.data.id)).toMatchObject({ state: 'ready', attempts: 2 })
  expect((await rowOf(data.data.id)).file_id).not.toBe('killed-attempt')
})

test('an unavailable file store delays an export; after five attempts it has failed and can be requested again', async () => {
  const buyer = await market.addBuyer()
  const { data } = await request(buyer)
  const files = { ...market.deps.files, put: () => Promise.reject(new Error('no space left')) }
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    expect((await read(buyer))?.state).toBe('running')
    await sql`update account_exports set leased_until = now() where id = ${data.data.id}`.execute(market.db)
    await runExports({ ...market.deps, files })
  }
  expect((await read(buyer))?.state).toBe('failed')
  await ready(buyer)
  expect((await read(buyer))?.state).toBe('ready')
})

test('after its days an export cannot be downloaded, and retention removes it with its files', async () => {
  const buyer = await market.addBuyer()
  const id = await ready(buyer)
  const { file_id: fileId } = await rowOf(id)
  await sql`update account_exports set ended_at = now() - interval '7 days 1 second' where id = ${id}`.execute(
    market.db,
  )
  expect((await fetchFile(id, buyer.token)).statusCode).toBe(404)
  expect(await read(buyer)).toBeNull()
  const runs = await runNightly(market.db)
  expect(runs.get('account_exports')).toMatchObject({ removed: 1 })
  await sweepFiles(market.deps)
  expect(await market.deps.files.get(partName(fileId ?? '', 0))).toBeUndefined()
})
