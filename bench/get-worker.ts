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

/** Asks as fast as answers come, one request under way on each connection. Answers requests per second. */
serve(async ({ port, requests, connections, seconds, once = false }: GetWish) => {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0
  let next = 0

  async function ask(connection: Connection): Promise<void> {
    while (performance.now() < until && !(once && next >= requests.length)) {
      const answer = await connection.send(requests[next++ % requests.length] ?? '')
      if (answer.status !== 200) {
        throw new Error(
          `the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`,
        )
      }
      done += 1
    }
  }

  await Promise.all(open.map(ask))
  const took = (performance.now() - from) / 1000
  for (const connection of open) connection.close()
  return done / took
})
