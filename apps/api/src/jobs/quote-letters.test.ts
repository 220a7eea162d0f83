import { quotePageRoutes } from '@terrace/contracts/quote-page'
import { quoteSettingsRoutes, type WireQuoteSettings } from '@terrace/contracts/quote-settings'
import { quotesRoutes } from '@terrace/contracts/quotes'
import { teamChannel } from '@terrace/contracts/realtime'
import { teamsRoutes } from '@terrace/contracts/teams'
import type { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Deps } from '../deps.ts'
import type { Letter } from '../modules/notifications/mailer.port.ts'
import { addRates } from '../test/factories.ts'
import { listenTestApp, type ListeningApp, type TestSocket } from '../test/listening-app.ts'
import { buildQuoteMarket, type QuoteMarket } from '../test/quote-market.ts'
import { createMail } from './mail.ts'
import { openJobs } from './open-jobs.ts'

/** What brokers are told of what clients do, live and by mail, and what clients are sent. */

let market: QuoteMarket
let app: ListeningApp
let boss: PgBoss
let listingId: string
let calls = 0
const sent: Letter[] = []
beforeAll(async () => {
  market = await buildQuoteMarket({ config: { tradeOrigins: ['http://localhost:4000'] } })
  const { databaseUrl } = market.deps.config
  await addRates(market.db, new Date().toISOString().slice(0, 10), { GBP: '0.86' })
  listingId = await market.list({ quantity: 40, priceMinor: 8437 })
  // Sockets are heard in another process on the same database.
  app = await listenTestApp({ databaseUrl })
  const deps: Deps = {
    ...market.deps,
    mailer: {
      async send(letter) {
        sent.push(letter)
        return { status: 'sent' }
      },
      close: () => undefined,
    },
  }
  boss = openJobs({ databaseUrl, logger: market.deps.logger })
  await boss.start()
  await createMail(deps, boss).start()
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
  hold_on_accept: { enabled: false, at_most: 8 },
  mail: { view: true, accept: true, decline: true },
}

/** A broker of a team of their own, with a quote and an ear to the team's channel. */
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
    address: `198.19.0.${(calls += 1)}`,
  })

/** The next news of this kind; news of the making of the quote may come before it. */
async function newsOf(socket: TestSocket, kind: string): Promise<unknown> {
  for (;;) {
    const { data } = await socket.next('quotes-changed')
    const news: unknown = JSON.parse(String(data))
    if (typeof news === 'object' && news !== null && 'kind' in news && news.kind === kind) return news
  }
}

/** The letter whose subject begins so, once it has left. */
async function letterTo(address: string, start: string): Promise<Letter | undefined> {
  await market.deps.outbox.drain()
  const find = () => sent.find(({ to, subject }) => to.address === address && subject.startsWith(start))
  await expect.poll(find, { timeout: 30_000 }).toBeTruthy()
  return find()
}

test('[X-QUOTE-19] a yes reaches the broker live, with which quote it was, and by mail, with who and what', async () => {
  const { quote, socket, email, offerId } = await broker()
  await market.accept(quote.slug, [{ offer_id: offerId, quantity: 2 }], 'Ada Lovelace')
  expect(await newsOf(socket, 'accepted')).toEqual({ quote_id: quote.id, kind: 'accepted' })
  await socket.next('counts-changed')
  const letter = await letterTo(email, 'Accepted')
  expect(letter?.text).toContain(
    'Ada Lovelace (ada@example.test) has accepted your quote “Two for the derby” for Ada',
  )
  expect(letter?.text).toContain('2 tickets: Block 112, row 22')
  expect(letter?.text).toContain(`http://localhost:4000/profile?tab=quotes&quote=${quote.id}`)
})

test('[X-QUOTE-19] a no reaches the broker live and by mail, with the reason', async () => {
  const { quote, socket, email } = await broker()
  await market.decline(quote.slug, 'Too far\nfrom the\u0007 stage')
  expect(await newsOf(socket, 'declined')).toEqual({ quote_id: quote.id, kind: 'declined' })
  expect((await letterTo(email, 'Declined'))?.text).toContain('Their reason: Too far from the stage')
})

test('[X-ROLE-04] who has left the team hears no more of its clients: its desk is told instead', async () => {
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
  expect((await letterTo(settings.contact_email, 'Accepted'))?.text).toContain('Ada Lovelace')
  expect(sent.filter(({ to, text }) => to.address === email && text.includes('Ada Lovelace'))).toEqual([])
})

test('[X-QUOTE-21] the first look is told, live and by mail; further ones within the hour are only counted', async () => {
  const { caller, quote, socket, email } = await broker()
  await open(quote.slug)
  expect(await newsOf(socket, 'viewed')).toEqual({ quote_id: quote.id, kind: 'viewed' })
  await letterTo(email, 'Opened')
  await open(quote.slug)
  const counted = async () => (await market.quoteNow(quote.id, caller)).views.count
  await expect.poll(counted, { timeout: 30_000 }).toBe(2)
  await market.decline(quote.slug)
  await newsOf(socket, 'declined')
  await letterTo(email, 'Declined')
  expect(sent.filter(({ subject }) => subject.startsWith('Opened'))).toHaveLength(1)
})

test('a team that wants no letters gets none, and is told live all the same', async () => {
  const silent = await broker({ view: false, accept: false, decline: false })
  await market.decline(silent.quote.slug, 'No')
  await newsOf(silent.socket, 'declined')
  const loud = await broker()
  await market.decline(loud.quote.slug, 'No')
  // Letters leave in their order: the second has left, the first never will.
  await letterTo(loud.email, 'Declined')
  expect(sent.filter(({ to }) => to.address === silent.email)).toEqual([])
})

test('a quote is sent in the broker’s name with the broker’s words and the link, and nothing that its page does not say', async () => {
  const { caller, quote } = await broker()
  const params = { quote_id: quote.id }
  const answer = await caller.call(quotesRoutes.send, {
    params,
    body: { email: 'client@example.test', message: 'As we said.\n<b>Best</b> seats!' },
  })
  expect(answer.data.message).toBe('The quote is on its way to client@example.test')
  expect(answer.data.data.history[0]).toMatchObject({
    what: 'sent',
    who: 'Jo Marsh',
    why: 'to client@example.test',
  })
  const letter = await letterTo('client@example.test', 'Harbour Seats: Two for the derby')
  expect(letter).toMatchObject({ fromName: 'Harbour Seats', replyTo: 'desk@harbour.example' })
  expect(letter?.text).toContain(`http://localhost:4000/quote/${quote.slug}`)
  expect(letter?.text).toContain('As we said.\n\n<b>Best</b> seats!')
  expect(letter?.html).toContain('&lt;b&gt;Best&lt;/b&gt; seats!')
  expect(letter?.html).not.toContain('Terrace')
  const secrets = ['84.37', '10.00', 'Kop Stock', quote.id, caller.teamId, caller.accountId, listingId]
  for (const secret of secrets) expect(JSON.stringify(letter), secret).not.toContain(secret)
})

test('a quote is sent ten times a day and no more; one that has ended is not sent', async () => {
  const { caller, quote } = await broker()
  const params = { quote_id: quote.id }
  const send = () =>
    caller.call(quotesRoutes.send, {
      params,
      // Nobody whose letters another test reads: these may still be on their way then.
      body: { email: 'flooded@example.test' },
      address: `198.19.1.${(calls += 1)}`,
    })
  const answers = await Promise.all(Array.from({ length: 12 }, send))
  expect(answers.filter(({ ok }) => ok)).toHaveLength(10)
  const [refused] = answers.filter(({ ok }) => !ok)
  expect([refused?.status, refused?.error.code]).toEqual([429, 'quote.too_many_letters'])
  expect(refused?.error.errors['title']).toMatch(/^This quote was sent too often today\./)
  const other = await broker()
  await other.caller.call(quotesRoutes.withdraw, { params: { quote_id: other.quote.id }, body: {} })
  const ended = await other.caller.call(quotesRoutes.send, {
    params: { quote_id: other.quote.id },
    body: { email: 'client@example.test' },
  })
  expect([ended.status, ended.error.code]).toEqual([409, 'quote.not_possible'])
})
