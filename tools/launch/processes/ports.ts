import { connect, createServer } from 'node:net'
import { pause } from './process-identity.ts'
import { UserError } from '../user-error.ts'

/**
 * Whether a program listens on `port` where a browser would open `localhost`. A failed bind is not enough: some systems
 * allow 127.0.0.1 next to a wildcard address.
 */
export async function isPortTaken(port: number, host: string): Promise<boolean> {
  const inUse = await Promise.all([
    cannotBind(port, host),
    ...['127.0.0.1', '::1'].map((address) => accepts(port, address)),
  ])
  return inUse.includes(true)
}

/** Waits until the port is free and returns whether it is. */
export async function waitForPort(port: number, host: string, timeoutMs: number): Promise<boolean> {
  const deadline = performance.now() + timeoutMs
  while (await isPortTaken(port, host)) {
    if (performance.now() > deadline) return false
    await pause(100)
  }
  return true
}

/** A free TCP port of 127.0.0.1; another program may still take it first. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => {
        if (address === null || typeof address === 'string') reject(new Error('no TCP port is free'))
        else resolve(address.port)
      })
    })
  })
}

function cannotBind(port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') resolve(true)
      else if (error.code === 'EACCES')
        reject(
          new UserError(
            `This account is not allowed to use port ${port}. Choose one above 1023, such as PORT=4000`,
          ),
        )
      else if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
        reject(new UserError(`HOST is ${host}, which is not an address of this machine.`))
      else reject(error)
    })
    probe.listen({ port, host, exclusive: true }, () => {
      probe.close(() => resolve(false))
    })
  })
}

/** Whether something accepts connections there. */
export function accepts(port: number, host: string, timeoutMs = 500): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs })
    const end = (isOpen: boolean) => {
      socket.destroy()
      resolve(isOpen)
    }
    socket.once('connect', () => end(true))
    socket.once('timeout', () => end(false))
    socket.once('error', () => end(false))
  })
}
