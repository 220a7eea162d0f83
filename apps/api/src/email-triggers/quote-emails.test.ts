import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quoteSettingsRoutes, type WireQuoteSettings } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannel } from '@terrace/contracts/realtime'
import { teamsRoutes } from '@terrace/contracts/teams'
import { sql } from 'kysely'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '#api/deps.ts'
import type { EmailMessage } from '#api/modules/notifications/mailer.port.ts'
import { addRates } from '#api/test/fixtures/factories.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '#api/test/harness/listening-app.ts'
import { buildQuoteFixture, type QuoteFixture } from '#api/test/fixtures/quote-fixture.ts'
import { remindOfUnopenedQuotes } from '#api/modules/quotes/index.ts'
import { createOutboxEmails } from './outbox-emails.ts'
import { createJobStore } from '#api/jobs/create-job-store.ts'

/** Live and email notifications for brokers, and quote emails for clients. */

let market: QuoteFixture
let app: ListeningApp
let boss: PgBoss
let listingId: string
let calls = 0
const sent: EmailMessage[] = []
beforeAll(async () => {
  market = await buildQuoteFixture({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const { databaseUrl } = market.deps.config
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
  listingId = await market.list({ quantity: 40, priceMinor: 8437 })
  // Sockets connect to another process on the same database.
  app = await listenTestApp({ databaseUrl })
  const deps: Deps = {
    ...market.deps,
    mailer: {
      async send(sentEmail) {
        sent.push(sentEmail)
        return { status: 'sent' }
      },
      close: () => undefined,
    },
  }
  boss = createJobStore({ databaseUrl, logger: market.deps.logger })
  await boss.start()
  await createOutboxEmails(deps, boss).start()
})
afterAll(async () => {
  await boss.stop({ graceful: true, timeout: 5000 })
  await app.close()
  await market.close()
})
beforeEach(() => {
  sent.length = 0
})

const settings: WireQuoteSettings = {
  name: 'Harbour Seats',
  colour: '#7a1f3d',
  contact_email: 'desk@harbour.example',
  contact_phone: '',
  offers_alternatives: true,
  hold_on_accept: { enabled: false, max_tickets: 8 },
  mail: { view: true, accept: true, decline: true, unopened: true },
}

/** A broker of a new team, with a quote and a subscription to the team's channel. */
async function broker(mail = settings.mail) {
  const caller = await market.addBuyer()
  await caller.call(quoteSettingsRoutes.change, { body: { ...settings, mail } })
  const quote = await market.quote(
    { client_name: 'Ada', listings: [{ listing_id: listingId, quantity: 2 }] },
    caller,
  )
  const socket = app.open()
  const id = await socket.greeted()
  const channel = teamChannel(caller.teamId)
  const { auth } = app.server().authorizeChannel(id, channel)
  socket.send({ event: 'pusher:subscribe', data: { channel, auth } })
  await socket.next('pusher_internal:subscription_succeeded')
  const { email } = await market.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', caller.accountId)
    .executeTakeFirstOrThrow()
  return { caller, quote, socket, email, offerId: quote.offers[0]?.id ?? '' }
}

const open = (slug: string) =>
  market.visitor.call(quotePageRoutes.details, {
    body: { slug, is_opening: true },
    ipAddress: `198.19.0.${(calls += 1)}`,
  })

/** The next update of this kind; updates from creating the quote may precede it. */
async function quoteUpdateOf(socket: TestSocket, kind: string): Promise<unknown> {
  for (;;) {
    const { data } = await socket.next('quotes-changed')
    const update: unknown = JSON.parse(String(data))
    if (typeof update === 'object' && update !== null && 'kind' in update && update.kind === kind)
      return update
  }
}

/** Waits for an email whose subject starts with the given text. */
async function findEmailTo(address: string, start: string): Promise<EmailMessage | undefined> {
  await market.deps.outbox.drain()
  const find = () => sent.find(({ to, subject }) => to.address === address && subject.startsWith(start))
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy()
  return find()
}

test('[X-QUOTE-19] an acceptance notifies the broker live and by email', async () => {
  const { quote, socket, email, offerId } = await broker()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2 }], 'Ada Lovelace')
  expect(await quoteUpdateOf(socket, 'accepted')).toEqual({ quote_id: quote.id, kind: 'accepted' })
  await socket.next('counts-changed')
  const sentEmail = await findEmailTo(email, 'Accepted')
  expect(sentEmail?.text).toContain(
    'Ada Lovelace (ada@example.test) accepted your quote “Two for the derby” for Ada',
  )
  expect(sentEmail?.text).toContain('2 tickets: Block 112, row 22')
  expect(sentEmail?.text).toContain(`http://localhost:4000/profile?tab=quotes&quote=${quote.id}`)
})

test('[X-QUOTE-19] a decline notifies the broker live and by email, with the reason', async () => {
  const { quote, socket, email } = await broker()
  await market.decline(quote.slug, 'Too far\nfrom the\u0007 stage')
  expect(await quoteUpdateOf(socket, 'declined')).toEqual({ quote_id: quote.id, kind: 'declined' })
  expect((await findEmailTo(email, 'Declined'))?.text).toContain('Reason: Too far from the stage')
})

test('what a visitor writes to the broker holds no link', async () => {
  const accepting = await broker()
  const offers = [{ offer_id: accepting.offerId, quantity: 2 }]
  await market.accept(accepting.quote.slug, offers, 'Ada of https://evil.example/a')
  const accepted = await findEmailTo(accepting.email, 'Accepted')
  expect(accepted?.text).toContain('Ada of https[:]//evil[.]example/a')
  expect(`${accepted?.text}${accepted?.html}`).not.toContain('evil.example')
  const declining = await broker()
  await market.decline(declining.quote.slug, 'see www.evil.example to fix')
  const declined = await findEmailTo(declining.email, 'Declined')
  expect(declined?.text).toContain('Reason: see www[.]evil[.]example to fix (as the visitor wrote it)')
  expect(declined?.html).not.toContain('evil.example')
})

test('a flood of responses becomes one more email', async () => {
  const { quote, email, offerId } = await broker()
  for (let number = 1; number <= 10; number += 1) {
    await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2 }], `Ada ${number}`)
    await market.decline(quote.slug, `No, ${number}`)
  }
  await market.deps.outbox.drain()
  const waiting = async () => {
    const { rows } = await sql<{ minutes: number }>`
      select round(extract(epoch from start_after - now()) / 60)::int as minutes from pgboss.job
      where name like 'mail.%' and state < 'completed'`.execute(market.db)
    return rows.map(({ minutes }) => minutes)
  }
  // The first response was reported at once, if it still counted then.
  await expect
    .poll(waiting, { timeout: 30_000 })
    .toEqual([expect.toSatisfy((minutes: number) => minutes >= 8)])
  sent.length = 0
  await sql`update pgboss.job set start_after = now() where name = 'mail.send'`.execute(market.db)
  const digest = await findEmailTo(email, '19 more responses')
  expect(digest?.text).toContain(
    'Your quote “Two for the derby” for Ada got more responses: accepted 9 times, declined 10 times.',
  )
  expect(digest?.text).toContain('The latest response applies: declined by your client.')
  expect(digest?.text).toContain('Reason: No, 10')
  expect(sent.filter(({ to }) => to.address === email)).toHaveLength(1)
  // The job is marked as completed just after the email was sent.
  await expect.poll(waiting).toEqual([])
})

/** An hour from now, a quarter of the quotes' life. */
const later = { now: () => new Date(Date.now() + 3_600_000) }

test('an unopened quote is reported by email, with a link to send it again', async () => {
  const { caller, quote, email } = await broker()
  await caller.call(quotesRoutes.share, { body: { quote_ids: [quote.id] } })
  await remindOfUnopenedQuotes({ db: market.db, clock: later })
  const sentEmail = await findEmailTo(email, 'Not opened')
  expect(sentEmail?.text).toContain('Your quote “Two for the derby” for Ada hasn’t been opened yet.')
  expect(sentEmail?.text).toContain(`http://localhost:4000/profile?tab=quotes&quote=${quote.id}`)
})

test('a team that has turned reminders off gets no email about unopened quotes', async () => {
  const { caller, quote, email } = await broker({ ...settings.mail, unopened: false })
  await caller.call(quotesRoutes.share, { body: { quote_ids: [quote.id] } })
  await remindOfUnopenedQuotes({ db: market.db, clock: later })
  // Emails are sent in order: once this one has arrived, a reminder would have arrived too.
  await market.decline(quote.slug)
  await findEmailTo(email, 'Declined')
  expect(sent.filter(({ to }) => to.address === email).map(({ subject }) => subject)).toHaveLength(1)
})

test("[X-ROLE-04] after a broker leaves, the team's contact address is notified instead", async () => {
  const { caller } = await broker()
  const member = await market.addBuyer({ teamId: caller.teamId, teamRole: 'member' })
  const { id: memberId, email } = await market.db
    .selectFrom('accounts')
    .select(['id', 'email'])
    .where('id', '=', member.accountId)
    .executeTakeFirstOrThrow()
  const quote = await market.quote({ listings: [{ listing_id: listingId, quantity: 2 }] }, member)
  expect((await caller.call(teamsRoutes.remove, { params: { id: memberId } })).ok).toBe(true)
  await market.accept(quote.slug, [{ offer_id: quote.offers[0]?.id ?? '', quantity: 2 }], 'Ada Lovelace')
  expect((await findEmailTo(settings.contact_email, 'Accepted'))?.text).toContain('Ada Lovelace')
  expect(sent.filter(({ to, text }) => to.address === email && text.includes('Ada Lovelace'))).toEqual([])
})

test('[X-QUOTE-21] the first view is notified; views within the next hour are only counted', async () => {
  const { caller, quote, socket, email } = await broker()
  await open(quote.slug)
  expect(await quoteUpdateOf(socket, 'viewed')).toEqual({ quote_id: quote.id, kind: 'viewed' })
  await findEmailTo(email, 'Opened')
  await open(quote.slug)
  const counted = async () => (await market.quoteNow(quote.id, caller)).views.count
  await expect.poll(counted, { timeout: 30_000 }).toBe(2)
  await market.decline(quote.slug)
  await quoteUpdateOf(socket, 'declined')
  await findEmailTo(email, 'Declined')
  expect(sent.filter(({ subject }) => subject.startsWith('Opened'))).toHaveLength(1)
})

test('a team with email turned off is notified live only', async () => {
  const silent = await broker({ view: false, accept: false, decline: false, unopened: false })
  await market.decline(silent.quote.slug, 'No')
  await quoteUpdateOf(silent.socket, 'declined')
  const withEmails = await broker()
  await market.decline(withEmails.quote.slug, 'No')
  // Emails leave in order: once the second is sent, the first never will be.
  await findEmailTo(withEmails.email, 'Declined')
  expect(sent.filter(({ to }) => to.address === silent.email)).toEqual([])
})

test("a quote email has the broker's name, message and link, and nothing confidential", async () => {
  const { caller, quote } = await broker()
  const params = { quote_id: quote.id }
  const response = await caller.call(quotesRoutes.send, {
    params,
    body: { email: 'client@example.test', message: 'As we said.\n<b>Best</b> seats!' },
  })
  expect(response.data.message).toBe('Quote sent to client@example.test')
  expect(response.data.data.history[0]).toMatchObject({
    event: 'sent',
    actor_name: 'Jo Marsh',
    reason: 'to client@example.test',
  })
  const sentEmail = await findEmailTo('client@example.test', 'Harbour Seats: Two for the derby')
  expect(sentEmail).toMatchObject({ fromName: 'Harbour Seats', replyTo: 'desk@harbour.example' })
  expect(sentEmail?.text).toContain(`http://localhost:4000/quote/${quote.slug}`)
  expect(sentEmail?.text).toContain('Harbour Seats writes:\n> As we said.\n> <b>Best</b> seats!')
  expect(sentEmail?.html).toContain('&lt;b&gt;Best&lt;/b&gt; seats!')
  expect(sentEmail?.html).not.toContain('Terrace')
  const secrets = ['84.37', '10.00', 'Kop Stock', quote.id, caller.teamId, caller.accountId, listingId]
  for (const secret of secrets) expect(JSON.stringify(sentEmail), secret).not.toContain(secret)
})

test('the name of the marketplace, given at sign-up, does not become the sender', async () => {
  const { caller, quote } = await broker()
  await caller.call(quoteSettingsRoutes.change, { body: { ...settings, name: '' } })
  await sql`update teams set name = 'Terrace Security' where id = ${caller.teamId}`.execute(market.db)
  const params = { quote_id: quote.id }
  await caller.call(quotesRoutes.send, { params, body: { email: 'warned@example.test', message: 'Hello' } })
  const sentEmail = await findEmailTo('warned@example.test', 'A broker: Two for the derby')
  expect(sentEmail?.fromName).toBe('A broker')
  expect(JSON.stringify(sentEmail)).not.toContain('Terrace Security')
})

test('a repeated request sends one email', async () => {
  const { caller, quote } = await broker()
  const send = (email: string) =>
    caller.call(quotesRoutes.send, {
      params: { quote_id: quote.id },
      body: { email },
      idempotencyKey: 'send-once',
    })
  const responses = [await send('once@example.test'), await send('once@example.test')]
  expect(responses.map(({ ok }) => ok)).toEqual([true, true])
  expect(responses[1]?.data.data.history.filter(({ event }) => event === 'sent')).toHaveLength(1)
  expect((await send('other@example.test')).error.code).toBe('idempotency.key_reused')
})

test('a quote is emailed at most ten times a day, and not after it ended', async () => {
  const { caller, quote } = await broker()
  const params = { quote_id: quote.id }
  const send = () =>
    caller.call(quotesRoutes.send, {
      params,
      // No other test reads this mailbox: emails may still arrive later.
      body: { email: 'flooded@example.test' },
      ipAddress: `198.19.1.${(calls += 1)}`,
    })
  const responses = await Promise.all(Array.from({ length: 12 }, send))
  expect(responses.filter(({ ok }) => ok)).toHaveLength(10)
  const [rejected] = responses.filter(({ ok }) => !ok)
  expect([rejected?.status, rejected?.error.code]).toEqual([429, 'quote.too_many_emails'])
  expect(rejected?.error.errors['title']).toMatch(/^Email limit reached for this quote\./)
  const other = await broker()
  await other.caller.call(quotesRoutes.withdraw, { params: { quote_id: other.quote.id }, body: {} })
  const ended = await other.caller.call(quotesRoutes.send, {
    params: { quote_id: other.quote.id },
    body: { email: 'client@example.test' },
  })
  expect([ended.status, ended.error.code]).toEqual([409, 'quote.invalid_state'])
})

test('an address gets at most 20 quote emails a day, from all teams together', async () => {
  const email = 'flooded-by-all@example.test'
  for (let number = 0; number < 2; number += 1) {
    const { caller, quote } = await broker()
    await market.db
      .insertInto('quote_emails')
      .values(
        Array.from({ length: 10 }, (_, index) => ({
          id: `qem_flood_${number}_${index}`,
          quote_id: quote.id,
          sent_by: caller.accountId,
          email: index % 2 === 0 ? email : email.toUpperCase(),
          message: '',
          requested_at: new Date(),
        })),
      )
      .execute()
  }
  const { caller, quote } = await broker()
  const params = { quote_id: quote.id }
  const refused = await caller.call(quotesRoutes.send, { params, body: { email } })
  expect(refused.status).toBe(429)
  expect(refused.error.errors['title']).toMatch(
    /^Email limit reached for this address\. Share the link instead, or wait /,
  )
  const other = await caller.call(quotesRoutes.send, { params, body: { email: 'other@example.test' } })
  expect(other.status).toBe(200)
})

test('the limits of a team and of an address hold also for calls at the same time', async () => {
  const { caller, quote } = await broker()
  const others = [
    await market.quote({ client_name: 'Bea', listings: [{ listing_id: listingId, quantity: 2 }] }, caller),
    await market.quote({ client_name: 'Cy', listings: [{ listing_id: listingId, quantity: 2 }] }, caller),
  ]
  await market.db
    .insertInto('quote_emails')
    .values(
      Array.from({ length: 199 }, (_, index) => ({
        id: `qem_team_${index}`,
        // Of a quote that is not sent here.
        quote_id: quote.id,
        sent_by: caller.accountId,
        email: `client-${index}@example.test`,
        message: '',
        requested_at: new Date(),
      })),
    )
    .execute()
  const ofTeam = await Promise.all(
    others.map(({ id }, index) =>
      caller.call(quotesRoutes.send, {
        params: { quote_id: id },
        body: { email: `at-once-${index}@example.test` },
      }),
    ),
  )
  expect(ofTeam.filter(({ status }) => status === 429)).toHaveLength(1)
  expect(ofTeam.filter(({ ok }) => ok)).toHaveLength(1)
  const email = 'at-once@example.test'
  const teams = [await broker(), await broker(), await broker()]
  await market.db
    .insertInto('quote_emails')
    .values(
      Array.from({ length: 19 }, (_, index) => ({
        id: `qem_address_${index}`,
        quote_id: quote.id,
        sent_by: caller.accountId,
        email,
        message: '',
        requested_at: new Date(),
      })),
    )
    .execute()
  const toAddress = await Promise.all(
    teams.map((team) =>
      team.caller.call(quotesRoutes.send, { params: { quote_id: team.quote.id }, body: { email } }),
    ),
  )
  expect(toAddress.filter(({ status }) => status === 429)).toHaveLength(2)
  expect(toAddress.filter(({ ok }) => ok)).toHaveLength(1)
})
