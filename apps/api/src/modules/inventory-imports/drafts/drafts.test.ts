import { readFileSync } from 'node:fs'
import { inventoryDraftsRoutes } from '@terrace/contracts/inventory-drafts'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import type { BodyInputOf } from '@terrace/contracts/route'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { addEvent } from '#api/test/fixtures/factories.ts'
import { buildInventory, type Inventory } from '#api/test/fixtures/inventory-fixture.ts'

let it: Inventory
let ids: Record<'home' | 'away' | 'again', number>
beforeAll(async () => {
  it = await buildInventory()
  const performers: Record<string, number> = {}
  for (const [name, other] of [
    ['Arsenal', 'Gunners'],
    ['Tottenham Hotspur', 'Spurs'],
    ['Chelsea', 'Blues'],
  ] as const) {
    const { rows } = await sql<{ id: number }>`
      insert into performers (kind, name, slug)
      values ('team', ${name}, ${name.toLowerCase().replace(' ', '-')}) returning id`.execute(it.db)
    const id = rows[0]?.id ?? 0
    performers[name] = id
    await sql`insert into nicknames (type, type_id, name) values ('performer', ${id}, ${other})`.execute(
      it.db,
    )
    for (const alias of [name, other])
      await sql`insert into performer_aliases (scope, name_key, performer_id)
        values ('test', ${alias.toLowerCase()}, ${id})`.execute(it.db)
  }
  const match = async (home: string, away: string, days: number) => {
    const startsAt = new Date(Date.now() + days * 86_400_000)
    const id = await addEvent(it.db, { venueId: it.venueId, title: `${home} v ${away}`, startsAt })
    await sql`delete from event_performers where event_id = ${id}`.execute(it.db)
    await sql`insert into event_performers (event_id, performer_id, role) values
      (${id}, ${performers[home]}, 'home'), (${id}, ${performers[away]}, 'away')`.execute(it.db)
    return id
  }
  ids = {
    home: await match('Arsenal', 'Tottenham Hotspur', 20),
    away: await match('Tottenham Hotspur', 'Arsenal', 40),
    again: await match('Arsenal', 'Chelsea', 60),
  }
  // The names are read again soon after they have changed.
  await it.deps.outbox.drain()
  await vi.waitFor(
    async () => {
      const { drafts } = await readText('Arsenal v Chelsea\nBlues Spurs')
      expect(drafts.every(({ event_key }) => event_key !== '')).toBe(true)
    },
    { timeout: 10_000, interval: 100 },
  )
})
afterAll(() => it.close())

type TextBody = BodyInputOf<typeof inventoryDraftsRoutes.readText>
const readText = async (text: string, body: Partial<TextBody> = {}) =>
  (await it.seller.call(inventoryDraftsRoutes.readText, { body: { text, locale: 'en-GB', ...body } })).data
    .data
const readOne = async (text: string) => {
  const [draft] = (await readText(text)).drafts
  if (!draft) throw new Error('nothing was read')
  return draft
}
const readFixture = (name: string) =>
  readFileSync(new URL(`../dialects/fixtures/${name}`, import.meta.url), 'utf8')
type RowsBody = BodyInputOf<typeof inventoryDraftsRoutes.readRows>
const readRows = async (text: string, body: Partial<RowsBody> = {}) =>
  (await it.seller.call(inventoryDraftsRoutes.readRows, { body: { text, ...body } })).data.data

test('a typed line becomes a listing of the event that it means', async () => {
  const draft = await readOne('Arsenal Spurs 4 x block 112 row 8 seats 101-104 £180 etickets now')
  expect([draft.problems, draft.event?.id]).toEqual([[], ids.home])
  expect(draft.event_note).toBe('Arsenal is named first, so at home. The other match is below')
  expect(draft.candidates.map(({ id }) => id)).toEqual([ids.away])
  expect(draft.listing).toMatchObject({
    event_id: ids.home,
    section: 'Block 112',
    row: '8',
    first_seat: 101,
    quantity: 4,
    price: '180.00',
    currency: 'GBP',
    ticket_type: 'eTicket',
    in_hand_date: new Date().toISOString().slice(0, 10),
  })
  expect(draft.proceeds).toEqual({ amount: '180.00', currency: 'GBP' })
  const text = draft.parts.map(({ from, to, label }) => [draft.text.slice(from, to), label])
  expect(text).toEqual([
    ['Arsenal', 'Arsenal'],
    ['Spurs', 'Tottenham Hotspur'],
    ['4 x', '4 tickets'],
    ['block 112', 'Block 112'],
    ['row 8', 'Row 8'],
    ['seats 101-104', 'Seats 101–104'],
    ['£180', 'Price £180.00'],
    ['etickets', 'E-ticket'],
    ['now', 'In hand now'],
  ])
})

test('several events that fit are offered, and the chosen one counts for every line that names it', async () => {
  const text = 'Arsenal 2 x block 112 £90 mobile\nArsenal 2 x block 113 £95 mobile'
  const { drafts } = await readText(text)
  expect(drafts[0]?.problems).toEqual([
    { field: 'event', message: 'can be one of 3 upcoming events. Choose one, or add the date' },
  ])
  expect(drafts[0]?.candidates.map(({ id }) => id)).toEqual([ids.home, ids.again, ids.away])
  const chosen = [{ key: drafts[0]?.event_key ?? '', event_id: ids.again }]
  const again = await readText(text, { chosen })
  expect(again.drafts.map(({ event, problems }) => [event?.id, problems])).toEqual([
    [ids.again, []],
    [ids.again, []],
  ])
})

test('lines without an event are for the event of the line above', async () => {
  const { drafts } = await readText(
    'Arsenal v Chelsea\n2 x block 112 row 1 £90 mobile\n\n112 row 2 pair 95 quid mobile',
  )
  expect(
    drafts.map(({ is_heading, event, problems, line }) => [line, is_heading, event?.id, problems]),
  ).toEqual([
    [1, true, ids.again, expect.anything()],
    [2, false, ids.again, []],
    [4, false, ids.again, []],
  ])
  expect(drafts[1]?.event_note).toBe('As in the line above')
})

test('what is missing or cannot be is said per field', async () => {
  const problems = async (text: string) =>
    (await readOne(text)).problems.map(({ field, message }) => `${field} ${message}`)
  expect(await problems('Arsenal Chelsea 2 x block 112')).toEqual(['price is missing'])
  expect(await problems('2 x block 112 £90')).toEqual([
    'event is missing. Write a team, an artist or a venue, such as Arsenal v Spurs',
  ])
  expect(await problems('Arsenal Chelsea 2 x block 999 £90')).toEqual([
    'section "block 999" is not a block of this venue: its blocks include Block 112, Block 113',
  ])
  expect(await problems('Arsenal Chelsea 3 x block 112 row 1 seats 1-4 £90')).toEqual([
    'seats name 4 seats, but the quantity is 3',
  ])
  expect(await problems('Arsenal Chelsea parking pass £40 x1')).toEqual([
    'section "Parking" is parking, which is not sold as a seat',
  ])
  expect((await problems('Arsenal Chelsea 1 Jan 2 x block 112 £90'))[0]).toMatch(
    /no event of Arsenal and Chelsea on .* 1 Jan/,
  )
  expect(await problems('£90 x 2 block 112 Unknown Ever')).toHaveLength(1)
})

test('a block that only the plan knows is found among the other words', async () => {
  const draft = await readOne('Arsenal Chelsea 2 x £90 113')
  expect([draft.problems, draft.listing?.section]).toEqual([[], 'Block 113'])
  expect(draft.parts.at(-1)).toMatchObject({ field: 'section', label: 'Block 113' })
})

test('days before the event are counted from its day', async () => {
  const draft = await readOne('Arsenal Chelsea 2 x block 112 £90 mobile 3 days before')
  const day = new Date(`${draft.event?.local_at.slice(0, 10)}T00:00:00Z`)
  day.setUTCDate(day.getUTCDate() - 3)
  expect(draft.listing?.in_hand_date).toBe(day.toISOString().slice(0, 10))
})

test('rows with a header are read, and each bad one says why', async () => {
  const text = [
    'Event\tQty\tSection\tRow\tSeats\tPrice\tCost\tDelivery',
    'Arsenal v Chelsea\t2\t112\t5\t11,12\t£1,090.00\t60\tMobile transfer',
    'Arsenal v Chelsea\t2\t112\t5\t12,13\t90\t\tetickets',
    'Arsenal v Chelsea\t2\t112\t6\t\tfree\t\tetickets',
    'Unknown\t2\t112\t6\t\t90\t\tetickets',
    '',
  ].join('\r\n')
  const read = await readRows(text)
  expect([read.has_header, read.missing, read.columns.map(({ meaning }) => meaning?.field)]).toEqual([
    true,
    [],
    ['event_name', 'quantity', 'section', 'row', 'seats', 'price', 'cost', 'delivery'],
  ])
  expect(
    read.drafts.map(({ problems }) => problems.map(({ field, message }) => `${field} ${message}`)),
  ).toEqual([
    [],
    ['seats are in line 1 too'],
    ['price "free" is not an amount'],
    ['event “Unknown” is not known'],
  ])
  expect(read.drafts[0]?.listing).toMatchObject({ price: '1090.00', cost: '60.00', ticket_type: 'mobile' })
})

test('the header of a known system decides what its columns mean', async () => {
  const read = await readRows(readFixture('ticket-evolution.csv'))
  expect([read.format.dialect, read.columns.find(({ name }) => name === 'Cost')?.meaning]).toEqual([
    'ticket-evolution',
    { field: 'price', unit: 'ask_per_ticket' },
  ])
})

test('rows without a header need their columns once', async () => {
  const text = '112\t5\t2\t90.00\n113\t6\t4\t95.00'
  const first = await readRows(text)
  expect([first.has_header, first.columns.map(({ sample }) => sample), first.drafts]).toEqual([
    false,
    ['112', '5', '2', '90.00'],
    [],
  ])
  expect(first.missing).not.toEqual([])
  const fields = ['section', 'row', 'quantity', 'price'] as const
  const columns = {
    meanings: fields.map((field) => ({
      field,
      ...(field === 'price' && { unit: 'ask_per_ticket' as const }),
    })),
    has_header: false,
    date_order: 'dmy' as const,
  }
  const read = await readRows(text, { columns, event_id: ids.again })
  expect(read.drafts.map(({ listing }) => [listing?.section, listing?.quantity, listing?.price])).toEqual([
    ['Block 112', 2, '90.00'],
    ['Block 113', 4, '95.00'],
  ])
})

test('an edited draft is read again as it was pasted', async () => {
  const { drafts, format } = await readRows('Event\tQty\tSection\tPrice\nArsenal v Chelsea\t2\t999\t90')
  const check = async (cells: Record<string, string>, event_id: number | null = null) =>
    (
      await it.seller.call(inventoryDraftsRoutes.check, {
        body: { format, drafts: [{ cells: { ...drafts[0]?.cells, ...cells }, event_id }] },
      })
    ).data.data[0]
  expect(drafts[0]?.problems[0]?.field).toBe('section')
  expect((await check({ section: '112' }))?.listing).toMatchObject({
    section: 'Block 112',
    event_id: ids.again,
  })
  expect((await check({ section: '112' }, ids.home))?.listing?.event_id).toBe(ids.home)
})

test('good drafts are added once, and a rejected one does not stop the others', async () => {
  const text = [1, 2].map((row) => `Arsenal Chelsea 2 x block 113 row ${row} seats 1-2 £90 mobile`).join('\n')
  const { drafts } = await readText(text)
  const [first, second] = drafts.flatMap(({ listing }) => listing ?? [])
  if (!first || !second) throw new Error(JSON.stringify(drafts))
  const add = () =>
    it.seller.call(inventoryEditRoutes.createMany, {
      body: { listings: [first, { ...first, row: '9', section: 'Moon' }, second, second] },
      idempotencyKey: 'paste-1',
    })
  const { data } = (await add()).data
  expect(data.map(({ listing, error }) => listing?.row ?? error?.code)).toEqual([
    '1',
    'input.invalid',
    '2',
    'supply.seats_taken',
  ])
  expect(data[1]?.error?.message).toContain('section: "Moon" is not a block')
  const repeated = (await add()).data.data
  expect(repeated.map(({ listing }) => listing?.id)).toEqual(data.map(({ listing }) => listing?.id))
  const again = await readText(text)
  expect(again.drafts.map(({ problems }) => problems)).toEqual(
    drafts.map(() => [{ field: 'seats', message: 'are offered by you already, or sold' }]),
  )
})

test('bad input names its field', async () => {
  const read = (text: string) => it.seller.call(inventoryDraftsRoutes.readRows, { body: { text } })
  for (const [text, message] of [
    ['', 'has no rows'],
    ['a\tb\n"x', 'quote'],
  ] as const) {
    const response = await read(text)
    expect([response.status, JSON.stringify(response.error.errors)]).toEqual([
      422,
      expect.stringContaining(message),
    ])
  }
  const zone = await it.seller.call(inventoryDraftsRoutes.readText, { body: { text: 'x', timezone: 'Moon' } })
  expect(zone.status).toBe(422)
  const many = await readText('x\n'.repeat(60))
  expect([many.drafts.length, many.left_out]).toEqual([50, 10])
})

test('buyers cannot read drafts', async () => {
  const buyer = await it.addBuyer()
  expect((await buyer.call(inventoryDraftsRoutes.readText, { body: { text: 'x' } })).status).toBe(403)
})

test('a paste that is far too long or wide does not block other requests', async () => {
  const long = await readRows(`Section,Row\n${'112,A\n'.repeat(60_000)}`)
  expect([long.columns.length, long.left_out]).toEqual([2, 59_500])
  const letters = await readRows('a\n'.repeat(199_000))
  expect([letters.columns.length, letters.left_out]).toEqual([1, 198_500])
  const copied = await readRows(`Section\tRow${'\t'.repeat(16_382)}\n112\tA${'\t'.repeat(16_382)}\n`)
  expect(copied.columns.map(({ name }) => name)).toEqual(['Section', 'Row'])
  const wide = await it.seller.call(inventoryDraftsRoutes.readRows, {
    body: { text: `${'a,'.repeat(201)}\n${'b\n'.repeat(100)}` },
  })
  expect([wide.status, JSON.stringify(wide.ok || wide.error)]).toEqual([
    422,
    expect.stringContaining('has more than 200 columns'),
  ])
})

const remember = (body: BodyInputOf<typeof inventoryDraftsRoutes.rememberEvent>) =>
  it.seller.call(inventoryDraftsRoutes.rememberEvent, { body })

test('a typed name is remembered for the event that a person chose, for the team and while it is to come', async () => {
  const line = 'Gunners 2 x block 112 row R £90'
  const [before] = (await readText(line)).drafts
  expect(before?.event).toBeNull()
  const key = before?.event_key ?? ''
  expect((await remember({ from: 'text', key, event_id: ids.again })).data.data).toEqual({ remembered: true })
  const [after] = (await readText(line)).drafts
  expect(after).toMatchObject({ event: { id: ids.again }, event_note: 'As you chose before', problems: [] })
  const { rows } = await sql<{ details: object }>`
    select details from security_events where kind = 'inventory.event_named' order by id desc limit 1`.execute(
    it.db,
  )
  expect(rows[0]?.details).toEqual({ event_id: ids.again })
  const other = await it.addBuyer({ role: 'seller' })
  const { data } = await other.call(inventoryDraftsRoutes.readText, { body: { text: line } })
  expect(data.data.drafts[0]?.event).toBeNull()
  await sql`update catalogue_events set starts_at = now() - interval '1 hour' where id = ${ids.again}`.execute(
    it.db,
  )
  expect((await readText(line)).drafts[0]?.event?.id).not.toBe(ids.again)
  await sql`update catalogue_events set starts_at = now() + interval '60 days' where id = ${ids.again}`.execute(
    it.db,
  )
  // The other tests type the same name.
  await sql`delete from inventory_event_names where source = 'quick-text'`.execute(it.db)
})

test('a team has at most 20,000 names; one that it has can get another event', async () => {
  const team = await it.addBuyer({ role: 'seller' })
  const add = (names: number) =>
    sql`insert into inventory_event_names (team_id, source, key, event_id, decided_at)
      select ${team.teamId}, 'quick-text', 'name ' || n, ${it.eventId}, now() from generate_series(1, ${names}) n
      on conflict do nothing`.execute(it.db)
  const one = async (key: string) => {
    const body = { from: 'text', key, event_id: ids.again } as const
    const response = await team.call(inventoryDraftsRoutes.rememberEvent, { body })
    return response.ok ? 'remembered' : response.error.code
  }
  await add(19_999)
  expect([await one('last name'), await one('another name')]).toEqual([
    'remembered',
    'inventory_import.too_many_names',
  ])
  // Files may have decided on more.
  await add(20_005)
  expect([await one('name 7'), await one('another name')]).toEqual([
    'remembered',
    'inventory_import.too_many_names',
  ])
})

test('a name in pasted rows is remembered, and files find the event by it', async () => {
  const event = it.event
  const text = `Event\tEventDate\tSection\tRow\tQuantity\tPrice\nZyx derby\t${event.day}\t112\tQ\t2\t90.00`
  const read = async () =>
    (await it.seller.call(inventoryDraftsRoutes.readRows, { body: { text } })).data.data.drafts[0]
  const before = await read()
  expect(before?.event).toBeNull()
  await remember({ from: 'rows', key: before?.event_key ?? '', event_id: it.eventId })
  expect((await read())?.event?.id).toBe(it.eventId)
  const { shown } = await it.preview(it.file({ id: 'BIG', event: 'ZYX Derby', venue: '', row: 'Q' }))
  expect(shown.counts).toMatchObject({ held: 0, new: 1 })
})

test.each([
  [{ from: 'rows', key: '|||2031-01-01|', event_id: 1 }, 'key'],
  [{ from: 'rows', key: 'no key', event_id: 0 }, 'event_id'],
  [{ from: 'text', key: '', event_id: 1 }, 'key'],
] as const)('%j remembers nothing and names the field', async (body, field) => {
  const refused = await remember(structuredClone(body))
  expect([refused.status, Object.keys(refused.error.errors['fields'] ?? {})]).toEqual([422, [field]])
})

test('rows without a name of their event have nothing to remember', async () => {
  const refused = await remember({ from: 'rows', key: '7||||', event_id: it.eventId })
  expect(Object.keys(refused.error.errors['fields'] ?? {})).toEqual(['key'])
})
