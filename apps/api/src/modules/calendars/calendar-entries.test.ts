import { calendarFilesRoutes } from '@terrace/contracts/calendars'
import { holdsRoutes } from '@terrace/contracts/holds'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buyOrder } from '#api/test/fixtures/bought-order.ts'
import { buildCalendarFixture, parseEntries } from '#api/test/fixtures/calendar-fixture.ts'
import { addEvent, addVenue } from '#api/test/fixtures/factories.ts'
import type { Caller } from '#api/test/harness/build-test-app.ts'
import { cancelLines, deliverTickets } from '#api/modules/orders/index.ts'

const origin = 'https://tickets.example.com'
let market: Awaited<ReturnType<typeof buildCalendarFixture>>
let buyer: Caller
beforeAll(async () => {
  market = await buildCalendarFixture({ config: { tradeOrigins: [origin] } })
  await market.db.insertInto('countries').values({ code: 'GB', name: 'United Kingdom' }).execute()
})
beforeEach(async () => {
  buyer = await market.addBuyer()
})
afterAll(() => market.close())

const days = (count: number) =>
  new Date(Math.floor(Date.now() / 86_400_000 + count) * 86_400_000 + 54_000_000)

/** A venue with its calendar, and a function that adds events to it. */
async function venueCalendar(timezone = 'Europe/London') {
  const { venueId } = await addVenue(market.db, { name: 'Kiln Park', timezone })
  const { address } = await market.subscribe(buyer, { kind: 'venue', venue_id: venueId })
  return {
    venueId,
    entries: () => market.entries(address),
    add: (values: Partial<Parameters<typeof addEvent>[1]> = {}) =>
      addEvent(market.db, { venueId, ...values }),
  }
}

const change = (eventId: number, values: Record<string, unknown>) =>
  market.db.updateTable('events').set(values).where('id', '=', eventId).execute()

test('a venue’s calendar has its upcoming events with time, place and link, soonest first', async () => {
  const { add, entries } = await venueCalendar()
  const late = await add({ startsAt: days(60), title: 'Late' })
  const eventId = await add({ startsAt: days(10), title: 'Arsenal v Spurs' })
  await add({ startsAt: days(-2), title: 'Over' })
  expect(await entries()).toEqual([
    {
      uid: `event-${eventId}@tickets.example.com`,
      title: 'Arsenal v Spurs',
      details: expect.stringMatching(/^League \d+\n\w{3} \d\d \w{3} \d\d, 15:00 in London$/),
      place: 'Kiln Park, London, United Kingdom',
      status: 'CONFIRMED',
      sequence: 0,
      start: days(10),
      minutes: 120,
      url: expect.stringMatching(new RegExp(`^${origin}/tickets/[\\w-]+/${eventId}$`)),
    },
    expect.objectContaining({ uid: `event-${late}@tickets.example.com` }),
  ])
})

test('a performer’s calendar has events wherever they take place', async () => {
  const { id } = await market.db
    .insertInto('performers')
    .values({ kind: 'artist', name: 'The Quills', slug: 'the-quills', country_code: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const events = [await (await venueCalendar()).add(), await (await venueCalendar('Asia/Tokyo')).add()]
  for (const eventId of events)
    await sql`insert into event_performers values (${eventId}, ${id}, 'performer', 0)`.execute(market.db)
  const feed = await market.subscribe(buyer, { kind: 'performer', performer_id: id })
  expect(feed).toMatchObject({ title: 'The Quills', slug: 'the-quills' })
  expect((await market.fetchFeed(feed.address)).body).toContain('X-WR-CALNAME:The Quills · Terrace')
  expect((await market.entries(feed.address)).map(({ uid }) => uid)).toEqual(
    events.map((eventId) => `event-${eventId}@tickets.example.com`),
  )
})

test('an event lasts as long as its competition says, a concert three hours', async () => {
  const { add, entries } = await venueCalendar()
  const eventId = await add()
  const { category_id } = await market.db
    .selectFrom('events')
    .select('category_id')
    .where('id', '=', eventId)
    .executeTakeFirstOrThrow()
  await sql`update categories set kind = 'genre' where id = ${category_id}`.execute(market.db)
  expect(await entries()).toMatchObject([{ minutes: 180 }])
  await sql`
    insert into competitions (category_id, performer_scope, title_style, duration_minutes)
    values (${category_id}, 'test', 'own', 95)`.execute(market.db)
  expect(await entries()).toMatchObject([{ minutes: 95 }])
})

test.each([
  ['time_confirmed', ' (time to be confirmed)'],
  ['date_confirmed', ' (date to be confirmed)'],
])('without %s an event is an all-day entry that says so', async (column, suffix) => {
  const { add, entries } = await venueCalendar()
  const eventId = await add({
    title: 'Cup final',
    localAt: '2031-05-17T00:00',
    startsAt: new Date('2031-05-16T23:00Z'),
  })
  await change(eventId, { [column]: false })
  expect(await entries()).toMatchObject([
    { title: `Cup final${suffix}`, minutes: null, start: new Date(2031, 4, 17), status: 'TENTATIVE' },
  ])
})

test('every change of an event raises its number, and its id stays', async () => {
  const { add, entries } = await venueCalendar()
  const eventId = await add({ title: 'Final' })
  const uid = `event-${eventId}@tickets.example.com`
  await change(eventId, { title: 'Grand final' })
  expect(await entries()).toMatchObject([{ uid, title: 'Grand final', sequence: 1 }])
  await change(eventId, { starts_at: days(40) })
  expect(await entries()).toMatchObject([{ uid, start: days(40), sequence: 2 }])
  await change(eventId, { status: 'postponed' })
  expect(await entries()).toMatchObject([
    { uid, title: 'Postponed: Grand final', minutes: null, status: 'TENTATIVE', sequence: 3 },
  ])
  await change(eventId, { status: 'cancelled' })
  expect(await entries()).toMatchObject([
    { uid, title: 'Cancelled: Grand final', status: 'CANCELLED', sequence: 4 },
  ])
  // The same values again are no change.
  await change(eventId, { status: 'cancelled', title: 'Grand final' })
  expect(await entries()).toMatchObject([{ sequence: 4 }])
})

test('the title of an event cannot add lines or entries', async () => {
  const { add, entries } = await venueCalendar()
  await add({ title: 'A, B; C\r\nEND:VEVENT\r\nBEGIN:VEVENT 👩‍👩‍👧‍👦 نهائي \u0007\u202E' })
  expect((await entries()).map(({ title }) => title)).toEqual(['A, B; C END:VEVENT BEGIN:VEVENT 👩‍👩‍👧‍👦 نهائي'])
})

test('my calendar has my holds as tentative entries, with their expiry and without any price', async () => {
  const { address } = await market.subscribe(buyer, { kind: 'mine' })
  const colleague = await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' })
  await market.hold(colleague, await market.list(), 1)
  expect(await market.entries(address)).toEqual([])
  const held = await market.hold(buyer, await market.list({ quantity: 2, firstSeat: 7 }), 2)
  const [entry, ...others] = await market.entries(address)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    uid: `hold-${held.hold_id}@tickets.example.com`,
    title: expect.stringMatching(/: 2 tickets on hold$/),
    details: expect.stringMatching(
      /\n2 tickets, Lower tier, Block 112, row 22, seats 7–8\nHeld until \d\d \w{3} \d\d, \d\d:\d\d UTC$/,
    ),
    status: 'TENTATIVE',
    url: `${origin}/profile?tab=holds&hold=${held.hold_id}`,
  })
  expect(`${entry?.title} ${entry?.details}`).not.toMatch(/85|£|GBP/)
})

test('a hold of which a part is released replaces its entry in calendar apps', async () => {
  const { address } = await market.subscribe(buyer, { kind: 'mine' })
  const held = await market.hold(buyer, await market.list({ quantity: 4, firstSeat: 1 }), 4)
  const [before] = await market.entries(address)
  await buyer.call(holdsRoutes.release, { body: [{ hold_id: held.hold_id, quantity: 2 }] })
  const [after] = await market.entries(address)
  expect(after).toMatchObject({ uid: before?.uid, title: expect.stringMatching(/: 2 tickets on hold$/) })
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
})

test('my calendar has my orders with seats and delivery, and follows the event’s new date', async () => {
  const { address } = await market.subscribe(buyer, { kind: 'mine' })
  const { order, line } = await buyOrder(market, { buyer, lines: [{ listing: { firstSeat: 401 } }] })
  await buyOrder(market, { buyer: await market.addBuyer({ teamId: buyer.teamId, teamRole: 'member' }) })
  const [entry, ...others] = await market.entries(address)
  expect(others).toEqual([])
  expect(entry).toMatchObject({
    uid: `order-${order.id}-${market.eventId}@tickets.example.com`,
    title: expect.stringMatching(/: 2 tickets$/),
    status: 'CONFIRMED',
    url: `${origin}/profile?tab=purchases&order=${order.id}`,
  })
  expect(entry?.details).toContain(
    `Order ${order.number}\n2 tickets, Lower tier, Block 112, row 22, seats 401–402. Expected by `,
  )

  await deliverTickets(market.deps, {
    lineId: line.id,
    delivery: { kind: 'mobile_link', url: 'https://seller.example/pass' },
    actor: 'operator:anna',
  })
  await change(market.eventId, { starts_at: days(90) })
  const [delivered] = await market.entries(address)
  expect(delivered).toMatchObject({ uid: entry?.uid, start: days(90) })
  expect(delivered?.details).toContain('Delivered. Find your tickets in the order.')
  expect(delivered?.sequence).toBeGreaterThan(entry?.sequence ?? 0)
})

test('a cancelled order stays in my calendar as cancelled', async () => {
  const { address } = await market.subscribe(buyer, { kind: 'mine' })
  const { line } = await buyOrder(market, { buyer })
  const [before] = await market.entries(address)
  await cancelLines(market.deps, {
    target: { lineId: line.id },
    actor: 'operator:anna',
    reason: 'The seller cannot deliver',
    relist: false,
  })
  const [after] = await market.entries(address)
  expect(after).toMatchObject({ uid: before?.uid, status: 'CANCELLED' })
  expect(after?.sequence).toBeGreaterThan(before?.sequence ?? 0)
})

test('an event and an order can be downloaded, with the same ids as in the calendars', async () => {
  const { add, entries } = await venueCalendar()
  const eventId = await add({ title: 'Final' })
  const file = await buyer.call(calendarFilesRoutes.event, { params: { event_id: eventId } })
  expect(file.data.data.filename).toMatch(/^[\w-]+\.ics$/)
  expect(parseEntries(file.data.data.calendar)).toEqual(await entries())
  const unknown = await buyer.call(calendarFilesRoutes.event, { params: { event_id: 2_000_000_000 } })
  expect(unknown.error.code).toBe('event.not_found')

  const { order } = await buyOrder(market, { buyer })
  const { address } = await market.subscribe(buyer, { kind: 'mine' })
  const downloaded = await buyer.call(calendarFilesRoutes.order, { params: { order_id: order.id } })
  expect(downloaded.data.data.filename).toMatch(/^order-[\w-]+\.ics$/)
  expect(parseEntries(downloaded.data.data.calendar)).toEqual(await market.entries(address))
})
