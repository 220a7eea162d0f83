import { readConfig } from './config/config.ts'
import { createDeps } from './deps.ts'
import { startServer } from './start-server.ts'
import { explainStartupError } from './shared/startup/startup-error.ts'

try {
  const config = readConfig()
  await startServer(config, createDeps(config))
} catch (error) {
  // oxlint-disable-next-line no-console -- the log may be what did not start
  console.error(explainStartupError(error))
  process.exit(1)
}
