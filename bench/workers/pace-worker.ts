import { openConnection, type Connection } from '../connection.ts'
import { serve } from '../worker.ts'

export interface PaceJob {
  port: number
  /** Raw requests, sent in sequence and repeated. */
  requests: string[]
  connections: number
  perSecond: number
  seconds: number
  /** Error statuses count as responses too; otherwise they fail the job. */
  acceptsAnyStatus?: boolean
  /** When the time is over, leaves without waiting for open requests, as attackers do. */
  leavesAtEnd?: boolean
}

/** Response times in milliseconds, in order of arrival. */
export interface PaceResult {
  durations: number[]
}

/**
 * Sends requests at a steady rate, so a slow server does not receive fewer. Waiting for a free connection counts as
 * response time.
 */
serve(
  async ({
    port,
    requests,
    connections,
    perSecond,
    seconds,
    acceptsAnyStatus,
    leavesAtEnd,
  }: PaceJob): Promise<PaceResult> => {
    const open = await Promise.all(Array.from({ length: connections }, () => openConnection(port)))
    const free = [...open]
    const waiting: { text: string; due: number }[] = []
    const durations: number[] = []
    const failed = Promise.withResolvers<never>()
    const done = Promise.withResolvers<void>()
    const total = perSecond * seconds

    async function send(connection: Connection, text: string, from: number): Promise<void> {
      const response = await connection.send(text)
      if (response.status !== 200 && acceptsAnyStatus !== true) {
        throw new Error(
          `the server returned ${response.status}: ${response.bytes.toString('utf8', response.bodyStart)}`,
        )
      }
      durations.push(performance.now() - from)
      if (durations.length === total) done.resolve()
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
        // A late timer of this process must not count against the server.
        if (connection) void start(connection, text, performance.now())
        else waiting.push({ text, due })
      }
      clearInterval(timer)
    }, 1)
    const end = leavesAtEnd === true ? setTimeout(done.resolve, seconds * 1000) : undefined
    try {
      await Promise.race([done.promise, failed.promise])
    } finally {
      clearInterval(timer)
      clearTimeout(end)
      for (const connection of open) connection.close()
    }
    return { durations }
  },
)
