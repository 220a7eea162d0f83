import { chromium } from '@playwright/test'
import { inventoryRoutes, inventoryOrders, maxComparedListings } from '@terrace/contracts/inventory'
import { inventoryEditRoutes } from '@terrace/contracts/inventory-edit'
import { expandProduct, productDefaults } from '@terrace/contracts/product'
import pg from 'pg'
import { browserToLaunch } from '../e2e/browser.ts'
import { ensureWebBuilt, webBuildDir } from '../tools/launch/web/web-build.ts'
import { seedStock, withBenchDatabase } from './bench-data.ts'
import { scrollDesk } from './browser/desk-scrolling.ts'
import { metricOf } from './measure.ts'
import { seedSellers } from './seed-sellers.ts'

/**
 * What the inventory desk waits for, with 50,000 listings of one seller in a market of a million (issue 19): its first
 * rows and totals, the same sorted by each column and filtered, a price that is saved, and all of it scrolled in a browser.
 */
const stock = { events: 2000, sellers: 20, listingsPerEvent: 500 }
const repeats = 5
const edits = 100
const targets = { firstRowsMs: 1500, sortOrFilterMs: 200, editP95Ms: 150, blankShare: 0 }

const filters: Record<string, string> = {
  search: 'search=home%20117',
  section: 'section[]=Block%20112',
  delivery: 'ticket_types[]=eTicket',
  status: 'status[]=published',
}
const marketFilters: Record<string, string> = {
  lowest: 'market=lowest',
  not_lowest: 'market=not_lowest',
}
/** Orders and filters by the market need other filters that leave at most 5,000 listings. */
const lastComparedDay = new Date(Date.now() + (29 + maxComparedListings / 25) * 86_400_000)
const compared = `event_to=${lastComparedDay.toISOString().slice(0, 10)}`
const marketOrders: ReadonlySet<string> = new Set(['lowest', 'rank'])

await ensureWebBuilt()
await withBenchDatabase(
  async (databaseUrl) => {
    const { conditions } = await seedStock(databaseUrl, {
      events: stock.events,
      listingsPerEvent: 0,
      ticketsPerListing: 4,
      teams: 1,
    })
    const client = new pg.Client({ connectionString: databaseUrl })
    await client.connect()
    try {
      const [seller] = await seedSellers(client, stock)
      return { conditions, token: seller?.token ?? '' }
    } finally {
      await client.end()
    }
  },
  async ({ serve, token, conditions }) => {
    const origin = `http://127.0.0.1:${await serve({ WEB_BUILD_DIR: webBuildDir })}`
    const base = `${origin}/api`
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    async function read(path: string): Promise<unknown> {
      const response = await fetch(`${base}${path}`, { headers })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      return response.json()
    }
    async function medianMs(path: string): Promise<number> {
      const samples: number[] = []
      for (let turn = 0; turn < repeats; turn += 1) {
        const from = performance.now()
        await read(path)
        samples.push(performance.now() - from)
      }
      return Math.round(metricOf(samples).median)
    }

    const list = pathOf(inventoryRoutes.list)
    const firstRows = performance.now()
    const { data } = inventoryRoutes.list.response.parse(await read(`${list}?per_page=100`))
    await read(pathOf(inventoryRoutes.summary))
    const firstRowsMs = Math.round(performance.now() - firstRows)
    const sorted: Record<string, number> = {}
    for (const order of inventoryOrders) {
      const only = marketOrders.has(order) ? `&${compared}` : ''
      sorted[order] = await medianMs(
        `${list}?per_page=100&order_by=${order}&sort_order=desc&group_by=none${only}`,
      )
    }
    const filtered: Record<string, number> = {}
    for (const [name, query] of Object.entries(filters))
      filtered[name] = await medianMs(`${list}?per_page=100&${query}`)
    for (const [name, query] of Object.entries(marketFilters))
      filtered[name] = await medianMs(`${list}?per_page=100&${query}&${compared}`)

    const durations: number[] = []
    for (const { id, version } of data.slice(0, edits)) {
      const path = pathOf(inventoryEditRoutes.update).replace(':listing_id', id)
      const body = JSON.stringify({ price: '49.99', version })
      const from = performance.now()
      const response = await fetch(`${base}${path}`, {
        method: inventoryEditRoutes.update.method,
        headers,
        body,
      })
      if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
      durations.push(performance.now() - from)
    }
    const editP95Ms = Math.round(
      durations.toSorted((left, right) => left - right)[Math.ceil(durations.length * 0.95) - 1] ?? NaN,
    )

    const browser = await chromium.launch(await browserToLaunch())
    const scrolling = await scrollDesk({ browser, origin, token })
    await browser.close()
    const slowest = Math.max(...Object.values(sorted), ...Object.values(filtered))
    const ok =
      firstRowsMs <= targets.firstRowsMs &&
      slowest <= targets.sortOrFilterMs &&
      editP95Ms <= targets.editP95Ms &&
      scrolling.firstRowsMs <= targets.firstRowsMs &&
      scrolling.blankShare <= targets.blankShare
    console.log(
      JSON.stringify({
        bench: 'supply-desk',
        ok,
        unit: 'milliseconds at the server; of the scrolling, in the browser',
        firstRowsMs,
        slowest,
        sorted,
        filtered,
        editP95Ms,
        scrolling,
        targets,
        listings: stock.events * stock.listingsPerEvent,
        ofTheSeller: (stock.events * stock.listingsPerEvent) / stock.sellers,
        ...conditions,
      }),
    )
    process.exitCode = ok ? 0 : 1
  },
)
process.exit()

function pathOf({ path }: { path: string }): string {
  return expandProduct(path, productDefaults.product)
}
