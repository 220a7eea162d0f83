import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { terminalCaller } from '#api/audit/caller.ts'
import { addEvent, addListing, addTeam } from '#api/test/fixtures/factories.ts'
import { importFixture } from '#api/test/fixtures/import-fixture.ts'
import { addVenue } from './change-performers-and-venues.ts'
import { mergeEntries } from './merge-entries.ts'

const setup = importFixture()
const context = () => ({ db: setup.db, caller: terminalCaller() })
const arena = {
  city: 'Boston',
  country_code: 'US',
  timezone: 'America/New_York',
  capacity: '17850',
  kind: 'arena',
}

/** Two arenas with equal generated plans, and tickets on sale in the first. */
async function twoVenues(): Promise<{ list(section?: string): Promise<string>; section: string }> {
  await addVenue(context(), 'Old Garden', arena)
  await addVenue(context(), 'Garden', arena)
  const { rows } = await sql<{ id: number; category: number; section: string }>`
    select v.id, c.id as category, p.plan -> 'blocks' -> 0 ->> 'name' as section
    from venues v join seating_plans p on p.venue_id = v.id
      join seating_categories c on c.venue_id = v.id and c.name = (
        select k ->> 'name' from jsonb_array_elements(p.plan -> 'categories') k
        where k ->> 'key' = p.plan -> 'blocks' -> 0 ->> 'category')
    where v.slug = 'old-garden'`.execute(setup.db)
  const [old] = rows
  if (!old) throw new Error('the venue has no plan')
  const eventId = await addEvent(setup.db, { venueId: old.id })
  const sellerTeamId = await addTeam(setup.db)
  return {
    section: old.section,
    list: (section = old.section) =>
      addListing(setup.db, { eventId, sellerTeamId, seatingCategoryId: old.category, section }),
  }
}

async function listings() {
  const { rows } = await sql<{ id: string; version: number; venue: string; eventVenue: string }>`
    select l.id, l.version, v.slug as venue, ev.slug as "eventVenue" from listings l
      join seating_categories c on c.id = l.category_id join venues v on v.id = c.venue_id
      join events e on e.id = l.event_id join venues ev on ev.id = e.venue_id order by l.id`.execute(setup.db)
  return rows
}

test('listings of a merged venue move to the other one’s categories, and buyers see them change', async () => {
  const { list } = await twoVenues()
  const id = await list()
  const [before] = await listings()
  await mergeEntries(context(), 'venue', { from: 'old-garden', into: 'garden' })
  expect(await listings()).toEqual([
    { id, version: (before?.version ?? 0) + 1, venue: 'garden', eventVenue: 'garden' },
  ])
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox where topic = 'listing.updated'`.execute(setup.db)
  expect(rows).toEqual([{ subject: id }])
})

test('a venue whose listings are in sections that the other lacks is not merged, and nothing changes', async () => {
  const { list } = await twoVenues()
  await list('Balcony 7')
  const before = await listings()
  await expect(
    mergeEntries(context(), 'venue', { from: 'old-garden', into: 'garden' }),
  ).rejects.toMatchObject({
    details: { fields: { into: [expect.stringContaining('1 section of listings at Old Garden')] } },
  })
  expect(await listings()).toEqual(before)
})
