import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { serverCaller } from '#api/audit/caller.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { claimFiles } from '#api/files/unclaimed-files.repo.ts'
import { recordEvents } from '#api/outbox/outbox.repo.ts'
import { createBackgroundLoop, type BackgroundLoop } from '#api/shared/concurrency/background-loop.ts'
import { findExported } from '../export/account-files.repo.ts'
import { accountZip, type ZipDeps } from '../export/account-zip.ts'
import { partName, storeParts } from './encrypted-parts.ts'
import {
  claimExport,
  delayExport,
  extendLease,
  failExport,
  finishExport,
  type ExportAttempt,
} from './running-exports.repo.ts'

export interface RunExportsDeps extends ZipDeps {
  outbox: { wake(): void }
  logger: ZipDeps['logger'] & { error(details: object, message: string): void }
}

const intervalMs = 3000
const maxAttempts = 5
const renewEveryMs = 30_000

/** The attempt goes on elsewhere, or not at all. */
class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Creates the requested exports one after the other and returns how many ended. Safe to run in several processes. */
export async function runExports(deps: RunExportsDeps, signal?: AbortSignal): Promise<number> {
  let ended = 0
  while (signal?.aborted !== true) {
    const attempt = await claimExport(deps.db, crypto.randomUUID())
    if (!attempt) break
    await runAttempt(deps, attempt, signal)
    ended += 1
  }
  return ended
}

/** Looks for requested exports every few seconds. A killed process leaves a lease that ends after three minutes. */
export function createAccountExporter(deps: RunExportsDeps): BackgroundLoop {
  const stopping = new AbortController()
  const loop = createBackgroundLoop({
    intervalMs,
    work: () => runExports(deps, stopping.signal),
    onError: (error) => deps.logger.warn({ err: error }, 'looking for requested exports failed'),
  })
  return {
    start: () => loop.start(),
    async stop() {
      stopping.abort()
      await loop.stop()
    },
  }
}

async function runAttempt(deps: RunExportsDeps, attempt: ExportAttempt, signal?: AbortSignal): Promise<void> {
  const { db, logger } = deps
  try {
    await exportOnce(deps, attempt, signal)
  } catch (error) {
    if (error instanceof Interrupted) return await delayExport(db, attempt, { isCounted: false })
    const details = { err: error, exportId: attempt.id }
    if (attempt.attempts < maxAttempts) {
      logger.warn(details, 'export delayed; will retry')
      return await delayExport(db, attempt, { isCounted: true })
    }
    logger.error(details, 'export failed')
    await failExport(db, attempt)
  }
}

async function exportOnce(deps: RunExportsDeps, attempt: ExportAttempt, signal?: AbortSignal): Promise<void> {
  const { db } = deps
  const { id, accountId, fileId } = attempt
  const account = await findExported(db, { id: accountId })
  if (!account) return await failExport(db, attempt)
  const renew = async () => {
    if (signal?.aborted === true || !(await extendLease(db, attempt))) throw new Interrupted()
  }
  const chunks = renewing(accountZip(deps, account, { withTeam: false }), renew, signal)
  const stored = await storeParts(deps, { id, fileId, chunks }, renew)
  await inTransaction(db, async (tx) => {
    if (!(await finishExport(tx, attempt, stored))) throw new Interrupted()
    await claimFiles(
      tx,
      Array.from({ length: stored.parts }, (_, part) => partName(fileId, part)),
    )
    await recordSecurityEvents(tx, {
      kind: 'privacy.account_exported',
      caller: serverCaller,
      accountId,
      teamId: account.teamId,
      details: { with_team: false },
    })
    await recordEvents(tx, [
      {
        topic: 'account.security_changed',
        subject: accountId,
        payload: { accountId, change: 'data_export_ready' },
      },
    ])
  })
  deps.outbox.wake()
}

/** Renews the lease while chunks arrive, because small files fill a part slowly. */
async function* renewing(
  chunks: AsyncIterable<Uint8Array>,
  renew: () => Promise<void>,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  let renewedAt = performance.now()
  for await (const chunk of chunks) {
    if (signal?.aborted === true || performance.now() - renewedAt > renewEveryMs) {
      await renew()
      renewedAt = performance.now()
    }
    yield chunk
  }
}
