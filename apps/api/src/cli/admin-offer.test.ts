import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase, type Db } from '../db/client.ts'
import { addAccount, addEvent, addListing, addTeam, addVenue } from '../test/factories.ts'
import { createTestClock } from '../test/test-clock.ts'
import { createTestDatabase, type TestDatabase } from '../test/test-database.ts'
import { readOffer } from './admin-offer.ts'

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
  readOffer({ db, clock }, { event: '1', section: 'A', quantity: '2', price: '85.00', seller })

test('publish: a team that only buys is no seller, and neither is one that nobody knows', async () => {
  const buyers = await addTeam(db)
  await addAccount(db, { teamId: buyers, role: 'buyer' })
  await addAccount(db, { teamId: buyers, role: 'seller', status: 'suspended' })
  for (const teamId of [buyers, 'tm_nobody']) {
    await expect(publish(teamId)).rejects.toMatchObject({
      details: { fields: { seller: [`there is no seller ${teamId}`] } },
    })
  }
})

test('publish: a team with a seller among its people sells, in its own currency', async () => {
  const sellers = await addTeam(db, { baseCurrency: 'EUR' })
  await addAccount(db, { teamId: sellers, role: 'buyer' })
  await addAccount(db, { teamId: sellers, role: 'seller' })
  expect(await publish(sellers)).toMatchObject({
    sellerTeamId: sellers,
    price: { minor: 8500, currency: 'EUR' },
  })
})

test('publish: a team with tickets on sale sells, though nobody of it logs in', async () => {
  const silent = await addTeam(db)
  const { venueId, seatingCategoryId } = await addVenue(db)
  const eventId = await addEvent(db, { venueId })
  await addListing(db, { eventId, sellerTeamId: silent, seatingCategoryId })
  expect(await publish(silent)).toMatchObject({ sellerTeamId: silent })
})
