import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import { findClosedAccounts } from '#api/modules/accounts/index.ts'
import {
  erasePersonalData,
  erasePerson,
  exportAccount,
  exportPerson,
  planErasure,
  type ErasurePlan,
} from '#api/modules/privacy/index.ts'
import { AppError, invalidInput } from '#api/shared/app-error.ts'
import { systemClock } from '#api/shared/clock.ts'
import { createLogger } from '#api/shared/logger.ts'
import { printable } from '#api/shared/text/printable.ts'
import { createFieldCipher, readOrCreateDataKeys, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for requests of people about their data. */
export type PersonalDataCommand =
  | { do: 'export'; email: string }
  | { do: 'export-account'; username: string; file: string; withTeam: boolean }
  | { do: 'erase'; email: string; isDryRun: boolean }
  | { do: 'erase-account'; username: string }

const emailAddress = z.string().trim().pipe(z.email())

/** Parses what follows `personal-data`; returns an error message if it is invalid. */
export function parsePersonalDataCommand(
  [verb, ...rest]: string[],
  values: AdminValues,
): ParsedCommand<PersonalDataCommand> {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (verb !== 'export' && verb !== 'erase') return 'personal-data needs export or erase'
  if (verb === 'erase' && values.account !== undefined)
    return { request: { do: 'erase-account', username: values.account }, options: ['account'] }
  if (values.account !== undefined)
    return values.file === undefined
      ? '--file: name the ZIP file to write, such as ada.zip'
      : {
          request: {
            do: 'export-account',
            username: values.account,
            file: values.file,
            withTeam: values['with-team'] ?? false,
          },
          options: ['account', 'file', 'with-team'],
        }
  const email = emailAddress.safeParse(values.email)
  if (!email.success) return '--email: must be the address of the person, such as ada@example.com'
  return verb === 'export'
    ? { request: { do: 'export', email: email.data }, options: ['email'] }
    : {
        request: { do: 'erase', email: email.data, isDryRun: values['dry-run'] ?? false },
        options: ['email', 'dry-run'],
      }
}

interface PersonalDataDeps {
  db: Db
  config: Config
}

/**
 * Runs the command and returns its output.
 * @throws `privacy.still_needed` with the reasons, `privacy.account_open`, `account.not_found`
 */
export async function managePersonalData(
  { db, config }: PersonalDataDeps,
  request: PersonalDataCommand,
): Promise<string> {
  if (request.do === 'erase-account') return await eraseAccount(db, request.username)
  const fieldCipher = createFieldCipher(config.dataKeys ?? readOrCreateDataKeys(config.dataFolder))
  const deps = { db, fieldCipher }
  if (request.do === 'export-account') return await writeAccount({ ...deps, config }, request)
  const { email } = request
  if (request.do === 'export')
    return JSON.stringify(await exportPerson(deps, { email, caller: terminalCaller() }), null, 2)
  if (request.isDryRun) return described(await planErasure(deps, email), 'Would be erased')
  return described(await erasePerson(deps, { email, caller: terminalCaller() }), 'Erased')
}

async function writeAccount(
  { config, ...deps }: Pick<PersonalDataDeps, 'db' | 'config'> & { fieldCipher: FieldCipher },
  { username, file, withTeam }: { username: string; file: string; withTeam: boolean },
): Promise<string> {
  // Loads the adapters of the file store only when they are needed.
  const { createFileStore } = await import('#api/deps.ts')
  const { createEventCache, createRates, createStockPricer } = await import('#api/modules/listings/index.ts')
  const files = createFileStore(config, ({ call, reason }) =>
    console.error(`The file store failed to ${call} a file: ${reason}`),
  )
  const clock = systemClock
  const logger = createLogger(config.logLevel)
  const documents = {
    clock,
    logger,
    config,
    rates: createRates({ db: deps.db, clock }),
    pricer: createStockPricer(config),
    // A short command needs no news.
    eventCache: createEventCache({ db: deps.db, clock, outbox: { onNotice: () => {} } }),
  }
  const chunks = exportAccount(
    { ...deps, ...documents, files },
    { username, withTeam, caller: terminalCaller() },
  )
  try {
    // Never overwrites, and only the operator may read it.
    await pipeline(chunks, createWriteStream(file, { flags: 'wx', mode: 0o600 }))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw invalidInput({ file: [`${file} exists; name a new file`] })
  }
  return `${file} has the data of ${username}`
}

async function eraseAccount(db: Db, username: string): Promise<string> {
  const ids = await findClosedAccounts(db, username)
  if (ids.length === 0)
    throw new AppError('account.not_found', {
      status: 404,
      title: `no closed account was called ${username}`,
    })
  let kept = 0
  for (const accountId of ids)
    kept += await erasePersonalData({ db }, { accountId, caller: terminalCaller() })
  return `${username} erased; ${kept} orders stay under a pseudonym`
}

function described({ goes, stays, refusals }: ErasurePlan, title: string): string {
  const part = (head: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [head, ...lines.map((line) => printable(`  ${line}`))]
  return [
    ...(refusals.length > 0 ? part('Refused now', refusals) : []),
    ...part(title, goes.length === 0 ? ['nothing'] : goes),
    ...part('Stays', stays),
  ].join('\n')
}
