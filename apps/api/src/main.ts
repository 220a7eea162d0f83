import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './deps.ts'

const config = readConfig()
const deps = createDeps(config)
const { app } = await buildApp(deps)

let closing: Promise<void> | undefined
function close(signal: NodeJS.Signals): void {
  deps.logger.info({ signal }, 'closing')
  closing ??= app.close()
  closing.then(
    () => process.exit(0),
    (error: unknown) => {
      deps.logger.error({ err: error }, 'closing failed')
      process.exit(1)
    },
  )
}
process.once('SIGTERM', close)
process.once('SIGINT', close)

await app.listen({ host: config.host, port: config.port })
