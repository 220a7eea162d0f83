import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { findProgram } from '../../tools/launch/processes/find-program.ts'
import type { ServerUser } from '../../tools/launch/database/server-user.ts'

/** Programs that the cluster runs, by the Debian package that has them. */
const packages = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  'redis-server': 'redis-server',
  pgbackrest: 'pgbackrest',
  nsenter: 'util-linux',
} as const

type Program = keyof typeof packages

export interface Engines {
  programs: Record<Program, string>
  /** Folder of `postgres`, `initdb` and `pg_rewind`. */
  postgresPrograms: string
  postgresVersion: number
}

const postgresFolder = '/usr/lib/postgresql'

/** The installed engines, or the Debian packages that are missing. */
export function findEngines(): { engines: Engines } | { missing: string[] } {
  const names = Object.keys(packages) as Program[] // keys of the table above
  const found = names.map((name) => [name, findProgram(name)] as const)
  const postgresVersion = newestPostgres()
  const missing: string[] = found.filter(([, path]) => path === undefined).map(([name]) => packages[name])
  if (postgresVersion === undefined) missing.push('postgresql')
  if (missing.length > 0 || postgresVersion === undefined) return { missing }
  return {
    engines: {
      programs: Object.fromEntries(found) as Record<Program, string>, // none is missing
      postgresPrograms: join(postgresFolder, String(postgresVersion), 'bin'),
      postgresVersion,
    },
  }
}

/** Why the cluster cannot run here; `undefined` if it can. */
export function engineProblem(): string | undefined {
  if (process.platform !== 'linux') return 'the cluster runs on Linux only'
  const found = findEngines()
  if ('engines' in found) return undefined
  return `not installed: ${found.missing.join(', ')} (apt-get install --no-install-recommends ${found.missing.join(' ')})`
}

/** The account of the engines when root starts them: most refuse to run as root. `undefined` for the current one. */
export function engineUser(): ServerUser | undefined {
  if (process.getuid?.() !== 0) return undefined
  const idOf = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { name: 'postgres', uid: idOf('-u'), gid: idOf('-g') }
}

function newestPostgres(): number | undefined {
  if (!existsSync(postgresFolder)) return undefined
  return readdirSync(postgresFolder)
    .filter((name) => existsSync(join(postgresFolder, name, 'bin', 'postgres')))
    .map(Number)
    .toSorted((left, right) => right - left)[0]
}
