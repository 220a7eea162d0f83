import { realtimeRoutes } from '@terrace/contracts/realtime'
import { WebSocket } from 'ws'
import { serve } from './worker.ts'

export type SocketWish =
  | { kind: 'connect'; port: number; key: string; sockets: number }
  | { kind: 'subscribe'; port: number; channel: string; token: string; sockets: number }
  /** Until each subscriber has heard one event more, or five seconds. */
  | { kind: 'collect' }

/** `open`: sockets connected or subscribed. `at`: moments of arrival, milliseconds of the epoch. */
export interface SocketsDone {
  open: number
  at: number[]
}

const atOnce = 50
const giveUpMs = 5000

const sockets: { socket: WebSocket; id: string }[] = []
let arrivals: number[] = []
let subscribers = 0
let allArrived: (() => void) | undefined

/** Browsers that do nothing but listen, all in one process. */
serve(async (wish: SocketWish): Promise<SocketsDone> => {
  if (wish.kind === 'connect') {
    await many(wish.sockets, async () => {
      sockets.push(await connect(`ws://127.0.0.1:${wish.port}/app/${wish.key}?protocol=7&client=bench`))
    })
    return { open: sockets.length, at: [] }
  }
  if (wish.kind === 'subscribe') {
    const chosen = sockets.slice(0, wish.sockets)
    await many(chosen.length, (index) => subscribe(wish, chosen[index]))
    subscribers = chosen.length
    return { open: subscribers, at: [] }
  }
  await collected()
  const at = arrivals
  arrivals = []
  return { open: subscribers, at }
})

async function many(count: number, work: (index: number) => Promise<void>): Promise<void> {
  let next = 0
  async function lane(): Promise<void> {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: atOnce }, lane))
}

function connect(url: string): Promise<{ socket: WebSocket; id: string }> {
  return new Promise((done, failed) => {
    const socket = new WebSocket(url, { perMessageDeflate: false })
    socket.once('error', failed)
    socket.once('message', (data: Buffer) => {
      // The greeting, whose shape the API's tests hold.
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
  const answer = await fetch(`http://127.0.0.1:${port}/api${realtimeRoutes.authorise.path}`, {
    method: realtimeRoutes.authorise.method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ socket_id: id, channel_name: channel }),
  })
  const pass = realtimeRoutes.authorise.response.parse(await answer.json())
  const answered = new Promise<Buffer>((done) => {
    socket.once('message', done)
  })
  socket.send(JSON.stringify({ event: 'pusher:subscribe', data: { ...pass, channel } }))
  const text = (await answered).toString()
  if (!text.includes('subscription_succeeded')) throw new Error(`nobody may listen to ${channel}: ${text}`)
  socket.on('message', () => {
    arrivals.push(performance.timeOrigin + performance.now())
    if (arrivals.length >= subscribers) allArrived?.()
  })
}

async function collected(): Promise<void> {
  if (arrivals.length >= subscribers) return
  const { promise, resolve } = Promise.withResolvers<void>()
  allArrived = resolve
  const timer = setTimeout(resolve, giveUpMs)
  await promise
  clearTimeout(timer)
  allArrived = undefined
}
