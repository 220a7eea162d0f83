import { listingsRoutes } from '@terrace/contracts/listings'
import type { ConstantWish } from './constant-worker.ts'
import { openConnection, requestText } from './connection.ts'
import type { GetWish } from './get-worker.ts'
import { onGround, turns } from './ground.ts'
import { report } from './measure.ts'
import { startWorker } from './worker.ts'

/**
 * The feed of one hot event against Fastify sending the same bytes from a constant (architecture.md §4). One client
 * process asks each side in turns, every request under another session; only the server that is asked has work.
 */
const connections = 64
const seconds = 3
const listings = 100

// So many that no session comes near its rate limit while it is measured.
const stock = { events: 20, listingsPerEvent: listings, ticketsPerListing: 4, teams: 1024 }

await onGround(stock, async ({ tokens, eventIds, conditions, serve }) => {
  const port = await serve()
  const path = `/api${listingsRoutes.feed.path}?event_id=${eventIds[0]}&per_page=${listings}`
  const requests = tokens.map((token) => requestText('GET', path, { token }))

  const connection = await openConnection(port)
  const answer = await connection.send(requests[0] ?? '')
  connection.close()
  const body = answer.bytes.toString('utf8', answer.bodyStart)
  const sent = listingsRoutes.feed.response.parse(JSON.parse(body)).data.length
  if (sent !== listings) throw new Error(`the feed has ${sent} listings instead of ${listings}`)

  const constant = startWorker<ConstantWish, number>('constant-worker.ts')
  const constantPort = await constant.ask({ body })
  const client = startWorker<GetWish, number>('get-worker.ts')
  const feed = (time: number) => client.ask({ port, requests, connections, seconds: time })
  const bytes = (time: number) => client.ask({ port: constantPort, requests, connections, seconds: time })

  await feed(2)
  await bytes(2)
  const [ours, ground]: [number[], number[]] = [[], []]
  for (let turn = 0; turn < turns; turn++) {
    ground.push(await bytes(seconds))
    ours.push(await feed(seconds))
  }
  await Promise.all([client.stop(), constant.stop()])
  const ok = report({
    bench: 'feed',
    unit: 'requests per second, tickets/feed : the same bytes from a constant',
    bar: 0.05,
    aim: 0.6,
    ours,
    ground,
    conditions: { connections, bytes: Buffer.byteLength(body), ...conditions },
  })
  process.exitCode = ok ? 0 : 1
})
process.exit()
