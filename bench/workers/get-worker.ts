import { openConnection, type Connection } from '../connection.ts'
import { serve } from '../worker.ts'

export interface GetJob {
  port: number
  /** Raw requests, sent in sequence and repeated. */
  requests: string[]
  connections: number
  seconds: number
  /** Sends each request once and then ends. */
  once?: boolean
}

export interface GetResult {
  /** Responses per second. */
  perSecond: number
  /** From request to complete response, with all connections busy. */
  p99Ms: number
}

/** Sends requests as fast as responses arrive, one in flight per connection. */
serve(async ({ port, requests, connections, seconds, once = false }: GetJob): Promise<GetResult> => {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  const durations: number[] = []
  let next = 0

  async function sendNext(connection: Connection): Promise<void> {
    while (performance.now() < until && !(once && next >= requests.length)) {
      const sent = performance.now()
      const response = await connection.send(requests[next++ % requests.length] ?? '')
      if (response.status !== 200) {
        throw new Error(
          `the server returned ${response.status}: ${response.bytes.toString('utf8', response.bodyStart)}`,
        )
      }
      durations.push(performance.now() - sent)
    }
  }

  await Promise.all(open.map(sendNext))
  const secondsTaken = (performance.now() - from) / 1000
  for (const connection of open) connection.close()
  const sorted = Float64Array.from(durations).sort()
  return {
    perSecond: durations.length / secondsTaken,
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  }
})
