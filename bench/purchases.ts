import { loadavg } from 'node:os'
import { ordersRoutes } from '@terrace/contracts/orders'
import { foldProduct, productDefaults } from '@terrace/contracts/product'
import { requestText } from './connection.ts'
import type { GetWish, Got } from './get-worker.ts'
import { onGround } from './ground.ts'
import { layOrders, type Known } from './lay-orders.ts'
import { startWorker } from './worker.ts'

/**
 * Purchases with 100,000 orders in the database, of which one team has a tenth and 63 others the rest: each way to narrow the
 * list, and one order, asked for by the large team and by the others, on four connections that are never idle.
 */
const orders = 100_000
const connections = 4
const seconds = 3
const barMs = 30

const stock = { events: 200, listingsPerEvent: 20, ticketsPerListing: 1_000_000, teams: 64 }

await onGround(stock, async ({ databaseUrl, tokens, conditions, serve }) => {
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const known = await layOrders(databaseUrl, orders)
  // The limiter counts all the same: four connections ask more in a second than people of one team do in a minute.
  const port = await serve({ RATE_LIMIT_PER_MINUTE: '1000000' })
  const reader = startWorker<GetWish, Got>('get-worker.ts')
  const results: { team: string; call: string; p99: number; perSecond: number }[] = []
  const askers = tokens.map((token, index) => {
    const own = known.find(({ team_id }) => team_id === `tm_${index}`)
    if (!own) throw new Error(`the team ${index} has no orders`)
    return { token, calls: callsOf(own) }
  })
  const callNames = askers[0]?.calls.map(([name]) => name) ?? []
  for (const [team, who] of [
    ['of 10,000 orders', askers.slice(0, 1)],
    ['of 1,428 orders', askers.slice(1)],
  ] as const) {
    for (const [place, call] of callNames.entries()) {
      const requests = who.map(({ token, calls }) => requestText('GET', calls[place]?.[1] ?? '', { token }))
      const ask = (time: number) => reader.ask({ port, requests, connections, seconds: time })
      await ask(0.5)
      const { p99Ms, perSecond } = await ask(seconds)
      results.push({ team, call, p99: Number(p99Ms.toFixed(1)), perSecond: Math.round(perSecond) })
    }
  }
  await reader.stop()
  const worst = Math.max(...results.map(({ p99 }) => p99))
  console.log(
    JSON.stringify({
      bench: 'purchases',
      ok: worst <= barMs,
      worstP99: worst,
      bar: barMs,
      unit: 'ms',
      results,
      orders,
      connections,
      load,
      ...conditions,
    }),
  )
  process.exitCode = worst <= barMs ? 0 : 1
})
process.exit()

function pathOf(route: { path: string }): string {
  return `/api${foldProduct(route.path, productDefaults.product)}`
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** What a buyer may ask of their purchases: of what one, a few, all and none of them are, and the ends of what there is. */
function callsOf({ number, id, count }: Known): [name: string, path: string][] {
  const list = pathOf(ordersRoutes.list)
  return [
    ['first page', list],
    ['last page', `${list}?page=${Math.ceil(count / 20)}`],
    ['by number', `${list}?search=${number}`],
    ['by event and block', `${list}?search=home+17+block+120`],
    ['by the city of all', `${list}?search=london`],
    ['by two words of all', `${list}?search=london+home`],
    ['by a word that nothing has', `${list}?search=nowhere`],
    ['to be delivered', `${list}?status=Confirmed`],
    ['delivered', `${list}?status=Fullfilled`],
    ['cancelled, by event', `${list}?status=Cancelled&search=home+17`],
    ['of a week', `${list}?placed_from=${dayFromNow(-60)}&placed_to=${dayFromNow(-54)}`],
    ['for events of a week', `${list}?event_from=${dayFromNow(100)}&event_to=${dayFromNow(106)}`],
    ['for events from a day on', `${list}?event_from=${dayFromNow(60)}&status=Confirmed`],
    ['one order', pathOf(ordersRoutes.one).replace(':order_id', id)],
  ]
}
