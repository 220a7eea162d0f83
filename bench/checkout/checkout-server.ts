/*
 * The real server, which reports its CPU time and its statements at BENCH_USAGE_PORT, and with BENCH_GATEWAY=memory needs
 * no payment provider.
 */
import { createServer } from 'node:http'
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

createServer((_request, response) => {
  const { user, system } = process.cpuUsage()
  const usage: ServerUsage = { cpuMs: (user + system) / 1000, statements }
  response.end(JSON.stringify(usage))
}).listen(Number(process.env['BENCH_USAGE_PORT']), '127.0.0.1')

const config = readConfig()
const deps = createDeps(config)
await startServer(
  config,
  process.env['BENCH_GATEWAY'] === 'memory' ? { ...deps, gateway: createMemoryGateway() } : deps,
)
