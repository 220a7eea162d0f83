import { realtimeRoutes } from '@terrace/contracts/realtime'
import { WebSocket } from 'ws'
import { serve } from '../worker.ts'

export type SocketJob =
  | { kind: 'connect'; port: number; key: string; sockets: number }
  /** `skip`: leaves out so many of the sockets. */
  | { kind: 'subscribe'; port: number; channel: string; token: string; sockets: number; skip?: number }
  /** Waits until each subscriber has received one more event, at most five seconds; `now` does not wait. */
  | { kind: 'collect'; now?: true }

/** `open`: connected or subscribed sockets. `heard`: messages since the last call, by text. */
export interface SocketsDone {
  open: number
  received: ReceivedMessage[]
}

/** A message and its arrival times at all sockets, in epoch milliseconds. */
export interface ReceivedMessage {
  text: string
  at: number[]
}

const maxConcurrent = 50
const timeoutMs = 5000

const sockets: { socket: WebSocket; id: string }[] = []
let received = new Map<string, number[]>()
let arrivals = 0
let subscribers = 0
let allArrived: (() => void) | undefined

/** Browsers that only listen, all in one process. */
serve(async (job: SocketJob): Promise<SocketsDone> => {
  if (job.kind === 'connect') {
    await runConcurrently(job.sockets, async () => {
      sockets.push(await connect(`ws://127.0.0.1:${job.port}/app/${job.key}?protocol=7&client=bench`))
    })
    return { open: sockets.length, received: [] }
  }
  if (job.kind === 'subscribe') {
    const { skip = 0 } = job
    const chosen = sockets.slice(skip, skip + job.sockets)
    await runConcurrently(chosen.length, (index) => subscribe(job, chosen[index]))
    subscribers = chosen.length
    return { open: subscribers, received: [] }
  }
  if (!job.now) await collected()
  const all = [...received].map(([text, at]) => ({ text, at }))
  received = new Map()
  arrivals = 0
  return { open: subscribers, received: all }
})

async function runConcurrently(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  async function runNext(): Promise<void> {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: maxConcurrent }, runNext))
}

function connect(url: string): Promise<{ socket: WebSocket; id: string }> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('error', failed)
    socket.once('message', (data: Buffer) => {
      // The greeting; the API tests check its shape.
      const { data: greeting } = JSON.parse(data.toString()) as { data: string }
      const { socket_id } = JSON.parse(greeting) as { socket_id: string }
      done({ socket, id: socket_id })
    })
  })
}

async function subscribe(
  { port, channel, token }: { port: number; channel: string; token: string },
  target: (typeof sockets)[number] | undefined,
): Promise<void> {
  if (!target) throw new RangeError('more subscribers than sockets')
  const { socket, id } = target
  const response = await fetch(`http://127.0.0.1:${port}/api${realtimeRoutes.authorise.path}`, {
    method: realtimeRoutes.authorise.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: id, channel_name: channel }),
  })
  const pass = realtimeRoutes.authorise.response.parse(await response.json())
  const confirmation = new Promise<Buffer>((done) => {
    socket.once('message', done)
  })
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { ...pass, channel } }))
  const text = (await confirmation).toString()
  if (!text.includes('subscription_succeeded')) throw new Error(`subscription to ${channel} failed: ${text}`)
  socket.on('message', (data: Buffer) => {
    const at = performance.timeOrigin + performance.now()
    const message = data.toString()
    const known = received.get(message)
    if (known) known.push(at)
    else received.set(message, [at])
    arrivals += 1
    if (arrivals >= subscribers) allArrived?.()
  })
}

async function collected(): Promise<void> {
  if (arrivals >= subscribers) return
  const { promise, resolve } = Promise.withResolvers<void>()
  allArrived = resolve
  const timer = setTimeout(resolve, timeoutMs)
  await promise
  clearTimeout(timer)
  allArrived = undefined
}
