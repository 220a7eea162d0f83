import { readPostmaster } from '../../tools/launch/database/postmaster-file.ts'
import { endProcess } from '../../tools/launch/processes/process-identity.ts'
import { UserError } from '../../tools/launch/user-error.ts'

/**
 * Stops the PostgreSQL that runs on a data folder, if any: each signal with the milliseconds to wait for its effect.
 * @throws UserError if it still runs after the last one, so that data in use are not moved or deleted
 */
export async function stopPostgres(
  dataFolder: string,
  signals: readonly (readonly [NodeJS.Signals, number])[],
): Promise<void> {
  const postmaster = readPostmaster(dataFolder)
  if (!postmaster) return
  for (const [signal, waitMs] of signals) if (await endProcess(postmaster.identity, signal, waitMs)) return
  throw new UserError(
    `PostgreSQL (pid ${postmaster.identity.pid}) does not end and still uses ${dataFolder}. Nothing was deleted or moved. End it, then run the command again.`,
  )
}
