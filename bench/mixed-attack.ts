import { connect } from 'node:net'
import { accountsRoutes } from '@terrace/contracts/accounts'
import { browserConfig } from '@terrace/contracts/config'
import { listingsRoutes } from '@terrace/contracts/listings'
import { withBenchData } from './bench-data.ts'
import { requestText } from './connection.ts'
import type { PaceJob, PaceResult } from './workers/pace-worker.ts'
import { startWorker } from './worker.ts'

/**
 * The feed of ordinary users while 1,000 addresses attack: batches of costly searches, wrong passwords, bodies that
 * trickle in, and sockets that come and go. Ten minutes, or as many as the argument says. Only this machine takes part.
 */
const minutes = Number(process.argv[2] ?? 10)
const feeds = { connections: 64, perSecond: 100 }
const searches = { connections: 64, perSecond: 50 }
const guesses = { connections: 32, perSecond: 20 }
const slowBodies = 200
const socketsPerSecond = 50
const targetP99Ms = 100
/** Ordinary users look at few events, so that their snapshots are in memory. */
const popularEvents = 20

const stock = { events: 2000, listingsPerEvent: 20, ticketsPerListing: 4, teams: 1024 }
const addresses = Array.from({ length: 1000 }, (_, number) => `198.18.${number >> 8}.${number & 255}`)
const from = (number: number) => ({ 'x-forwarded-for': addresses[number % addresses.length] ?? '' })

await withBenchData(stock, async ({ tokens, eventIds, conditions, serve }) => {
  const port = await serve({ TRUSTED_PROXIES: '127.0.0.1', WORK_MS_PER_ADDRESS: '12000' })
  const seconds = Math.max(1, Math.round(minutes * 60))
  const { realtime, search } = browserConfig.parse(
    await (await fetch(`http://127.0.0.1:${port}/config.json`)).json(),
  )
  const feedRequests = tokens.map((token, number) =>
    requestText(
      'GET',
      `/api${listingsRoutes.feed.path}?event_id=${eventIds[number % popularEvents]}&per_page=100`,
      { token, headers: from(number) },
    ),
  )
  const searchRequests = Array.from({ length: 2000 }, (_, number) =>
    requestText(
      'POST',
      `/1/indexes/*/queries?x-algolia-application-id=${search.app_id}&x-algolia-api-key=${search.api_key}`,
      {
        headers: from(number),
        body: { requests: Array.from({ length: 50 }, (__, query) => costlySearch(number * 50 + query)) },
      },
    ),
  )
  const guessRequests = Array.from({ length: 5000 }, (_, number) =>
    requestText('POST', `/api${accountsRoutes.logIn.path}`, {
      headers: from(number),
      body: { username: `buyer${number % 1024}`, password: `guess ${number}` },
    }),
  )
  const workers = Array.from({ length: 3 }, () => startWorker<PaceJob, PaceResult>('pace-worker.ts'))
  const [reader, searcher, guesser] = workers
  if (!reader || !searcher || !guesser) throw new Error('three workers were started')
  const read = (time: number) => reader.run({ port, requests: feedRequests, ...feeds, seconds: time })

  await read(3)
  const alone = await read(Math.min(10, seconds))
  const endConnections = floodConnections(port, realtime.key)
  const attack = { port, seconds, acceptsAnyStatus: true, leavesAtEnd: true }
  const [attacked] = await Promise.all([
    read(seconds),
    searcher.run({ ...attack, requests: searchRequests, ...searches }),
    guesser.run({ ...attack, requests: guessRequests, ...guesses }),
  ])
  endConnections()
  await Promise.all(workers.map((worker) => worker.stop()))

  const ok = p99(attacked.durations) < targetP99Ms
  console.log(
    JSON.stringify({
      bench: 'mixed-attack',
      ok,
      unit: 'p99 of tickets/feed in milliseconds',
      attacked: p99(attacked.durations),
      alone: p99(alone.durations),
      target: targetP99Ms,
      seconds,
      addresses: addresses.length,
      searchBatchesPerSecond: searches.perSecond,
      guessesPerSecond: guesses.perSecond,
      slowBodies,
      socketsPerSecond,
      ...conditions,
    }),
  )
  process.exitCode = ok ? 0 : 1
})
process.exit()

/** Words that never repeat, in phrases and with everything that a search can count. */
function costlySearch(number: number) {
  const word = (step: number) => (number * 7919 + step * 104_729).toString(36)
  return {
    indexName: 'trade_events',
    query: `"${word(1)} united" -${word(2)} man che liv ${word(3)} a b c`,
    advancedSyntax: true,
    typoTolerance: true,
    facets: ['*'],
    hitsPerPage: 100,
  }
}

/** Keeps connections open whose bodies trickle in, and opens sockets that end at once. Returns how to stop. */
function floodConnections(port: number, socketKey: string): () => void {
  let [isEnded, number] = [false, 0]
  const trickling = new Set<ReturnType<typeof connect>>()
  const openSlow = () => {
    const socket = connect(port, '127.0.0.1')
    trickling.add(socket)
    socket.on('error', () => undefined)
    socket.on('data', () => undefined)
    socket.on('close', () => {
      trickling.delete(socket)
      if (!isEnded) setTimeout(openSlow, 1000)
    })
    const text = requestText('POST', `/api${accountsRoutes.logIn.path}`, {
      headers: { ...from((number += 1)), 'content-length': '60000', 'content-type': 'application/json' },
    })
    socket.write(text)
  }
  for (let count = 0; count < slowBodies; count += 1) openSlow()
  const trickle = setInterval(() => {
    for (const socket of trickling) socket.write('{')
  }, 500)
  const flood = setInterval(() => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write(
      requestText('GET', `/app/${socketKey}?protocol=7`, {
        headers: {
          ...from((number += 1)),
          connection: 'Upgrade',
          upgrade: 'websocket',
          'sec-websocket-version': '13',
          'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
        },
      }),
    )
    socket.once('data', () => socket.destroy())
  }, 1000 / socketsPerSecond)
  return () => {
    isEnded = true
    clearInterval(trickle)
    clearInterval(flood)
    for (const socket of trickling) socket.destroy()
  }
}

function p99(durations: readonly number[]): number {
  const sorted = durations.toSorted((left, right) => left - right)
  return Math.round(sorted[Math.ceil(sorted.length * 0.99) - 1] ?? Number.NaN)
}
