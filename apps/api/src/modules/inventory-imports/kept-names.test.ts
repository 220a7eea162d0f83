import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { addEvent, addTeam, addVenue } from '#api/test/fixtures/factories.ts'
import {
  addProfile,
  buildInventory,
  ownColumns,
  type FileRow,
  type Inventory,
} from '#api/test/fixtures/inventory-fixture.ts'
import { countKeptRows, stockRows } from '#api/test/fixtures/inventory/kept-rows-fixture.ts'
import { nameKeyOf } from './matching/event-key.ts'

// Rows of the last file are left unread only while their names of events mean the same.

let it: Inventory
/** An event at another venue, on another day. */
let other: number
let otherVenue: number
beforeEach(async () => {
  it = await buildInventory()
  otherVenue = (await addVenue(it.db)).venueId
  other = await addEvent(it.db, {
    venueId: otherVenue,
    title: 'Another Match',
    startsAt: new Date(Date.now() + 40 * 86_400_000),
  })
})
afterEach(() => it.close())

type Named = Pick<FileRow, 'event' | 'venue' | 'time'>

const fileOf = (named: Named, ...more: FileRow[]) =>
  it.file(...[...stockRows(), ...more].map((row) => ({ ...row, ...named })))

const added: FileRow = { id: 'E', row: 'R9', quantity: 4, from: 1, to: 4 }

async function nextFile(named: Named) {
  const { id, shown } = await it.preview(fileOf(named, added))
  return { kept: await countKeptRows(it.db, id), counts: shown.counts }
}

/** Changes what the names of a file mean, and compares the next file with one of which all rows are read. */
async function expectReadAgain(named: Named, change: () => Promise<unknown>): Promise<void> {
  await it.importFile(fileOf(named))
  expect((await nextFile(named)).kept).toBe(4)
  await change()
  const { kept, counts } = await nextFile(named)
  expect(kept).toBe(0)
  expect(counts.unchanged).not.toBe(7)
  await sql`update inventory_listing_sources set row_digest = null`.execute(it.db)
  expect((await nextFile(named)).counts).toEqual(counts)
}

const keyOf = (named: Named) =>
  nameKeyOf({
    id: null,
    foreignId: null,
    name: named.event ?? it.event.title,
    venue: named.venue ?? it.event.venue,
    day: it.event.day,
    time: named.time ?? null,
  })

const decide = (
  eventId: number,
  { teamId, source = '', key }: { teamId: string | null; source?: string; key: string },
) =>
  sql`
  insert into inventory_event_names (team_id, source, key, event_id)
  values (${teamId}, ${source}, ${key}, ${eventId})
  on conflict on constraint inventory_event_names__unique do update set event_id = excluded.event_id`.execute(
    it.db,
  )

const forgetDecisions = () => sql`delete from inventory_event_names`.execute(it.db)

const nameVenue = (venueId: number, key: string) =>
  sql`insert into venue_aliases (name_key, venue_id) values (${key}, ${venueId})`.execute(it.db)

/** The matching form of the venue's name. */
const venueKey = () => it.event.venue.toLowerCase()

/** Lets the performers, each with one name, take part in the event. */
async function addPerformers(eventId: number, ...keys: string[]): Promise<void> {
  for (const [at, key] of keys.entries()) {
    const slug = `${key}-${eventId}`
    await sql`
      with performer as (
        insert into performers (kind, name, slug) values ('team', ${key}, ${slug}) returning id
      ), named as (
        insert into performer_aliases (scope, name_key, performer_id) select ${slug}, ${key}, id from performer
      )
      insert into event_performers (event_id, performer_id, role)
      select ${eventId}, id, ${at === 0 ? 'home' : 'away'} from performer`.execute(it.db)
  }
}

/** Gives the other event the title, venue and day of the first one, except for what is left out. */
async function makeTwin(except?: 'title' | 'venue' | 'day'): Promise<void> {
  await sql`
    update events e set
      title = case when ${except === 'title'} then e.title else one.title end,
      venue_id = case when ${except === 'venue'} then e.venue_id else one.venue_id end,
      local_at = case when ${except === 'day'} then e.local_at else one.local_at end,
      starts_at = case when ${except === 'day'} then e.starts_at else one.starts_at end
    from events one where e.id = ${other} and one.id = ${it.eventId}`.execute(it.db)
}

/** A test that the rows are read again when something has happened. */
const readAgainWhen = (change: string, run: () => Promise<void>) =>
  test(`rows are read again when ${change}`, run)

test('names that mean the same as before are not read again, whatever else the catalogue gets', async () => {
  await it.importFile(fileOf({}))
  await addEvent(it.db, { venueId: it.venueId, title: 'Another Match of the day' })
  await makeTwin('venue')
  await nameVenue(it.venueId, 'the kop')
  await addPerformers(it.eventId, 'reds', 'blues')
  await decide(other, { teamId: it.sellerTeamId, key: 'another match|||' })
  await decide(other, { teamId: await addTeam(it.db), key: keyOf({}) })
  expect(await nextFile({})).toMatchObject({ kept: 4, counts: { unchanged: 7, new: 1 } })
})

readAgainWhen('the venue gets another name', () =>
  expectReadAgain({}, () =>
    sql`update venues set name = 'New Ground' where id = ${it.venueId}`.execute(it.db),
  ),
)

readAgainWhen('a name of the venue is removed', async () => {
  await nameVenue(it.venueId, 'the kop')
  await expectReadAgain({ venue: 'The Kop' }, () => sql`delete from venue_aliases`.execute(it.db))
})

readAgainWhen('another venue with the same match gets the name of the venue', async () => {
  await makeTwin('venue')
  await expectReadAgain({}, () => nameVenue(otherVenue, venueKey()))
})

readAgainWhen('another venue with the same match is renamed like the venue', async () => {
  await makeTwin('venue')
  await expectReadAgain({}, () =>
    sql`update venues set name = ${it.event.venue} where id = ${otherVenue}`.execute(it.db),
  )
})

readAgainWhen('another name of the event is removed', async () => {
  await sql`
    insert into event_aliases (competition, name_key, title) values ('cup', 'derby day', ${it.event.title})`.execute(
    it.db,
  )
  await expectReadAgain({ event: 'Derby Day' }, () => sql`delete from event_aliases`.execute(it.db))
})

readAgainWhen('another event of the day gets the name', async () => {
  await makeTwin('title')
  await expectReadAgain({}, () =>
    sql`
      insert into event_aliases (competition, name_key, title)
      select 'cup', regexp_replace(lower(title), '[^a-z0-9]+', ' ', 'g'), 'Another Match'
      from events where id = ${it.eventId}`.execute(it.db),
  )
})

readAgainWhen('a name of a performer is removed', async () => {
  await addPerformers(it.eventId, 'reds', 'blues')
  await expectReadAgain({ event: 'Reds v Blues' }, () =>
    sql`delete from performer_aliases where name_key = 'blues'`.execute(it.db),
  )
})

readAgainWhen('a performer leaves the event', async () => {
  await addPerformers(it.eventId, 'reds', 'blues')
  await expectReadAgain({ event: 'Reds v Blues' }, () =>
    sql`delete from event_performers where role = 'away'`.execute(it.db),
  )
})

readAgainWhen('the same performers take part in another event of the day', async () => {
  await addPerformers(it.eventId, 'reds', 'blues')
  await makeTwin('title')
  await expectReadAgain({ event: 'Reds v Blues' }, () => addPerformers(other, 'reds', 'blues'))
})

readAgainWhen('the catalogue gets another event with the name', () =>
  expectReadAgain({}, () => addEvent(it.db, { venueId: it.venueId, title: it.event.title })),
)

for (const part of ['title', 'venue', 'day'] as const)
  readAgainWhen(`the ${part} of another event becomes that of the name`, async () => {
    await makeTwin(part)
    await expectReadAgain({}, () => makeTwin())
  })

readAgainWhen('a hidden event with the name becomes visible', async () => {
  await makeTwin()
  await sql`
    with run as (insert into import_runs (kind, file_name, started_by) values ('feed', 'a.csv', 'test') returning id)
    update catalogue_events set import_run_id = run.id from run where catalogue_events.id = ${other}`.execute(
    it.db,
  )
  await expectReadAgain({}, () => sql`update import_runs set shows_events = true`.execute(it.db))
})

readAgainWhen('the time by which a name means one of two events becomes that of both', async () => {
  await makeTwin()
  const move = (hours: number) =>
    sql`update events set local_at = local_at + make_interval(hours => ${hours}) where id = ${other}`.execute(
      it.db,
    )
  await sql`
    update events set local_at = date_trunc('day', local_at) + interval '12 hours', time_known = true`.execute(
    it.db,
  )
  await move(1)
  await expectReadAgain({ time: '12:00' }, () => move(-1))
})

for (const isOperator of [false, true])
  readAgainWhen(
    `${isOperator ? 'an operator' : 'the team'} decides what a name means, and takes it back`,
    async () => {
      const teamId = isOperator ? null : it.sellerTeamId
      await expectReadAgain({}, () => decide(other, { teamId, key: keyOf({}) }))
      const unknown = { event: 'Unknown Band' }
      await decide(it.eventId, { teamId, key: keyOf(unknown) })
      await expectReadAgain(unknown, forgetDecisions)
    },
  )

readAgainWhen('the team decides otherwise than an operator', async () => {
  await decide(it.eventId, { teamId: null, key: keyOf({}) })
  await expectReadAgain({}, () => decide(other, { teamId: it.sellerTeamId, key: keyOf({}) }))
})

readAgainWhen('an id of another system comes to mean another event', async () => {
  const columns = { ...ownColumns, ForeignID: { field: 'foreign_event_id' } } as const
  const { id: profileId } = await addProfile(it.seller, { columns }, 'With ids')
  const content = (...more: FileRow[]) => {
    const [header, ...lines] = fileOf({ event: 'Any name' }, ...more)
      .trimEnd()
      .split('\n')
    return [`${header},ForeignID`, ...lines.map((line) => `${line},4711`)].join('\n')
  }
  const decideId = (eventId: number) =>
    decide(eventId, { teamId: it.sellerTeamId, source: profileId, key: '4711' })
  const keptOf = async () => countKeptRows(it.db, (await it.preview(content(added), { profileId })).id)
  await decideId(it.eventId)
  await it.importFile(content(), { profileId })
  expect(await keptOf()).toBe(4)
  await decideId(other)
  expect(await keptOf()).toBe(0)
})
