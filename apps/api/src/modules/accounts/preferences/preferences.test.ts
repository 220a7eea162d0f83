import { preferencesRoutes, type Preferences } from '@terrace/contracts/preferences'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTestApp, type Caller, type TestApp } from '#api/test/harness/build-test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await buildTestApp()
})
afterAll(() => app.close())

const read = async (caller: Caller) => (await caller.call(preferencesRoutes.read)).data.data
const change = (caller: Caller, body: Preferences) => caller.call(preferencesRoutes.change, { body })
/** Sends a body that the contract's types do not allow. */
const send = (caller: Caller, payload: object) =>
  app.app.inject({
    method: 'PATCH',
    url: '/api/settings/account/preferences',
    headers: { authorization: `Bearer ${caller.token}` },
    payload,
  })

test('preferences belong to the account and apply in all of its sessions', async () => {
  const buyer = await app.addBuyer()
  const colleague = await app.addBuyer({ teamId: buyer.teamId })
  expect(await read(buyer)).toEqual({})
  const columns = [
    { id: 'price', width: 96 },
    { id: 'age', is_hidden: true },
  ]
  const changed = await change(buyer, { theme: 'dark', 'columns.listings': columns })
  expect(changed.data.data).toEqual({ theme: 'dark', 'columns.listings': columns })
  expect(await read(buyer)).toEqual({ theme: 'dark', 'columns.listings': columns })
  expect(await read(colleague)).toEqual({})
})

test('a change keeps the other keys, and the last write of a key wins', async () => {
  const buyer = await app.addBuyer()
  await change(buyer, { theme: 'dark', density: 'compact' })
  await change(buyer, { theme: 'light' })
  expect(await read(buyer)).toEqual({ theme: 'light', density: 'compact' })
})

test('concurrent changes of different keys are all kept', async () => {
  const buyer = await app.addBuyer()
  const changes: Preferences[] = [
    { theme: 'dark', density: 'compact' },
    { density: 'compact', theme: 'dark' },
    { single_key_shortcuts: false, density: 'compact' },
    { plan_width: 40, single_key_shortcuts: false },
  ]
  const responses = await Promise.all(changes.map((body) => change(buyer, body)))
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await read(buyer)).toEqual({
    theme: 'dark',
    density: 'compact',
    single_key_shortcuts: false,
    plan_width: 40,
  })
})

test.each([
  [{ theme: 'sepia' }, 'theme', 'must be system, light or dark'],
  [{ colour: 'red' }, 'colour', 'is not a known field'],
  [{ 'columns.listings': [{ id: 'price', width: 1 }] }, 'columns.listings.0.width', 'must be at least 24'],
  [{ 'views.orders': [] }, 'views.orders', 'is not a known field'],
  [
    {
      'views.quotes': Array.from({ length: 31 }, (_, at) => ({
        id: `${at}`,
        name: `View ${at}`,
        search: '',
      })),
    },
    'views.quotes',
    'must be at most 30 entries',
  ],
  [
    { recent: [{ kind: 'page', id: 'a', title: 'A', detail: '', href: 'https://example.org' }] },
    'recent.0.href',
    'must be a path',
  ],
  [
    { 'views.quotes': [{ id: 'a', name: 'A', search: 'x'.repeat(1001) }] },
    'views.quotes.0.search',
    'must be at most 1000 characters',
  ],
  [
    { 'views.quotes': [{ id: 'a b', name: 'A', search: '' }] },
    'views.quotes.0.id',
    'must be 1 to 60 letters, digits or hyphens',
  ],
  [
    {
      'views.quotes': [
        { id: 'a', name: 'Late', search: '' },
        { id: 'b', name: 'late', search: '' },
      ],
    },
    'views.quotes',
    'must have different names',
  ],
  [
    {
      'views.quotes': [
        { id: 'a', name: 'A', search: '', is_default: true },
        { id: 'b', name: 'B', search: '', is_default: true },
      ],
    },
    'views.quotes',
    'must have at most one default',
  ],
])('%j is rejected by name and changes nothing', async (body, field, text) => {
  const buyer = await app.addBuyer()
  await change(buyer, { theme: 'light' })
  const response = await send(buyer, { density: 'compact', ...body })
  expect([response.statusCode, response.json().errors.fields]).toEqual([422, { [field]: [text] }])
  expect(await read(buyer)).toEqual({ theme: 'light' })
})

test('a stored value that this release does not know is left out', async () => {
  const buyer = await app.addBuyer()
  await change(buyer, { theme: 'dark' })
  await sql`insert into account_preferences (account_id, key, value) values
    (${buyer.accountId}, 'font', '"serif"'), (${buyer.accountId}, 'density', '"tiny"'),
    (${buyer.accountId}, 'recent', '[{"kind":"team","id":"1","title":"Arsenal","detail":"","href":"/"}]')`.execute(
    app.db,
  )
  expect(await read(buyer)).toEqual({ theme: 'dark' })
})

test('a change is announced with the account, so that its other devices reload', async () => {
  const buyer = await app.addBuyer()
  await change(buyer, { theme: 'dark' })
  const { rows } = await sql`
    select payload from outbox where topic = 'account.preferences_changed' and subject = ${buyer.accountId}`.execute(
    app.db,
  )
  expect(rows).toEqual([{ payload: { accountId: buyer.accountId, teamId: buyer.teamId } }])
})
