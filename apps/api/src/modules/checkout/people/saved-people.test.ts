import { savedPeopleRoutes } from '@terrace/contracts/saved-people'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNightly } from '#api/test/fixtures/run-nightly.ts'
import { buildMarketplace, type Marketplace } from '#api/test/fixtures/marketplace-fixture.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'

let market: Marketplace
beforeAll(async () => {
  market = await buildMarketplace()
})
afterAll(() => market.close())

const ada = { first_name: 'Ada', last_name: 'Lovelace', email: 'ada@example.test', phone: '020 7946 0123' }
const save = (by: Caller, ...people: object[]) =>
  by.call(savedPeopleRoutes.save, { body: { people } as { people: (typeof ada)[] } })
const list = async (by: Caller) => (await by.call(savedPeopleRoutes.list)).data.data

test('a team shares its saved people; the same person is kept once with the latest details', async () => {
  const buyer = await market.addBuyer()
  const colleague = await market.addBuyer({ teamId: buyer.teamId })
  await save(buyer, ada, { first_name: 'Grace', last_name: 'Hopper', address: { city: 'New York' } })
  await Promise.all([save(buyer, ada), save(colleague, { ...ada, email: 'ADA@example.test', phone: '' })])
  const people = await list(colleague)
  expect(people.map(({ last_name }) => last_name)).toEqual(['Hopper', 'Lovelace'])
  expect(people[0]).toMatchObject({ first_name: 'Grace', address: { city: 'New York' } })
  expect(await list(await market.addBuyer())).toEqual([])
})

test('identity documents are never saved, and errors name the field', async () => {
  const buyer = await market.addBuyer()
  for (const field of ['date_of_birth', 'document_number', 'nationality']) {
    const { status, error } = await save(buyer, { ...ada, [field]: '1990-01-01' })
    expect(status).toBe(422)
    expect(JSON.stringify(error.errors)).toContain(field)
  }
  const nameless = await save(buyer, { ...ada, last_name: ' ' })
  expect(Object.keys(Object(nameless.error.errors['fields']))).toEqual(['people.0.last_name'])
  expect((await save(buyer, { ...ada, phone: '4242 4242 4242 4242' })).status).toBe(422)
  expect(await list(buyer)).toEqual([])
})

test('details are encrypted at rest', async () => {
  const buyer = await market.addBuyer()
  await save(buyer, ada)
  const { rows } = await sql<{ text: string }>`
    select encode(encrypted_details, 'escape') as text from saved_people where team_id = ${buyer.teamId}`.execute(
    market.db,
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.text).not.toMatch(/Ada|Lovelace|7946/)
})

test('people unused for twelve months are deleted; choosing one keeps it', async () => {
  const buyer = await market.addBuyer()
  await save(buyer, ada, { first_name: 'Grace', last_name: 'Hopper' })
  await sql`update saved_people set last_used_at = clock_timestamp() - interval '12 months 1 day'
    where team_id = ${buyer.teamId}`.execute(market.db)
  const [grace, lovelace] = await list(buyer)
  const used = await buyer.call(savedPeopleRoutes.markUsed, { params: { person_id: lovelace?.id ?? '' } })
  expect(used.ok).toBe(true)
  expect((await runNightly(market.db)).get('saved_people')?.removed).toBe(1)
  expect((await list(buyer)).map(({ id }) => id)).toEqual([lovelace?.id])
  const gone = await buyer.call(savedPeopleRoutes.markUsed, { params: { person_id: grace?.id ?? '' } })
  expect(gone.error.code).toBe('saved_people.not_found')
})

test('people can be deleted, and the list is limited to 200', async () => {
  const buyer = await market.addBuyer()
  await save(buyer, ada)
  const [person] = await list(buyer)
  const remove = () => buyer.call(savedPeopleRoutes.remove, { params: { person_id: person?.id ?? '' } })
  expect((await remove()).ok).toBe(true)
  expect((await remove()).status).toBe(404)
  const people = (prefix: string) =>
    Array.from({ length: 100 }, (_, index) => ({ first_name: `${prefix}${index}`, last_name: 'Byron' }))
  await save(buyer, ...people('A'))
  await save(buyer, ...people('B'))
  expect((await save(buyer, ada)).error.code).toBe('saved_people.too_many')
  expect(await list(buyer)).toHaveLength(200)
})
