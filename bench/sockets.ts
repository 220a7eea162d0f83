import { setTimeout as pause } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { browserConfig } from '@terrace/contracts/config'
import { teamChannel } from '@terrace/contracts/realtime'
import { onGround } from './ground.ts'
import { residentMb } from './resident-memory.ts'
import type { SocketsDone, SocketWish } from './socket-worker.ts'
import { startWorker } from './worker.ts'

/**
 * What idle sockets cost, and how fast a change reaches those who listen: 5,000 sockets in one process, 1,000 of them on a
 * team's channel, and a hold placed over HTTP that all of these must hear of. Timed from before the hold is sent, so that
 * its commit is within the figure.
 */
const idle = 5000
const listening = 1000
const warmUps = 3
const rounds = 20
const bars = { idleMb: 150, p99Ms: 250 }

const stock = { events: 2, listingsPerEvent: 10, ticketsPerListing: 1_000_000, teams: 64 }

await onGround(stock, async ({ tokens, listingIds, conditions, serve }) => {
  const port = await serve()
  const base = `http://127.0.0.1:${port}`
  const { realtime } = browserConfig.parse(await (await fetch(`${base}/config.json`)).json())
  const [token = ''] = tokens
  const [listing_id = ''] = listingIds
  const worker = startWorker<SocketWish, SocketsDone>('socket-worker.ts')

  async function call(path: string, body: object): Promise<unknown> {
    const answer = await fetch(`${base}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return answer.json()
  }

  async function change<Result>(work: () => Promise<Result>): Promise<{ result: Result; delays: number[] }> {
    const from = performance.timeOrigin + performance.now()
    const result = await work()
    const { heard } = await worker.ask({ kind: 'collect' })
    return { result, delays: heard.flatMap(({ at }) => at.map((moment) => moment - from)) }
  }

  const before = await residentMb(base)
  const { open } = await worker.ask({ kind: 'connect', port, key: realtime.key, sockets: idle })
  // What connecting has left behind is given back within seconds; what stays is the sockets'.
  await pause(5000)
  const after = await residentMb(base)

  await worker.ask({
    kind: 'subscribe',
    port,
    channel: teamChannel('tm_0'),
    token,
    sockets: listening,
  })
  const delays: number[] = []
  for (let round = -warmUps; round < rounds; round++) {
    const held = await change(() => call(holdsRoutes.place.path, [{ listing_id, quantity: 1 }]))
    const [line] = holdsRoutes.place.response.parse(held.result).data
    if (!line) throw new Error('nothing was held')
    const released = await change(() =>
      call(holdsRoutes.release.path, [{ hold_id: line.hold_id, quantity: 1 }]),
    )
    if (round >= 0) delays.push(...held.delays, ...released.delays)
  }
  await worker.stop()

  const sorted = delays.toSorted((left, right) => left - right)
  const at = (share: number) => Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN)
  const expected = rounds * 2 * listening
  const idleMb = Math.round(after - before)
  const ok = open === idle && delays.length === expected && idleMb <= bars.idleMb && at(0.99) <= bars.p99Ms
  console.log(
    JSON.stringify({
      bench: 'sockets',
      ok,
      idle: { sockets: open, mb: idleMb, bar: bars.idleMb, process: Math.round(after) },
      event: {
        sockets: listening,
        heard: delays.length,
        expected,
        p50: at(0.5),
        p99: at(0.99),
        bar: bars.p99Ms,
      },
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()
