/* The real server that reports its CPU time and its statements, and with BENCH_GATEWAY=memory needs no provider. */
import pg from 'pg'
import { readConfig } from '../../apps/api/src/config/config.ts'
import { createDeps } from '../../apps/api/src/deps.ts'
import { startServer } from '../../apps/api/src/start-server.ts'
import { createMemoryGateway } from './memory-gateway.ts'

export interface ServerUsage {
  cpuMs: number
  /** Round trips to the database. */
  statements: number
}

let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function countQuery(this: pg.Client, ...parameters: unknown[]) {
  statements += 1
  return Reflect.apply(query, this, parameters) as unknown
} as typeof query

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  const usage: ServerUsage = { cpuMs: (user + system) / 1000, statements }
  process.send?.(usage)
})

const config = readConfig()
const deps = createDeps(config)
await startServer(
  config,
  process.env['BENCH_GATEWAY'] === 'memory' ? { ...deps, gateway: createMemoryGateway() } : deps,
)
