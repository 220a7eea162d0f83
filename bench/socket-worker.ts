import { realtimeRoutes } from '@terrace/contracts/realtime'
import { WebSocket } from 'ws'
import { serve } from './worker.ts'

export type SocketWish =
  | { kind: 'connect'; port: number; key: string; sockets: number }
  | { kind: 'subscribe'; port: number; channel: string; token: string; sockets: number }
  /** Until each subscriber has heard one event more, or five seconds; `now`: what has been heard, without waiting. */
  | { kind: 'collect'; now?: true }

/** `open`: sockets connected or subscribed. `heard`: what came since the last time, by its text. */
export interface SocketsDone {
  open: number
  heard: Heard[]
}

/** One text and the moments at which it arrived, at whichever sockets: milliseconds of the epoch. */
export interface Heard {
  text: string
  at: number[]
}

const atOnce = 50
const giveUpMs = 5000

const sockets: { socket: WebSocket; id: string }[] = []
let heard = new Map<string, number[]>()
let arrivals = 0
let subscribers = 0
let allArrived: (() => void) | undefined

/** Browsers that do nothing but listen, all in one process. */
serve(async (wish: SocketWish): Promise<SocketsDone> => {
  if (wish.kind === 'connect') {
    await many(wish.sockets, async () => {
      sockets.push(await connect(`ws://127.0.0.1:${wish.port}/app/${wish.key}?protocol=7&client=bench`))
    })
    return { open: sockets.length, heard: [] }
  }
  if (wish.kind === 'subscribe') {
    const chosen = sockets.slice(0, wish.sockets)
    await many(chosen.length, (index) => subscribe(wish, chosen[index]))
    subscribers = chosen.length
    return { open: subscribers, heard: [] }
  }
  if (!wish.now) await collected()
  const all = [...heard].map(([text, at]) => ({ text, at }))
  heard = new Map()
  arrivals = 0
  return { open: subscribers, heard: all }
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
  socket.on('message', (data: Buffer) => {
    const at = performance.timeOrigin + performance.now()
    const message = data.toString()
    const known = heard.get(message)
    if (known) known.push(at)
    else heard.set(message, [at])
    arrivals += 1
    if (arrivals >= subscribers) allArrived?.()
  })
}

async function collected(): Promise<void> {
  if (arrivals >= subscribers) return
  const { promise, resolve } = Promise.withResolvers<void>()
  allArrived = resolve
  const timer = setTimeout(resolve, giveUpMs)
  await promise
  clearTimeout(timer)
  allArrived = undefined
}
