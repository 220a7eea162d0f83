import { holdsRoutes } from '@terrace/contracts/holds'
import { bodyOf, openConnection, requestText, type Answer, type Connection } from './connection.ts'
import { serve } from './worker.ts'

export interface HoldWish {
  port: number
  tokens: string[]
  listingIds: string[]
  concurrency: number
  seconds: number
}

/** Brokers who hold two tickets of some listing and give them back, over and over, each under another team. */
serve(async ({ port, tokens, listingIds, concurrency, seconds }: HoldWish) => {
  const connections = await Promise.all(Array.from({ length: concurrency }, () => openConnection(port)))
  const from = performance.now()
  const until = from + seconds * 1000
  let done = 0

  async function work(connection: Connection): Promise<void> {
    while (performance.now() < until) {
      const token = pick(tokens)
      const item = { listing_id: pick(listingIds), quantity: 2 }
      const place = { token, body: [item] }
      const held = await connection.send(requestText('POST', `/api${holdsRoutes.place.path}`, place))
      const holdId = holdIdOf(held)
      const release = { token, body: [{ hold_id: holdId, quantity: 2 }] }
      const released = await connection.send(requestText('POST', `/api${holdsRoutes.release.path}`, release))
      if (released.status !== 200) throw unexpected(released)
      done += 2
    }
  }

  await Promise.all(connections.map(work))
  const took = (performance.now() - from) / 1000
  for (const connection of connections) connection.close()
  return done / took
})

function holdIdOf(answer: Answer): string {
  if (answer.status !== 200) throw unexpected(answer)
  // Parsing it by the contract would be the client's own cost; the id is checked by the release that follows.
  const { data } = bodyOf(answer) as { data: { hold_id: string }[] }
  return data[0]?.hold_id ?? ''
}

function unexpected(answer: Answer): Error {
  return new Error(`the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`)
}

function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)]
  if (item === undefined) throw new RangeError('nothing to pick from')
  return item
}
