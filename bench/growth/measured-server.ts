import { createUsageReader } from '../checkout/database-usage.ts'
import type { ServerUsage } from '../checkout/checkout-server.ts'
import { freePort } from '../../tools/launch/processes/ports.ts'

/** A server that says what it has used since its start. */
export interface MeasuredServer {
  port: number
  read: () => Promise<ServerUsage>
}

/** Starts the server with a payment provider in memory. */
export async function startMeasuredServer(
  serve: (options: Record<string, string>) => Promise<number>,
  options: Record<string, string>,
): Promise<MeasuredServer> {
  const usagePort = await freePort()
  const port = await serve({
    ...options,
    file: 'bench/checkout/checkout-server.ts',
    BENCH_GATEWAY: 'memory',
    BENCH_USAGE_PORT: String(usagePort),
  })
  return {
    port,
    // The server sends this type.
    read: async () => (await (await fetch(`http://127.0.0.1:${usagePort}`)).json()) as ServerUsage,
  }
}

/** What serving, other and background processes and the database have used. */
export interface Usage {
  serverCpuMs: number
  statements: number
  otherCpuMs: number
  workerCpuMs: number
  databaseCpuMs: number
  walBytes: number
  outboxRows: number
}

/** Reads the usage of three servers and their database. */
export async function createUsageReading(
  databaseUrl: string,
  { server, other, worker }: Record<'server' | 'other' | 'worker', MeasuredServer>,
  countOutboxRows: () => Promise<number>,
) {
  const database = await createUsageReader(databaseUrl)
  return {
    close: database.close,
    async read(): Promise<Usage> {
      const [serving, reading, working, used] = await Promise.all([
        server.read(),
        other.read(),
        worker.read(),
        database.read(),
      ])
      return {
        serverCpuMs: serving.cpuMs,
        statements: serving.statements,
        otherCpuMs: reading.cpuMs,
        workerCpuMs: working.cpuMs,
        databaseCpuMs: used.cpuMs,
        walBytes: used.walBytes,
        outboxRows: await countOutboxRows(),
      }
    },
  }
}
