import { readConfig } from './config/config.ts'
import { createDeps } from './deps.ts'
import { startServer } from './start-server.ts'
import { explainStartupError } from './shared/startup/startup-error.ts'
import { reportCrash, startTelemetry } from './telemetry.ts'

try {
  const config = readConfig()
  const telemetry = await startTelemetry(config)
  if (config.telemetry.sentryDsn !== undefined) reportCrash(telemetry)
  await startServer(config, createDeps(config), telemetry)
} catch (error) {
  // oxlint-disable-next-line no-console -- the log may be what did not start
  console.error(explainStartupError(error))
  process.exit(1)
}
