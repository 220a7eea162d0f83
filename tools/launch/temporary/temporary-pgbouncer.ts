import { chmodSync, chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findProgram } from '../processes/find-program.ts'
import { freePort, isPortTaken } from '../processes/ports.ts'
import { startProgram } from './start-program.ts'

export interface TemporaryPgbouncer {
  /** URL of the database through the pooler. */
  url: string
  stop: () => Promise<void>
}

/** Path of the installed PgBouncer; `undefined` if there is none. Terrace does not require one. */
export function findPgbouncer(): string | undefined {
  return findProgram('pgbouncer')
}

/** Starts PgBouncer in transaction mode before a database of the embedded server. */
export async function startTemporaryPgbouncer(
  program: string,
  { databaseUrl, poolSize }: { databaseUrl: string; poolSize: number },
): Promise<TemporaryPgbouncer> {
  const target = new URL(databaseUrl)
  const host = target.searchParams.get('host') ?? target.hostname
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'terrace-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  const login = `user=${target.username} password=${target.password}`
  const settings = {
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'transaction',
    default_pool_size: String(poolSize),
    logfile: join(folder, 'pgbouncer.log'),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`)
  writeFileSync(
    file,
    ['[databases]', `* = host=${host} port=${target.port} ${login}`, '[pgbouncer]', ...lines, ''].join('\n'),
  )
  const owner = ownerOf(host)
  if (owner) for (const path of [folder, file]) chownSync(path, owner.uid, owner.gid)
  chmodSync(folder, 0o700)
  const stop = await startProgram(program, [file], {
    ...owner,
    isReady: () => isPortTaken(port, '127.0.0.1'),
  })
  const url = new URL(`postgresql://terrace@127.0.0.1:${port}`)
  url.pathname = target.pathname
  return {
    url: url.href,
    async stop() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** PgBouncer refuses to run as root; the owner of the server's socket may connect to it. */
function ownerOf(host: string): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const { uid, gid } = host.startsWith('/') ? statSync(host) : { uid: 65_534, gid: 65_534 }
  return { uid, gid }
}
