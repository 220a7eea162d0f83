import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '#api/db/client.ts'
import { addAccount, addEvent, addListing, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import { createTestClock } from '#api/test/harness/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '#api/test/harness/test-database.ts'
import { readNewListing } from './read-new-listing.ts'

let database: TestDatabase
let db: Db
const clock = createTestClock('2026-11-21T12:00:00Z')
beforeEach(async () => {
  database = await createTestDatabase()
  db = openDatabase({ url: database.databaseUrl, poolSize: 2 }).db
})
afterEach(async () => {
  await db.destroy()
  await database.drop()
})

const publish = (seller: string) =>
  readNewListing({ db, clock }, { event: '1', section: 'A', quantity: '2', price: '85.00', seller })

test('publish: a team of buyers and an unknown team are rejected as sellers', async () => {
  const buyers = await addTeam(db)
  await addAccount(db, { teamId: buyers, role: 'buyer' })
  const closed = await addTeam(db)
  await addAccount(db, { teamId: closed, role: 'seller', status: 'suspended' })
  for (const teamId of [buyers, closed, 'tm_unknown']) {
    await expect(publish(teamId)).rejects.toMatchObject({
      details: { fields: { seller: [`unknown seller: ${teamId}`] } },
    })
  }
})

test('publish: a team with a seller account sells in its own currency', async () => {
  const sellers = await addTeam(db, { baseCurrency: 'EUR' })
  await addAccount(db, { teamId: sellers, role: 'buyer' })
  await addAccount(db, { teamId: sellers, role: 'seller' })
  expect(await publish(sellers)).toMatchObject({
    sellerTeamId: sellers,
    price: { minor: 8500, currency: 'EUR' },
  })
})

test('publish: a team with listings can sell without accounts', async () => {
  const silent = await addTeam(db)
  const { venueId, seatingCategoryId } = await addVenue(db)
  const eventId = await addEvent(db, { venueId })
  await addListing(db, { eventId, sellerTeamId: silent, seatingCategoryId })
  expect(await publish(silent)).toMatchObject({ sellerTeamId: silent })
})
