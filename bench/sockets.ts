import { setTimeout as pause } from 'node:timers/promises'
import { holdsRoutes } from '@terrace/contracts/holds'
import { browserConfig } from '@terrace/contracts/config'
import { teamChannel } from '@terrace/contracts/realtime'
import { withBenchData } from './bench-data.ts'
import { residentMb } from './resident-memory.ts'
import type { SocketsDone, SocketJob } from './workers/socket-worker.ts'
import { startWorker } from './worker.ts'

/**
 * Cost of idle sockets, and latency of a change: 10,000 sockets in one process, 1,000 of them on a team's channel that
 * receives a hold placed over HTTP. Times start before the hold is sent and include its commit.
 */
const idle = 10_000
const listening = 1000
const warmUps = 3
const rounds = 20
const targets = { idleMb: 300, p99Ms: 250 }

const stock = { events: 2, listingsPerEvent: 10, ticketsPerListing: 1_000_000, teams: 64 }

await withBenchData(stock, async ({ tokens, listingIds, conditions, serve }) => {
  const port = await serve({
    REALTIME_MAX_SOCKETS_PER_ADDRESS: String(idle + listening),
    REALTIME_MAX_SOCKETS_PER_ACCOUNT: String(listening),
  })
  const base = `http://127.0.0.1:${port}`
  const { realtime } = browserConfig.parse(await (await fetch(`${base}/config.json`)).json())
  const [token = ''] = tokens
  const [listing_id = ''] = listingIds
  const worker = startWorker<SocketJob, SocketsDone>('socket-worker.ts')

  async function call(path: string, body: object): Promise<unknown> {
    const response = await fetch(`${base}/api${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`)
    return response.json()
  }

  async function change<Result>(work: () => Promise<Result>): Promise<{ result: Result; delays: number[] }> {
    const from = performance.timeOrigin + performance.now()
    const result = await work()
    const { received } = await worker.run({ kind: 'collect' })
    return { result, delays: received.flatMap(({ at }) => at.map((receivedAt) => receivedAt - from)) }
  }

  const before = await residentMb(base)
  const { open } = await worker.run({ kind: 'connect', port, key: realtime.key, sockets: idle })
  // Memory used for connecting is freed within seconds; the rest belongs to the sockets.
  await pause(5000)
  const after = await residentMb(base)

  await worker.run({
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
    if (!line) throw new Error('no tickets were held')
    const released = await change(() =>
      call(holdsRoutes.release.path, [{ hold_id: line.hold_id, quantity: 1 }]),
    )
    if (round >= 0) delays.push(...held.delays, ...released.delays)
  }
  await worker.stop()

  const sorted = delays.toSorted((left, right) => left - right)
  const at = (fraction: number) => Math.round(sorted[Math.ceil(sorted.length * fraction) - 1] ?? Number.NaN)
  const expected = rounds * 2 * listening
  const idleMb = Math.round(after - before)
  const ok =
    open === idle && delays.length === expected && idleMb <= targets.idleMb && at(0.99) <= targets.p99Ms
  console.log(
    JSON.stringify({
      bench: 'sockets',
      ok,
      idle: { sockets: open, mb: idleMb, target: targets.idleMb, process: Math.round(after) },
      event: {
        sockets: listening,
        received: delays.length,
        expected,
        p50: at(0.5),
        p99: at(0.99),
        target: targets.p99Ms,
      },
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()
