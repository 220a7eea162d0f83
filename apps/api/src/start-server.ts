import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from './app.ts'
import { createBackgroundWork } from './background-work.ts'
import type { Config } from './config/config.ts'
import type { Deps } from './deps.ts'
import { checkFileStore } from './files/check-file-store.ts'
import { rejectDemoAccounts } from './modules/accounts/index.ts'
import type { Telemetry } from './telemetry.ts'
import { startWarnings } from './shared/startup/start-warnings.ts'

/** Listens, starts the background work, and ends both at SIGTERM or SIGINT. */
export async function startServer(config: Config, deps: Deps, telemetry?: Telemetry): Promise<void> {
  const { app, draining } = await buildApp(deps)
  const backgroundWork = config.roles.worker ? createBackgroundWork(config, deps) : undefined

  /** Requests that have arrived, payments among them, finish before the connections to the database close. */
  async function closeAll(): Promise<void> {
    draining.begin()
    await wait(config.shutdownDelaySeconds * 1000)
    await backgroundWork?.stop()
    await app.close()
    await telemetry?.stop()
  }

  let closing: Promise<void> | undefined
  function close(signal: NodeJS.Signals): void {
    if (closing) return
    deps.logger.info({ signal }, 'closing')
    closing = closeAll()
    closing.then(
      () => process.exit(0),
      (error: unknown) => {
        deps.logger.error({ err: error }, 'shutdown failed')
        process.exit(1)
      },
    )
  }
  // Not `once`: a second signal must not cut off running payments.
  process.on('SIGTERM', close)
  process.on('SIGINT', close)

  for (const warning of startWarnings(config)) deps.logger.warn(warning)
  if (config.production) await rejectDemoAccounts(deps.db)
  await deps.processRegistration.start()
  await app.listen({ host: config.host, port: config.port })
  backgroundWork?.start()
  // Only S3 is checked here: without its data folder, the server would not have started.
  if (config.files.store === 's3')
    checkFileStore(deps).catch((error: unknown) =>
      deps.logger.error(
        { err: error },
        "file store unavailable: tickets can't be delivered or downloaded until it responds",
      ),
    )
}
