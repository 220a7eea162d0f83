import { formatCount } from '@terrace/domain/tickets/format-count'
import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction, type Tx } from '#api/db/transaction.ts'
import { countEncryptedValues, type EncryptedValues } from '#api/processes/encrypted-values.repo.ts'
import { readDataKeys, removeDataKey } from '#api/processes/processes.repo.ts'
import { reEncrypt } from '#api/processes/re-encrypt.ts'
import { AppError } from '#api/shared/app-error.ts'
import { createFieldCipher, readOrCreateDataKeys } from '#api/shared/crypto/field-cipher.ts'
import { createProgress } from '../progress.ts'
import type { ErrorCode } from '@terrace/contracts/error-codes'
import type { AdminValues, ParsedCommand } from './options.ts'

/** Commands for the keys that encrypt personal data. */
export type DataKeysCommand =
  | { do: 'list' }
  | { do: 're-encrypt' }
  | { do: 'give-up'; id: number; confirmed: number | undefined }

/** Parses what follows `data-keys`; returns an error message if it is invalid. */
export function parseDataKeysCommand(
  [verb, id, ...rest]: string[],
  { confirm }: AdminValues,
): ParsedCommand<DataKeysCommand> {
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (verb === undefined) return { request: { do: 'list' }, options: [] }
  if (verb === 're-encrypt' && id === undefined) return { request: { do: 're-encrypt' }, options: [] }
  if (verb === 're-encrypt') return `unexpected argument: ${id}`
  if (verb !== 'give-up') return 'data-keys is used alone, or with re-encrypt or give-up'
  if (id === undefined || !/^[1-9]\d{0,2}$/.test(id) || Number(id) > 255)
    return 'data-keys give-up needs the number of a key, from 1 to 255'
  if (confirm !== undefined && !/^\d{1,12}$/.test(confirm))
    return '--confirm: must be the number of values that become unreadable'
  return {
    request: {
      do: 'give-up',
      id: Number(id),
      confirmed: confirm === undefined ? undefined : Number(confirm),
    },
    options: ['confirm'],
  }
}

interface DataKeysDeps {
  db: Db
  config: Pick<Config, 'dataKeys' | 'dataFolder'>
}

/**
 * Runs the command and returns its output.
 * @throws `data_key.not_found`, `data_key.unconfirmed`, `data_key.not_in_use`, `data_key.still_needed`
 */
export function manageDataKeys(deps: DataKeysDeps, request: DataKeysCommand): Promise<string> {
  if (request.do === 're-encrypt') return reEncryptValues(deps)
  return inTransaction(deps.db, (tx) => (request.do === 'list' ? listKeys(tx) : giveUp(tx, request)))
}

async function reEncryptValues({ db, config }: DataKeysDeps): Promise<string> {
  const keys = config.dataKeys ?? readOrCreateDataKeys(config.dataFolder)
  const stored = await inTransaction(db, readDataKeys)
  const keyId = keys[0]?.id ?? 0
  if (stored[0]?.id !== keyId)
    throw refusal(
      'data_key.not_in_use',
      409,
      `The processes do not encrypt with key ${keyId} yet. Start all of them with this DATA_ENCRYPTION_KEYS first`,
    )
  const progress = createProgress('encrypted values')
  const { changed, unreadable } = await reEncrypt(
    { db, cipher: createFieldCipher(keys) },
    { keyId, onProgress: (read) => progress.step(read, 0) },
  )
  progress.end()
  if (changed > 0)
    await recordSecurityEvents(db, {
      kind: 'encryption.values_re_encrypted',
      caller: terminalCaller(),
      details: { key: keyId, values: changed },
    })
  return describeReEncryption(db, { keyId, changed, unreadable })
}

async function describeReEncryption(
  db: Db,
  { keyId, changed, unreadable }: { keyId: number; changed: number; unreadable: number },
): Promise<string> {
  const others = (await countEncryptedValues(db)).filter((values) => values.keyId !== keyId)
  const done = `${formatCount(changed)} values are now encrypted with key ${keyId}`
  if (others.length === 0)
    return `${done}, and none needs another one. Older keys can be taken out of DATA_ENCRYPTION_KEYS`
  const keyIds = [...new Set(others.map((values) => values.keyId))].join(', ')
  const reason =
    unreadable > 0
      ? `${formatCount(unreadable)} values cannot be decrypted with the keys of DATA_ENCRYPTION_KEYS.`
      : 'A process still encrypts with an older key: restart all processes and run this again.'
  throw refusal(
    'data_key.still_needed',
    409,
    [`${done}. Still needed: key ${keyIds}. ${reason}`, ...linesOf(others)].join('\n'),
  )
}

async function listKeys(tx: Tx): Promise<string> {
  const keys = await readDataKeys(tx)
  if (keys.length === 0) return 'No process has started with this database yet'
  const values = await countEncryptedValues(tx)
  return keys
    .map(({ id }, index) => {
      const own = values.filter(({ keyId }) => keyId === id)
      return [`key ${id}${index === 0 ? ', which encrypts' : ''}`, ...linesOf(own)].join('\n')
    })
    .join('\n')
}

async function giveUp(
  tx: Tx,
  { id, confirmed }: Extract<DataKeysCommand, { do: 'give-up' }>,
): Promise<string> {
  const keys = await readDataKeys(tx)
  if (!keys.some((key) => key.id === id))
    throw refusal('data_key.not_found', 404, `This database was never used with key ${id}`)
  const values = (await countEncryptedValues(tx)).filter(({ keyId }) => keyId === id)
  const total = values.reduce((sum, { count }) => sum + count, 0)
  if (confirmed !== total)
    throw refusal(
      'data_key.unconfirmed',
      409,
      [
        `Without key ${id} these values can never be read again:`,
        ...linesOf(values),
        `Nothing was changed. To give the key up: npm run admin -- data-keys give-up ${id} --confirm ${total}`,
      ].join('\n'),
    )
  await removeDataKey(tx, id)
  await recordSecurityEvents(tx, {
    kind: 'encryption.key_given_up',
    caller: terminalCaller(),
    details: { key: id, values: total },
  })
  return `Key ${id} is given up; ${formatCount(total)} values stay unreadable. Processes start with a new key, which needs a number that was not used before`
}

function linesOf(values: readonly EncryptedValues[]): string[] {
  if (values.length === 0) return ['  nothing is encrypted with it']
  return values.map(({ what, count }) => `  ${formatCount(count)} ${what}`)
}

function refusal(code: ErrorCode, status: number, title: string): AppError {
  return new AppError(code, { status, title })
}
