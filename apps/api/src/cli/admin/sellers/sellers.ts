import { parseDecimal, toDecimal } from '@terrace/domain/money/money'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { applicationStates } from '@terrace/domain/sellers/seller-application'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { writeFile } from 'node:fs/promises'
import { terminalActor } from '#api/audit/actor.ts'
import { recordChanges } from '#api/audit/record-changes.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import {
  decideSeller,
  findDocuments,
  findDuplicates,
  findSellerAccount,
  listApplications,
  readDocument,
  readLimitUse,
  type Decision,
  type SellerAccount,
} from '#api/modules/seller-accounts/index.ts'
import { relistSuspended, withdrawSuspended } from '#api/modules/supply/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { createFieldCipher, readOrCreateDataKeys, type FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import type { Clock } from '#api/shared/clock.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { AdminValues, ParsedCommand } from '../options.ts'
import { parseSharedSeats, reportSharedSeats, type SharedSeatsCommand } from './shared-seats.ts'
import {
  addressText,
  bankText,
  decideDetails,
  describeChange,
  parseChangeDecision,
  type ChangeCommand,
} from './seller-changes.ts'

/** Commands for sellers and their applications. */
export type SellerCommand =
  | { do: 'list'; state: string | undefined }
  | { do: 'show'; teamId: string }
  | { do: 'document'; teamId: string; id: string; file: string }
  | { do: 'decide'; teamId: string; decision: Decision }
  | ChangeCommand
  | SharedSeatsCommand

const verbs = [
  'show',
  'document',
  'approve',
  'decline',
  'ask',
  'approve-change',
  'decline-change',
  'limits',
  'suspend',
  'resume',
] as const

type Parsed = ParsedCommand<SellerCommand>

/** Parses what follows `seller`; returns an error message if it is invalid. */
export function parseSellerCommand([verb, teamId, ...rest]: string[], values: AdminValues): Parsed {
  if (verb === 'list') return parseList(teamId, values)
  if (verb === 'shared-seats') return parseSharedSeats(teamId, values)
  const known = verbs.find((each) => each === verb)
  if (!known) return `seller needs list, shared-seats, ${verbs.join(', ')}`
  if (teamId === undefined || !teamId.startsWith('tm_'))
    return `seller ${known} needs a team id, such as tm_4fG7…`
  if (known === 'document') return parseDocument(teamId, rest, values)
  if (known === 'approve-change' || known === 'decline-change')
    return parseChangeDecision(known, { teamId, rest, reason: values.reason })
  if (rest.length > 0) return `unexpected argument: ${rest.join(' ')}`
  if (known === 'show') return { request: { do: 'show', teamId }, options: [] }
  const decided = parseDecision(known, values)
  if (typeof decided === 'string') return decided
  const { decision, options } = decided
  return { request: { do: 'decide', teamId, decision }, options }
}

function parseList(surplus: string | undefined, { state }: AdminValues): Parsed {
  if (surplus !== undefined) return `unexpected argument: ${surplus}`
  const isKnown = state === undefined || applicationStates.some((each) => each === state)
  return isKnown
    ? { request: { do: 'list', state }, options: ['state'] }
    : `--state: must be one of ${applicationStates.join(', ')}`
}

function parseDocument(teamId: string, [id, ...rest]: string[], { file }: AdminValues): Parsed {
  if (id === undefined || rest.length > 0) return 'seller document needs a team id and a document id'
  if (file === undefined) return 'seller document needs --file, the new file to write'
  return { request: { do: 'document', teamId, id, file }, options: ['file'] }
}

type ReadDecision = { decision: Decision; options: string[] }

function parseDecision(verb: Decision['do'], values: AdminValues): ReadDecision | string {
  const { reason, text } = values
  switch (verb) {
    case 'approve':
    case 'limits': {
      const limits = parseLimits(values)
      return typeof limits === 'string'
        ? limits
        : { decision: { do: verb, limits }, options: ['exposure', 'currency', 'unconfirmed'] }
    }
    case 'decline': {
      if (reason === undefined) return 'seller decline needs --reason, which the team reads'
      const mayApplyAgain = values.final !== true
      return { decision: { do: verb, reason, mayApplyAgain }, options: ['reason', 'final'] }
    }
    case 'ask':
      if (text === undefined) return 'seller ask needs --text, which the team reads'
      return { decision: { do: verb, text }, options: ['text'] }
    case 'suspend':
      if (reason === undefined) return 'seller suspend needs --reason, which the team reads'
      return { decision: { do: verb, reason }, options: ['reason'] }
    case 'resume':
      return { decision: { do: verb }, options: [] }
    default:
      return verb satisfies never
  }
}

/** Both limits must be stated, so that none is forgotten; `none` removes one. */
function parseLimits({ exposure, currency, unconfirmed }: AdminValues) {
  if (exposure === undefined || unconfirmed === undefined)
    return 'needs --exposure <amount or none> and --unconfirmed <number or none>'
  const amount = exposure === 'none' ? null : parseDecimal(exposure, 2)
  if (amount && !amount.ok) return '--exposure: must be an amount with at most two decimals, or none'
  if (amount && (currency === undefined || !isTradableCurrency(currency)))
    return '--currency: must be a currency that can be traded, such as GBP'
  if (unconfirmed !== 'none' && !/^\d{1,6}$/.test(unconfirmed))
    return '--unconfirmed: must be a whole number, or none'
  return {
    exposureLimitMinor: amount && amount.ok ? amount.minor : null,
    exposureCurrency: amount ? (currency ?? null) : null,
    undeliveredLimit: unconfirmed === 'none' ? null : Number(unconfirmed),
  }
}

interface SellerDeps {
  db: Db
  clock: Clock
  config: Config
}

/** Runs the command and returns its output. @throws `seller.not_found`, `seller.wrong_state` and others */
export async function manageSellers(deps: SellerDeps, request: SellerCommand): Promise<string> {
  switch (request.do) {
    case 'list':
      return list(deps.db, request.state)
    case 'show':
      return show(deps, request.teamId)
    case 'document':
      return saveDocument(deps, request)
    case 'decide':
      return decide(deps, request)
    case 'shared-seats':
      return reportSharedSeats(deps, request)
    case 'decide-change':
      return decideDetails({ ...deps, fieldCipher: cipherOf(deps.config) }, request)
    default:
      return request satisfies never
  }
}

async function list(db: Db, state: string | undefined): Promise<string> {
  const found = await listApplications(db, state)
  if (found.length === 0) return 'No applications'
  return found
    .map(({ teamId, teamName, state: now, submittedAt, isSuspended, hasChange }) =>
      [
        teamId,
        `${isSuspended ? 'suspended' : now.replaceAll('_', ' ')}${hasChange ? ', change of details' : ''}`,
        submittedAt?.toISOString() ?? '-',
        printable(teamName),
      ].join('  '),
    )
    .join('\n')
}

async function show({ db, clock, config }: SellerDeps, teamId: string): Promise<string> {
  const fieldCipher = cipherOf(config)
  const account = await findSellerAccount(db, fieldCipher, teamId)
  if (!account) throw notFound()
  const currency = account.exposureCurrency ?? 'EUR'
  const [documents, duplicates, use] = await Promise.all([
    findDocuments(db, teamId),
    findDuplicates(db, teamId),
    readLimitUse(db, { teamId, currency, now: clock.now() }),
  ])
  const { companyName, categories, address, taxNumber } = account.details
  const change = account.change && (await describeChange(db, account, account.change))
  return [
    `${teamId}: ${account.state.replaceAll('_', ' ')}${account.suspendedAt ? ', suspended' : ''}`,
    `Company      ${printable(companyName)}`,
    `Address      ${printable(addressText(address))}`,
    `Tax number   ${printable(taxNumber)}`,
    `Bank account ${printable(bankText(account.details))}`,
    `Categories   ${categories.join(', ')}`,
    `Terms        ${termsText(account)}`,
    `Limits       ${limitsText(account)}`,
    `In use       ${toDecimal(use.exposureMinor, 2)} ${currency}; ${use.undelivered} sales without delivered tickets`,
    ...(account.operatorNote === null ? [] : [`Note         ${printable(account.operatorNote)}`]),
    ...(account.suspensionReason === null ? [] : [`Suspended    ${printable(account.suspensionReason)}`]),
    ...documents.map(
      ({ id, name, bytes }) => `Document     ${id}  ${printable(name)}  ${formatCount(bytes)} bytes`,
    ),
    ...duplicates.map(
      ({ teamId: other, teamName, same }) =>
        `Same         ${same.join(', ')}: ${other} ${printable(teamName)}`,
    ),
    ...(duplicates.length === 0 ? ['Same         no other team'] : []),
    ...(change ?? []),
  ].join('\n')
}

const termsText = ({ agreedTerms: terms }: SellerAccount): string =>
  terms === null ? 'not agreed' : `version ${terms.version}, agreed ${terms.agreedAt.toISOString()}`

function limitsText({
  exposureLimitMinor: limit,
  exposureCurrency,
  undeliveredLimit,
}: SellerAccount): string {
  const exposure =
    limit === null ? 'no limit of exposure' : `${toDecimal(limit, 2)} ${exposureCurrency ?? ''}`
  return `${exposure}; ${undeliveredLimit === null ? 'no limit of sales without delivered tickets' : `${undeliveredLimit} sales without delivered tickets`}`
}

async function saveDocument(
  { db, config }: SellerDeps,
  { teamId, id, file }: { teamId: string; id: string; file: string },
): Promise<string> {
  // Loaded here: the other commands need no adapters.
  const { createFileStore } = await import('#api/deps.ts')
  const files = createFileStore(config, ({ call, reason }) =>
    console.error(`file storage: ${call}: ${reason}`),
  )
  const document = await readDocument({ db, files, fieldCipher: cipherOf(config) }, { teamId, id })
  await inTransaction(db, (tx) =>
    recordChanges(tx, terminalActor(), {
      kind: 'seller.document_read',
      teamId,
      details: { document_id: id },
    }),
  )
  // Never over an existing file, and readable by the operator alone.
  await writeFile(file, document.bytes, { flag: 'wx', mode: 0o600 })
  return `${printable(document.name)} (${document.contentType}) written to ${file}`
}

async function decide(
  deps: SellerDeps,
  { teamId, decision }: { teamId: string; decision: Decision },
): Promise<string> {
  const fieldCipher = cipherOf(deps.config)
  const isContinued = decision.do === 'suspend' && (await isSuspended(deps.db, teamId, fieldCipher))
  if (!isContinued) await decideSeller({ ...deps, fieldCipher }, teamId, { decision, actor: terminalActor() })
  switch (decision.do) {
    case 'approve':
      return `${teamId} may sell now. Its owners get an email`
    case 'decline':
      return `${teamId} is declined${decision.mayApplyAgain ? ' and may apply again' : ''}. Its owners get an email`
    case 'ask':
      return `${teamId} is asked for information. Its owners get an email`
    case 'limits':
      return `Limits of ${teamId} are changed. Its owners get an email`
    case 'suspend': {
      const count = await withdrawSuspended(deps, teamId)
      return `${teamId} is suspended; ${formatCount(count)} listings left the market. Holds and unpaid orders are honoured`
    }
    case 'resume':
      return `${teamId} sells again; ${formatCount(await relistSuspended(deps, teamId))} listings were put back`
    default:
      return decision satisfies never
  }
}

/** An interrupted suspension is continued by the same command. */
async function isSuspended(db: Db, teamId: string, fieldCipher: FieldCipher): Promise<boolean> {
  const account = await findSellerAccount(db, fieldCipher, teamId)
  return account !== undefined && account.suspendedAt !== null
}

const cipherOf = (config: Config): FieldCipher =>
  createFieldCipher(config.dataKeys ?? readOrCreateDataKeys(config.dataFolder))

function notFound(): AppError {
  return new AppError('seller.not_found', {
    status: 404,
    title: 'This team has no application, no limits and is not suspended',
  })
}
