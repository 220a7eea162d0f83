import { readFile } from 'node:fs/promises'
import { toDecimal } from '@terrace/domain/money/money'
import { terminalActor } from '#api/audit/actor.ts'
import { terminalCaller } from '#api/audit/caller.ts'
import { readConfig } from '#api/config/config.ts'
import { openDatabase } from '#api/db/client.ts'
import { approveAccount, removeAllSecondFactors } from '#api/modules/accounts/index.ts'
import { clearText, setText } from '#api/modules/content/index.ts'
import { registerQuoteOrigin } from '#api/modules/quotes/index.ts'
import {
  relistListing,
  publishListing,
  updateListingAsOperator,
  withdrawListing,
} from '#api/modules/supply/index.ts'
import { AppError } from '#api/shared/app-error.ts'
import { systemClock } from '#api/shared/clock.ts'
import { randomIds } from '#api/shared/ids.ts'
import { printable } from '#api/shared/text/printable.ts'
import { manageAccounts } from './accounts.ts'
import { parseAdmin, type AdminCommand } from './arguments.ts'
import { usage, usageOf } from './usage.ts'
import { manageCatalogue } from './catalogue.ts'
import { printAudit } from './audit.ts'
import { manageDataKeys } from './data-keys.ts'
import { manageEventRequests } from './event-requests.ts'
import { manageHomeContent } from './home-content.ts'
import { readNewListing } from './read-new-listing.ts'
import { manageOrders } from './orders.ts'
import { managePriceRules } from './price-rules.ts'
import { managePersonalData } from './personal-data.ts'
import { manageSellers } from './sellers/sellers.ts'
import { manageResaleRules } from './resale-rules.ts'
import { manageRetention } from './retention.ts'

/** Runs a command of the operator; returns its exit code: 0 success, 1 rejected, 2 usage error. */
export async function runAdmin(args: string[]): Promise<number> {
  const command = parseAdmin(args)
  if (command.name === 'help') {
    console.log(usageOf(command.args))
    return 0
  }
  if (command.name === 'usage-error') {
    console.error(`${command.reason}\n\n${usage}`)
    return 2
  }
  const config = readConfig()
  const { db } = openDatabase({ url: config.directDatabaseUrl, poolSize: 2 })
  try {
    console.log(
      await run({ db, clock: systemClock, ids: randomIds, config, actor: terminalActor() }, command),
    )
    return 0
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    for (const line of explain(error)) console.error(line)
    return 1
  } finally {
    await db.destroy()
  }
}

type Deps = Parameters<typeof publishListing>[0] &
  Parameters<typeof registerQuoteOrigin>[0] &
  Parameters<typeof manageOrders>[0]

async function run(
  deps: Deps,
  command: Exclude<AdminCommand, { name: 'help' | 'usage-error' }>,
): Promise<string> {
  switch (command.name) {
    case 'publish': {
      const { id } = await publishListing(deps, await readNewListing(deps, command.values))
      return `${id} published`
    }
    case 'relist': {
      const { id, version } = await relistListing(deps, command.listingId)
      return `${id} relisted (version ${version})`
    }
    case 'reprice': {
      const { id, price, quantity, version } = await updateListingAsOperator(deps, command)
      return `${id} now has ${quantity} tickets at ${toDecimal(price.minor, 2)} ${price.currency} (version ${version})`
    }
    case 'account':
      return manageAccounts(deps, command.request)
    case 'approve':
      return approve(deps, command)
    case 'remove-second-factors':
      return removeSecondFactors(deps, command.username)
    case 'quote-origin': {
      const team = printable(await registerQuoteOrigin(deps, { ...command, caller: terminalCaller() }))
      return command.origin === null
        ? `Quotes of ${team} now open on the trade site`
        : `Quotes of ${team} now open on ${command.origin} only`
    }
    case 'audit':
      return printAudit(deps.db, command.request)
    case 'data-keys':
      return manageDataKeys(deps, command.request)
    case 'event-requests':
      return manageEventRequests(deps, command.request)
    case 'home-content':
      return manageHomeContent(deps, command.request)
    case 'orders':
      return manageOrders(deps, command.request)
    case 'seller':
      return manageSellers(deps, command.request)
    case 'resale-rules':
      return manageResaleRules(deps, command.request)
    case 'retention':
      return manageRetention(deps, command.request)
    case 'price-rules':
      return managePriceRules(deps, command.request)
    case 'personal-data':
      return managePersonalData(deps, command.request)
    case 'catalogue':
      return manageCatalogue(deps, command.request)
    case 'content-set': {
      const { page: name, file } = command
      const length = await setText(deps, { name, bytes: await readText(file), actor: terminalActor() })
      return `Page "${name}" updated from ${file} (${length} characters)`
    }
    case 'content-reset':
      return (await clearText(deps, { name: command.page, actor: terminalActor() }))
        ? `Page "${command.page}" reset to the default text`
        : `Page "${command.page}" already has the default text`
    case 'withdraw': {
      const { id, version } = await withdrawListing(deps, command.listingId)
      return `${id} withdrawn (version ${version}); existing holds remain`
    }
    default:
      return command satisfies never
  }
}

async function approve(
  deps: Deps,
  { username, isUnverifiedAllowed }: { username: string; isUnverifiedAllowed: boolean },
): Promise<string> {
  const { isEmailVerified } = await approveAccount(deps, {
    username,
    isUnverifiedAllowed,
    caller: terminalCaller(),
  })
  return `${username} can now log in${isEmailVerified ? '' : '; the email address is not confirmed'}`
}

async function removeSecondFactors(deps: Deps, username: string): Promise<string> {
  const removed = await removeAllSecondFactors(deps, { username, caller: terminalCaller() })
  const { passkeys, apps, sessions } = removed
  return `${username}: ${passkeys} passkeys and ${apps} authenticator apps removed, ${sessions} sessions ended. The owner gets an email and logs in with the password`
}

async function readText(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'content.unreadable',
      { status: 422, title: `cannot read ${file}: ${text}` },
      { cause: error },
    )
  }
}

/** One line per invalid field, or the title. */
function explain(error: AppError): string[] {
  const { fields } = error.details
  if (fields === null || typeof fields !== 'object') return [error.title]
  return Object.entries(fields).flatMap(([field, texts]) =>
    (Array.isArray(texts) ? texts : [texts]).map(
      (text) => `--${field.replaceAll('_', '-')}: ${String(text)}`,
    ),
  )
}
