import { readFile } from 'node:fs/promises'
import { toDecimal } from '@terrace/domain/money'
import { terminalCaller } from '../audit/caller.ts'
import { readConfig } from '../config.ts'
import { openDatabase } from '../db/client.ts'
import { approveAccount } from '../modules/accounts/index.ts'
import { clearText, setText } from '../modules/content/index.ts'
import { registerQuoteOrigin } from '../modules/quotes/index.ts'
import { publishAgain, publishListing, reviseListing, withdrawListing } from '../modules/supply/index.ts'
import { AppError } from '../shared/app-error.ts'
import { systemClock } from '../shared/clock.ts'
import { randomIds } from '../shared/ids.ts'
import { parseAdmin, usage, type AdminCommand } from './admin-arguments.ts'
import { printAudit } from './admin-audit.ts'
import { curate } from './admin-curate.ts'
import { readOffer } from './admin-offer.ts'
import { tendOrders } from './admin-orders.ts'
import { decideAsSandboxBank } from './admin-sandbox-bank.ts'
import { refuseStart } from './refuse-start.ts'
import { decideUnmatched } from './admin-unmatched.ts'

process.exitCode = await main(process.argv.slice(2)).catch(refuseStart)

async function main(args: string[]): Promise<number> {
  const command = parseAdmin(args)
  if (command.name === 'help') {
    console.log(usage)
    return 0
  }
  if (command.name === 'refused') {
    console.error(`${command.reason}\n\n${usage}`)
    return 2
  }
  const config = readConfig()
  const { db } = openDatabase({ url: config.databaseUrl, poolSize: 2 })
  try {
    console.log(await run({ db, clock: systemClock, ids: randomIds, config }, command))
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
  Parameters<typeof tendOrders>[0]

async function run(
  deps: Deps,
  command: Exclude<AdminCommand, { name: 'help' | 'refused' }>,
): Promise<string> {
  switch (command.name) {
    case 'publish-new': {
      const { id } = await publishListing(deps, await readOffer(deps, command.values))
      return `${id} is published`
    }
    case 'publish-again': {
      const { id, version } = await publishAgain(deps, command.listingId)
      return `${id} is published again (version ${version})`
    }
    case 'reprice': {
      const { id, price, quantity, version } = await reviseListing(deps, command)
      return `${id} now has ${quantity} tickets at ${toDecimal(price.minor, 2)} ${price.currency} (version ${version})`
    }
    case 'approve':
      return approve(deps, command)
    case 'quote-origin': {
      const team = await registerQuoteOrigin(deps, { ...command, caller: terminalCaller() })
      return command.origin === null
        ? `Quotes of ${team} are shown on the trade site`
        : `Quotes of ${team} are shown on ${command.origin}, and no others`
    }
    case 'audit':
      return printAudit(deps.db, command.wish)
    case 'curate':
      return curate(deps, command.wish)
    case 'orders':
      return tendOrders(deps, command.wish)
    case 'sandbox-bank':
      return decideAsSandboxBank(deps.config, command.wish)
    case 'unmatched':
      return decideUnmatched(deps, command.wish)
    case 'content-set': {
      const { page: name, file } = command
      const length = await setText(deps, { name, bytes: await readText(file) })
      return `The page "${name}" now shows ${file} (${length} characters)`
    }
    case 'content-clear':
      return (await clearText(deps, command.page))
        ? `The page "${command.page}" shows its first text again`
        : `The page "${command.page}" shows its first text already`
    default: {
      const { id, version } = await withdrawListing(deps, command.listingId)
      return `${id} is withdrawn (version ${version}); what is held stays held`
    }
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
  return `${username} may log in now${isEmailVerified ? '' : '; the email address is not confirmed'}`
}

async function readText(file: string): Promise<Uint8Array> {
  try {
    return await readFile(file)
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error)
    throw new AppError(
      'content.unreadable',
      { status: 422, title: `${file} cannot be read: ${text}` },
      { cause: error },
    )
  }
}

/** One line for each field that is wrong, else the title. */
function explain(error: AppError): string[] {
  const { fields } = error.details
  if (fields === null || typeof fields !== 'object') return [error.title]
  return Object.entries(fields).flatMap(([field, texts]) =>
    (Array.isArray(texts) ? texts : [texts]).map(
      (text) => `--${field.replaceAll('_', '-')}: ${String(text)}`,
    ),
  )
}
