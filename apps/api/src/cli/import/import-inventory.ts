import { createReadStream } from 'node:fs'
import { appendFile, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { terminalActor } from '#api/audit/actor.ts'
import { readConfig } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import {
  applyInventoryImport,
  confirmInventoryWithdrawals,
  findInventoryImport,
  findProfileVersion,
  readHeldEvents,
  readImportReasons,
  readInventoryProfiles,
  receiveInventoryFile,
  runInventoryImport,
  workingImportStates,
  writeInventoryResult,
  type InventoryImport,
  type InventoryImportDeps,
} from '#api/modules/inventory-imports/index.ts'
import { createFieldCipher, readOrCreateDataKeys } from '#api/shared/crypto/field-cipher.ts'
import { systemClock } from '#api/shared/clock.ts'
import { randomIds } from '#api/shared/ids.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { ImportCommand } from './arguments.ts'

type InventoryCommand = Extract<ImportCommand, { verb: 'inventory' }>

const pollMs = 250
const shownEvents = 20

/** Reads a seller's file and reports what it would do; with `--apply`, does it. Returns the exit code. */
export async function importInventory(db: Db, { file, options, result }: InventoryCommand): Promise<number> {
  const deps = await openDeps(db)
  const profiles = await readInventoryProfiles(db, options.teamId)
  const profile = profiles.find(({ id, name }) => id === options.profile || name === options.profile)
  if (!profile) {
    const names = printable(profiles.map(({ name }) => name).join(', '))
    console.error(`--profile: the team has no profile ${options.profile}. Its profiles: ${names || 'none'}`)
    return 2
  }
  const source = await stat(file).catch(() => undefined)
  if (!source?.isFile()) {
    console.error(`cannot read ${file}: not a file`)
    return 2
  }
  const received = await receiveInventoryFile(deps, {
    teamId: options.teamId,
    profileId: profile.id,
    fileName: basename(file),
    madeAt: source.mtime,
    eventId: options.eventId,
    actor: terminalActor(),
    chunks: createReadStream(file),
  })
  let job = await work(deps, received.id)
  await report(db, job)
  if (job.state === 'previewed' && options.isApplied) {
    job = await apply(deps, job, options.withdrawals)
    if (job.state === 'previewed') return 1
    await report(db, job)
  }
  if (result !== undefined) await saveResult(deps, job, result)
  return job.state === 'done' || (job.state === 'previewed' && !options.isApplied) ? 0 : 1
}

async function openDeps(db: Db): Promise<InventoryImportDeps> {
  const { createFileStore } = await import('#api/deps.ts')
  const config = readConfig()
  const files = createFileStore(config, ({ call, reason }) =>
    console.error(`file store: ${call} failed: ${reason}`),
  )
  const fieldCipher = createFieldCipher(config.dataKeys ?? readOrCreateDataKeys(config.dataFolder))
  return { db, files, clock: systemClock, ids: randomIds, fieldCipher }
}

/** Works until a person must decide. A running server may do the work instead. */
async function work(deps: InventoryImportDeps, importId: string): Promise<InventoryImport> {
  for (;;) {
    await runInventoryImport(deps, importId)
    const job = await findInventoryImport(deps.db, importId)
    if (!job) throw new Error(`the import ${importId} does not exist`)
    if (!workingImportStates.includes(job.state)) return job
    await wait(pollMs)
  }
}

async function apply(
  deps: InventoryImportDeps,
  job: InventoryImport,
  withdrawals: number | 'keep' | undefined,
): Promise<InventoryImport> {
  const of = { teamId: job.teamId, importId: job.id }
  if (withdrawals !== undefined && (job.counts.withdrawn ?? 0) > 0) {
    const choice = withdrawals === 'keep' ? { keep: true as const } : { count: withdrawals }
    await confirmInventoryWithdrawals(deps, { ...of, choice })
  } else if (job.withdrawals === 'guarded') {
    const count = job.counts.withdrawn ?? 0
    console.error(
      `The file withdraws ${formatCount(count)} of ${formatCount(job.liveBefore)} listings. Nothing was changed: confirm with --withdraw ${count}, or use --keep`,
    )
    return job
  }
  await applyInventoryImport(deps, { ...of, actor: terminalActor() })
  return work(deps, job.id)
}

async function report(db: Db, job: InventoryImport): Promise<void> {
  const { counts } = job
  const names = [
    'new',
    'changed',
    'unchanged',
    'withdrawn',
    'held',
    'skipped',
    'invalid',
    'written',
    'rejected',
  ] as const
  const shown = names
    .filter((name) => (counts[name] ?? 0) > 0)
    .map((name) => `${formatCount(counts[name] ?? 0)} ${name}`)
  console.log(
    `${job.id}: ${formatCount(job.rowsRead)} rows, ${job.state.replaceAll('_', ' ')}: ${shown.join(', ') || 'nothing to do'}`,
  )
  if (job.problem !== null) console.error(printable(job.problem))
  const held = await readHeldEvents(db, job.id, { limit: shownEvents, offset: 0 })
  for (const { named, rows, firstLine, candidates } of held.events) {
    const [likely] = candidates
    const hint = likely ? `; perhaps event ${likely.eventId}, ${likely.title} (${likely.score} %)` : ''
    console.log(
      printable(
        `  held: ${formatCount(rows)} rows from line ${firstLine}: ${named.name} on ${named.day ?? 'no date'}${hint}`,
      ),
    )
  }
  for (const { message, rows } of await readImportReasons(db, job.id))
    console.log(printable(`  ${formatCount(rows)} rows: ${message}`))
}

async function saveResult(deps: InventoryImportDeps, job: InventoryImport, path: string): Promise<void> {
  const profile = await findProfileVersion(deps.db, job.profileId, job.profileVersion)
  if (!profile) throw new Error(`the import ${job.id} has no profile`)
  // Names and prices of the seller: readable by the operator alone.
  await writeFile(path, '', { mode: 0o600 })
  for (let after: number | null = 0; after !== null;) {
    const part = await writeInventoryResult(deps, job, profile, { after, withMoney: true })
    await appendFile(path, part.csv)
    after = part.next === null ? null : Number(part.next)
  }
}
