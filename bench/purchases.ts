import { loadavg } from 'node:os'
import { ordersRoutes } from '@terrace/contracts/orders'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import { requestText } from './connection.ts'
import type { GetJob, GetResult } from './workers/get-worker.ts'
import { withBenchData } from './bench-data.ts'
import { seedOrders, type TeamOrders } from './seed-orders.ts'
import { startWorker } from './worker.ts'

/**
 * The purchases list of a team with 100,000 orders and of 63 others with 25,000 together: every filter and one order,
 * requested by the large team and by the others, on four busy connections.
 */
const orders = 125_000
const largestTeamTenths = 8
const connections = 4
const seconds = 3
const targetMs = 20

const stock = { events: 200, listingsPerEvent: 20, ticketsPerListing: 1_000_000, teams: 64 }

await withBenchData(stock, async ({ databaseUrl, tokens, conditions, serve }) => {
  const load = loadavg().map((value) => Number(value.toFixed(2)))
  const known = await seedOrders(databaseUrl, orders, largestTeamTenths)
  // Four connections exceed the rate limit of a real team.
  const port = await serve({ RATE_LIMIT_PER_MINUTE: '1000000' })
  const reader = startWorker<GetJob, GetResult>('get-worker.ts')
  const results: { team: string; call: string; p99: number; perSecond: number }[] = []
  const requesters = tokens.map((token, index) => {
    const teamOrders = known.find(({ team_id }) => team_id === `tm_${index}`)
    if (!teamOrders) throw new Error(`team ${index} has no orders`)
    return { token, calls: callsOf(teamOrders) }
  })
  const callNames = requesters[0]?.calls.map(([name]) => name) ?? []
  for (const [team, group] of [
    ['of 100,000 orders', requesters.slice(0, 1)],
    ['of 397 orders', requesters.slice(1)],
  ] as const) {
    for (const [callIndex, call] of callNames.entries()) {
      const requests = group.map(({ token, calls }) =>
        requestText('GET', calls[callIndex]?.[1] ?? '', { token }),
      )
      const measure = (time: number) => reader.run({ port, requests, connections, seconds: time })
      await measure(0.5)
      const { p99Ms, perSecond } = await measure(seconds)
      results.push({ team, call, p99: Number(p99Ms.toFixed(1)), perSecond: Math.round(perSecond) })
    }
  }
  await reader.stop()
  const worst = Math.max(...results.map(({ p99 }) => p99))
  console.log(
    JSON.stringify({
      bench: 'purchases',
      ok: worst <= targetMs,
      worstP99: worst,
      target: targetMs,
      unit: 'ms',
      results,
      orders,
      connections,
      load,
      ...conditions,
    }),
  )
  process.exitCode = worst <= targetMs ? 0 : 1
})
process.exit()

function pathOf(route: { path: string }): string {
  return `/api${expandProduct(route.path, productDefaults.product)}`
}

function dayFromNow(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
}

/** Requests with filters that match one, few, all and no orders, and the first and last page. */
function callsOf({ number, id, count }: TeamOrders): [name: string, path: string][] {
  const list = pathOf(ordersRoutes.list)
  return [
    ['first page', list],
    ['last page', `${list}?page=${Math.ceil(count / 20)}`],
    ['by number', `${list}?search=${number}`],
    ['by event and block', `${list}?search=home+17+block+120`],
    ['by the city of all', `${list}?search=london`],
    ['by two words of all', `${list}?search=london+home`],
    ['by a word without matches', `${list}?search=nowhere`],
    ['to be delivered', `${list}?status=Confirmed`],
    ['delivered', `${list}?status=Fullfilled`],
    ['cancelled, by event', `${list}?status=Cancelled&search=home+17`],
    ['of a week', `${list}?placed_from=${dayFromNow(-60)}&placed_to=${dayFromNow(-54)}`],
    ['for events of a week', `${list}?event_from=${dayFromNow(100)}&event_to=${dayFromNow(106)}`],
    ['for events from a day on', `${list}?event_from=${dayFromNow(60)}&status=Confirmed`],
    ['one order', pathOf(ordersRoutes.one).replace(':order_id', id)],
  ]
}
