import { mkdirSync } from 'node:fs'
import { pino } from 'pino'
import { request } from 'undici'
import { openSandbox } from './sandbox.ts'
import { readSettings } from './settings.ts'

/* The sandbox as its own process: `node apps/sandbox/src/main.ts`. */

const logger = pino({ name: 'sandbox', level: process.env['LOG_LEVEL'] || 'info' })
try {
  const settings = readSettings(process.env)
  mkdirSync(settings.folder, { recursive: true })
  const sandbox = await openSandbox({
    ...settings,
    logger,
    async postEvent({ raw, signature }) {
      const { statusCode, body } = await request(settings.webhookUrl, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'sandbox-signature': signature },
        body: raw,
        signal: AbortSignal.timeout(10_000),
      })
      await body.dump()
      return statusCode
    },
  })
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => void sandbox.close().then(() => process.exit()))
  await sandbox.server.listen({ host: settings.host, port: settings.port })
  sandbox.events.start()
} catch (error) {
  logger.fatal({ err: error }, error instanceof Error ? error.message : String(error))
  process.exit(1)
}
