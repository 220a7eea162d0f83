import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import type { ImportDeps } from './import-deps.ts'
import { runImport } from './run-import.ts'

interface ImporterDeps extends ImportDeps {
  logger: { warn(details: object, message: string): void }
}

const intervalMs = 1000

/** Works on uploaded files: teams take turns, and the oldest file of each is first. Several processes may run it. */
export function createInventoryImporter(deps: ImporterDeps): BackgroundLoop {
  let lastTeam: string | undefined
  return createBackgroundLoop({
    intervalMs,
    work: async () => {
      for (;;) {
        const inventoryImport = await runImport(deps, undefined, lastTeam)
        if (!inventoryImport) return
        lastTeam = inventoryImport.teamId
      }
    },
    onError: (error) =>
      deps.logger.warn({ err: error }, 'an inventory import failed and will be tried again'),
  })
}
