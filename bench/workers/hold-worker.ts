import { holdsRoutes } from '@terrace/contracts/holds'
import { bodyOf, openConnection, requestText, type HttpResponse, type Connection } from '../connection.ts'
import { serve } from '../worker.ts'

export interface HoldJob {
  port: number
  tokens: string[]
  listingIds: string[]
  concurrency: number
  seconds: number
}

/** Brokers who repeatedly hold and release two tickets of a random listing, each for another team. */
serve(async ({ port, tokens, listingIds, concurrency, seconds }: HoldJob) => {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0

  async function work(connection: Connection): Promise<void> {
    while (performance.now() < until) {
      const token = randomItem(tokens)
      const item = { listing_id: randomItem(listingIds), quantity: 2 }
      const holdRequest = { token, body: [item] }
      const held = await connection.send(requestText('POST', `/api${holdsRoutes.place.path}`, holdRequest))
      const holdId = holdIdOf(held)
      const release = { token, body: [{ hold_id: holdId, quantity: 2 }] }
      const released = await connection.send(requestText('POST', `/api${holdsRoutes.release.path}`, release))
      if (released.status !== 200) throw unexpected(released)
      done += 2
    }
  }

  await Promise.all(connections.map(work))
  const elapsedSeconds = (performance.now() - from) / 1000
  for (const connection of connections) connection.close()
  return done / elapsedSeconds
})

function holdIdOf(response: HttpResponse): string {
  if (response.status !== 200) throw unexpected(response)
  // Parsing with the contract would add client cost; the release verifies the id.
  const { data } = bodyOf(response) as { data: { hold_id: string }[] }
  return data[0]?.hold_id ?? ''
}

function unexpected(response: HttpResponse): Error {
  return new Error(
    `the server returned ${response.status}: ${response.bytes.toString('utf8', response.bodyStart)}`,
  )
}

function randomItem<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('cannot pick from an empty list')
  return item
}
