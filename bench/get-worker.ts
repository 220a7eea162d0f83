import { openConnection, type Connection } from './connection.ts'
import { serve } from './worker.ts'

export interface GetWish {
  port: number
  /** Texts of requests, sent one after the other and over again. */
  requests: string[]
  connections: number
  seconds: number
  /** Each of them once, however soon they are at an end. */
  once?: boolean
}

export interface Got {
  /** Answers. */
  perSecond: number
  /** From sending a request to having its whole answer, with as many others under way as there are connections. */
  p99Ms: number
}

/** Asks as fast as answers come, one request under way on each connection. */
serve(async ({ port, requests, connections, seconds, once = false }: GetWish): Promise<Got> => {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  const took: number[] = []
  let next = 0

  async function ask(connection: Connection): Promise<void> {
    while (performance.now() < until && !(once && next >= requests.length)) {
      const sent = performance.now()
      const answer = await connection.send(requests[next++ % requests.length] ?? '')
      if (answer.status !== 200) {
        throw new Error(
          `the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`,
        )
      }
      took.push(performance.now() - sent)
    }
  }

  await Promise.all(open.map(ask))
  const secondsTaken = (performance.now() - from) / 1000
  for (const connection of open) connection.close()
  const sorted = Float64Array.from(took).sort()
  return {
    perSecond: took.length / secondsTaken,
    p99Ms: sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN,
  }
})
