import { signUpFields } from '@terrace/contracts/sign-up'
import { isTradableCurrency } from '@terrace/domain/money/currencies'
import { removeInvisible } from '@terrace/domain/text/visible-text'
import { formatCount } from '@terrace/domain/tickets/format-count'
import { z } from 'zod'
import { terminalCaller } from '#api/audit/caller.ts'
import type { Config } from '#api/config/config.ts'
import type { Db } from '#api/db/client.ts'
import {
  addAccount,
  endAllSessions,
  reinstateAccount,
  replacePassword,
  suspendAccount,
} from '#api/modules/accounts/index.ts'
import { addHandoverLink, removeHandoverLink } from '#api/modules/handover/index.ts'
import type { Ids } from '#api/shared/ids.ts'
import type { AdminValues, ParsedCommand } from './options.ts'

const changes = ['suspend', 'reinstate', 'end-sessions', 'replace-password'] as const

/** Commands for accounts. */
export type AccountCommand =
  | { do: 'add'; username: string; account: NewAccount }
  | { do: 'link'; username: string; issuer: string; subject: string }
  | { do: 'unlink'; username: string; issuer: string }
  | { do: (typeof changes)[number]; username: string }

type NewAccount = z.output<typeof newAccount>

const roles = ['operator', 'seller', 'buyer'] as const
const newAccount = z.object({
  role: z.enum(roles, { error: `must be ${roles.join(', ')}` }),
  email: signUpFields.email,
  'first-name': signUpFields.firstname,
  'last-name': signUpFields.lastname,
  team: z.string().overwrite(removeInvisible).trim().min(1).max(100).optional(),
  currency: z
    .string()
    .default('EUR')
    .refine(isTradableCurrency, 'must be a currency that can be traded, such as GBP'),
})

/** Parses what follows `account`; returns an error message if it is invalid. */
export function parseAccountCommand(
  [verb, username, ...rest]: string[],
  values: AdminValues,
): ParsedCommand<AccountCommand> {
  const change = changes.find((each) => each === verb)
  if (verb === 'link' || verb === 'unlink') return parseLinkCommand(verb, [username, ...rest], values)
  if (verb !== 'add' && !change) return `account needs add, link, unlink, ${changes.join(', ')}`
  if (username === undefined || rest.length > 0) return `account ${verb} needs one username`
  if (change) return { request: { do: change, username }, options: [] }
  const name = signUpFields.username.safeParse(username)
  if (!name.success) return `username: ${name.error.issues[0]?.message ?? 'is invalid'}`
  const account = newAccount.safeParse(values)
  if (!account.success)
    return account.error.issues.map(({ path, message }) => `--${path.join('.')}: ${message}`).join('\n')
  return { request: { do: 'add', username, account: account.data }, options: Object.keys(newAccount.shape) }
}

function parseLinkCommand(
  verb: 'link' | 'unlink',
  [username, ...rest]: (string | undefined)[],
  { issuer, subject }: AdminValues,
): ParsedCommand<AccountCommand> {
  if (username === undefined || rest.length > 0) return `account ${verb} needs one username`
  if (issuer === undefined) return `account ${verb} needs --issuer, the id of a site in HANDOVER_ISSUERS`
  if (verb === 'unlink') return { request: { do: verb, username, issuer }, options: ['issuer'] }
  if (subject === undefined) return 'account link needs --subject, the id of the user at that site'
  return { request: { do: verb, username, issuer, subject }, options: ['issuer', 'subject'] }
}

interface AccountDeps {
  db: Db
  ids: Ids
  config: Pick<Config, 'tradeOrigins' | 'port' | 'handover'>
}

/** Runs the command and returns its output. @throws `account.not_found`, `account.taken` and others */
export async function manageAccounts(deps: AccountDeps, request: AccountCommand): Promise<string> {
  const { username } = request
  const caller = terminalCaller()
  // Without a trade site, the server of this machine is one.
  const siteOrigin = deps.config.tradeOrigins[0] ?? `http://localhost:${deps.config.port}`
  switch (request.do) {
    case 'add': {
      const { role, email, team, currency, 'first-name': firstName, 'last-name': lastName } = request.account
      const added = await addAccount(deps, {
        username,
        email,
        firstName,
        lastName,
        role,
        teamName: team ?? `${firstName} ${lastName}`,
        baseCurrency: currency,
        siteOrigin,
        caller,
      })
      return `${username} is added as ${role}. Its password is set once, within an hour, at\n${added.link}`
    }
    case 'link':
      await addHandoverLink(deps, { ...request, caller })
      return `${username} is linked: this user of ${request.issuer} opens it`
    case 'unlink':
      await removeHandoverLink(deps, { ...request, caller })
      return `${username} is no longer linked with ${request.issuer}`
    case 'suspend':
      return `${username} is suspended; ${sessionsText(await suspendAccount(deps, { username, caller }))}`
    case 'reinstate':
      await reinstateAccount(deps, { username, caller })
      return `${username} can log in again`
    case 'end-sessions':
      return `${username}: ${sessionsText(await endAllSessions(deps, { username, caller }))}`
    case 'replace-password': {
      const { sessions, link } = await replacePassword(deps, { username, siteOrigin, caller })
      return `The password of ${username} no longer works; ${sessionsText(sessions)}. A new one is set once, within an hour, at\n${link}`
    }
    default:
      return request satisfies never
  }
}

const sessionsText = (count: number) =>
  count === 1 ? '1 session ended' : `${formatCount(count)} sessions ended`
