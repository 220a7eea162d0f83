import { connect, createServer, type Socket } from 'node:net'

export interface DatabaseRelay {
  /** URL of the database through the relay. */
  databaseUrl: string
  /** Ends all connections and refuses new ones, as a database that is down. */
  cut(): Promise<void>
  restore(): Promise<void>
  close(): Promise<void>
}

/** Passes connections on to a database until it is cut. */
export async function startDatabaseRelay(targetUrl: string): Promise<DatabaseRelay> {
  const target = new URL(targetUrl)
  const folder = target.searchParams.get('host')
  const address =
    folder === null
      ? { host: target.hostname, port: Number(target.port) }
      : { path: `${folder}/.s.PGSQL.${target.port}` }
  const sockets = new Set<Socket>()
  const server = createServer((client) => {
    const database = connect(address)
    for (const [socket, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(socket)
      socket.pipe(other)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
  })
  let port = 0

  async function restore(): Promise<void> {
    await new Promise<void>((done) => {
      server.listen(port, '127.0.0.1', done)
    })
    const bound = server.address()
    if (bound === null || typeof bound === 'string') throw new Error('the relay has no port')
    port = bound.port
  }

  async function cut(): Promise<void> {
    const closed = new Promise((done) => {
      server.close(done)
    })
    for (const socket of sockets) socket.destroy()
    await closed
  }

  await restore()
  const url = new URL(targetUrl)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return { databaseUrl: url.href, cut, restore, close: cut }
}
