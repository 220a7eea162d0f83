import { connect } from 'node:net'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/ports.ts'
import { startProgram } from './start-program.ts'

export interface TemporaryValkey {
  url: string
  /** Kills it, as in a crash. */
  stop: () => Promise<void>
  /** Restarts it on the same port. */
  restart: () => Promise<void>
}

/** Path of the installed server; `undefined` if there is none. Terrace does not require one. */
export function findValkey(): string | undefined {
  return findProgram('valkey-server', 'redis-server')
}

/** Starts a Valkey or Redis server without persistence on a free port, for one run of tests or benchmarks. */
export async function startTemporaryValkey(program: string): Promise<TemporaryValkey> {
  const port = await freePort()
  let end = await startOn(program, port)
  return {
    url: `redis://127.0.0.1:${port}`,
    stop: () => end(),
    async restart() {
      end = await startOn(program, port)
    },
  }
}

function startOn(program: string, port: number): Promise<() => Promise<void>> {
  const options = { port: String(port), bind: '127.0.0.1', save: '', appendonly: 'no', daemonize: 'no' }
  const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, value])
  return startProgram(program, args, { isReady: () => isListening(port) })
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1' })
    const end = (isReady: boolean) => {
      socket.destroy()
      resolve(isReady)
    }
    socket.once('connect', () => socket.write('PING\r\n'))
    socket.once('data', (data) => end(data.toString().startsWith('+PONG')))
    socket.once('error', () => end(false))
  })
}
