import { buildApp } from './app.ts'
import { readConfig } from './config.ts'
import { createDeps } from './deps.ts'
import { tryFiles } from './files/try-files.ts'
import { createHousekeeping } from './jobs/housekeeping.ts'
import { createMail } from './jobs/mail.ts'
import { openJobs } from './jobs/open-jobs.ts'
import { refuseDemoAccounts } from './modules/accounts/index.ts'
import { createDisputeRechecker, createReconciler } from './modules/checkout/index.ts'
import { createLapseTeller } from './modules/holds/index.ts'
import { createRefunder } from './modules/orders/index.ts'
import { createEventSender } from './modules/payments/index.ts'
import { explainStart } from './shared/start-refusal.ts'
import { startWarnings } from './shared/start-warnings.ts'

try {
  await start()
} catch (error) {
  // oxlint-disable-next-line no-console -- the log may be what did not start
  console.error(explainStart(error))
  process.exit(1)
}

async function start(): Promise<void> {
  const config = readConfig()
  const deps = createDeps(config)
  const { app } = await buildApp(deps)
  const reconciler = createReconciler(deps)
  const disputes = createDisputeRechecker(deps)
  const refunder = createRefunder(deps)
  const paymentEvents = deps.sandbox && createEventSender(deps.sandbox)
  const lapses = createLapseTeller(deps)
  const jobs = openJobs({ ...deps, databaseUrl: config.databaseUrl })
  const housekeeping = createHousekeeping({ ...deps, boss: jobs })
  const mail = createMail(deps, jobs)

  async function startJobs(): Promise<void> {
    await jobs.start()
    await Promise.all([housekeeping.start(), mail.start()])
  }

  async function closeAll(): Promise<void> {
    await Promise.all([
      reconciler.stop(),
      disputes.stop(),
      refunder.stop(),
      paymentEvents?.stop(),
      lapses.stop(),
      jobs.stop({ graceful: true, timeout: 5000 }),
    ])
    await app.close()
  }

  let closing: Promise<void> | undefined
  function close(signal: NodeJS.Signals): void {
    deps.logger.info({ signal }, 'closing')
    closing ??= closeAll()
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

  for (const warning of startWarnings(config)) deps.logger.warn(warning)
  if (config.production) await refuseDemoAccounts(deps.db)
  await app.listen({ host: config.host, port: config.port })
  reconciler.start()
  disputes.start()
  paymentEvents?.start()
  refunder.start()
  lapses.start()
  // Selling goes on without it; a later start will catch up.
  startJobs().catch((error: unknown) =>
    deps.logger.error({ err: error }, 'the background jobs did not start'),
  )
  // The data folder is there, or nothing would be.
  if (config.files.store === 's3')
    tryFiles(deps).catch((error: unknown) =>
      deps.logger.error({ err: error }, 'no ticket can be delivered or fetched until the file store answers'),
    )
}
