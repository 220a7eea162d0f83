import { openConnection, type Connection } from './connection.ts'
import { serve } from './worker.ts'

export interface PaceWish {
  port: number
  /** Texts of requests, sent one after the other and over again. */
  requests: string[]
  connections: number
  perSecond: number
  seconds: number
}

/** Milliseconds from request to answer, in the order of the answers. */
export interface Paced {
  took: number[]
}

/**
 * Asks at a steady pace, however long answers take: a server that falls behind is not asked less. A request that finds no
 * connection free waits, and its wait counts.
 */
serve(async ({ port, requests, connections, perSecond, seconds }: PaceWish): Promise<Paced> => {
  const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
  const free = [...open]
  const waiting: { text: string; due: number }[] = []
  const took: number[] = []
  const failed = Promise.withResolvers<never>()
  const done = Promise.withResolvers<void>()
  const total = perSecond * seconds

  async function send(connection: Connection, text: string, from: number): Promise<void> {
    const answer = await connection.send(text)
    if (answer.status !== 200) {
      throw new Error(
        `the server answered ${answer.status}: ${answer.bytes.toString('utf8', answer.bodyStart)}`,
      )
    }
    took.push(performance.now() - from)
    if (took.length === total) done.resolve()
    const next = waiting.shift()
    if (next) void start(connection, next.text, next.due)
    else free.push(connection)
  }

  function start(connection: Connection, text: string, from: number): Promise<void> {
    return send(connection, text, from).catch((error: unknown) => failed.reject(error))
  }

  const from = performance.now()
  let sent = 0
  const timer = setInterval(() => {
    for (; sent < total; sent += 1) {
      const due = from + (sent / perSecond) * 1000
      if (due > performance.now()) return
      const text = requests[sent % requests.length] ?? ''
      const connection = free.pop()
      // The clock of this process may be late; that is not the server's doing.
      if (connection) void start(connection, text, performance.now())
      else waiting.push({ text, due })
    }
    clearInterval(timer)
  }, 1)
  try {
    await Promise.race([done.promise, failed.promise])
  } finally {
    clearInterval(timer)
    for (const connection of open) connection.close()
  }
  return { took }
})
