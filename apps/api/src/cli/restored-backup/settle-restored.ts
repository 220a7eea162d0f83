import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { readConfig, type Config } from '#api/config/config.ts'
import { openDatabase, type Db } from '#api/db/client.ts'
import { createPayments } from '#api/deps.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { storageKeyOf } from '#api/files/file-store.port.ts'
import { readImbalances } from '#api/modules/ledger/index.ts'
import { withholdWaitingEmails } from '#api/modules/notifications/index.ts'
import { GatewayUnavailable } from '#api/modules/payments/index.ts'
import { settleLostPayments } from './lost-payments.ts'
import {
  readFileNames,
  readLastSeen,
  readRestoredCounts,
  removeAllProcesses,
} from './settle-restored.repo.ts'

/**
 * Prepares a restored database for its first start and prints what it found: whether the ledger balances, which files
 * are missing, what waits for the payment gateway, and which emails are withheld. Returns the exit code.
 */
export async function settleRestored(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      'send-waiting-emails': { type: 'boolean', default: false },
      'return-lost-payments': { type: 'boolean', default: false },
    },
  })
  const config = readConfig()
  const { db } = openDatabase({ url: config.directDatabaseUrl, poolSize: 2 })
  try {
    if (await isInUse(db)) {
      console.error('A server runs on this database. Stop it before you settle a restored database.')
      return 1
    }
    await removeAllProcesses(db)
    const lines = [
      await ledgerLine(db),
      ...(await paymentLines(db, config)),
      ...(await lostPaymentLines(db, config, values['return-lost-payments'])),
      await emailLine(db, values['send-waiting-emails']),
      await filesLine(db, config),
    ]
    for (const line of lines) console.log(`  ${line}`)
    return 0
  } finally {
    await db.destroy()
  }
}

/** A process renews its registration every second, unless the restored time is only seconds ago. */
async function isInUse(db: Db): Promise<boolean> {
  const seen = await readLastSeen(db)
  if (!seen.isRecent) return false
  await pause(2500)
  return (await readLastSeen(db)).at !== seen.at
}

async function ledgerLine(db: Db): Promise<string> {
  const [imbalances, { orders, lastOrderAt }] = await Promise.all([
    readImbalances(db),
    readRestoredCounts(db),
  ])
  const last = lastOrderAt === null ? '' : `, the last of ${lastOrderAt.toISOString()}`
  const state =
    imbalances.length === 0
      ? 'the ledger agrees with them'
      : `the ledger does not agree: ${imbalances.join('; ')}`
  return `ledger     ${formatCount(orders)} orders${last}; ${state}`
}

async function paymentLines(db: Db, { payment }: Config): Promise<string[]> {
  const { openAttempts, pendingRefunds } = await readRestoredCounts(db)
  const waiting =
    openAttempts + pendingRefunds === 0
      ? 'none was in progress'
      : `${openAttempts} purchases and ${pendingRefunds} refunds were in progress; after the start, the gateway is asked how each ended, and none is charged again`
  return [
    `payments   ${waiting}`,
    ...(payment.gateway === 'sandbox' && !payment.access
      ? [
          'payments   the sandbox has those of the time of the backup; copy the folder `sandbox` of the old data folder for later ones',
        ]
      : []),
  ]
}

/** Without a response from the gateway the database is still usable, so that is a line, not an error. */
async function lostPaymentLines(db: Db, config: Config, returnsMoney: boolean): Promise<string[]> {
  // `npm run restore` has no sandbox to ask; its payments are restored with the database.
  if (config.payment.gateway === 'sandbox' && !config.payment.access) return []
  try {
    const { gateway } = createPayments(config)
    return (await settleLostPayments(db, gateway, { returnsMoney })).map((line) => `payments   ${line}`)
  } catch (error) {
    if (!(error instanceof GatewayUnavailable)) throw error
    return [
      'payments   the gateway did not answer, so lost payments are unknown; run `npm run restore:settle` again before the start',
    ]
  }
}

async function emailLine(db: Db, isSending: boolean): Promise<string> {
  if (isSending) return 'emails     those that waited are sent after the start'
  const waiting = await inTransaction(db, withholdWaitingEmails)
  return waiting === 0
    ? 'emails     none waited to be sent'
    : `emails     ${waiting} waited and are withheld, because they may have been sent since; restore with --send-waiting-emails to send them`
}

async function filesLine(db: Db, { files, dataFolder }: Config): Promise<string> {
  const names = await readFileNames(db)
  if (files.store !== 'disk') return `files      ${formatCount(names.length)} are in the bucket`
  const missing = names.filter((name) => !existsSync(join(dataFolder, storageKeyOf(name))))
  if (missing.length === 0)
    return `files      all ${formatCount(names.length)} tickets and documents are present`
  return `files      ${missing.length} of ${names.length} tickets and documents are missing; copy them from the old data folder: ${missing.slice(0, 5).map(storageKeyOf).join(', ')}${missing.length > 5 ? ' …' : ''}`
}
