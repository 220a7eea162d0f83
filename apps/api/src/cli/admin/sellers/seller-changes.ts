import { terminalActor } from '#api/audit/actor.ts'
import type { Db } from '#api/db/client.ts'
import {
  changedFields,
  decideChange,
  findDuplicatesOfChange,
  lastFour,
  type ChangeDecision,
  type DetailsChange,
  type SellerAccount,
} from '#api/modules/seller-accounts/index.ts'
import { printable } from '#api/shared/text/printable.ts'
import type { ParsedCommand } from '../options.ts'

/** Decides about a change of a seller's details. */
export interface ChangeCommand {
  do: 'decide-change'
  teamId: string
  decision: ChangeDecision
}

/** The time of the request says which change the operator has read. */
export function parseChangeDecision(
  verb: 'approve-change' | 'decline-change',
  { teamId, rest, reason }: { teamId: string; rest: string[]; reason: string | undefined },
): ParsedCommand<ChangeCommand> {
  const [time, ...surplus] = rest
  const since = new Date(time ?? '')
  if (Number.isNaN(since.getTime()) || surplus.length > 0)
    return `seller ${verb} needs the time of the request, as "seller show" prints it`
  if (verb === 'approve-change')
    return { request: { do: 'decide-change', teamId, decision: { do: 'approve', since } }, options: [] }
  if (reason === undefined) return 'seller decline-change needs --reason, which the team reads'
  const decision = { do: 'decline' as const, since, reason }
  return { request: { do: 'decide-change', teamId, decision }, options: ['reason'] }
}

/** What the team wants to change, with other teams that have the new bank account or tax number. */
export async function describeChange(
  db: Db,
  { teamId, details: before }: SellerAccount,
  { details: after, requestedAt }: DetailsChange,
): Promise<string[]> {
  const fields = changedFields(before, after)
  const duplicates = await findDuplicatesOfChange(db, teamId)
  const time = requestedAt.toISOString()
  return [
    '',
    `Change requested at ${time}: ${fields.join(', ')}`,
    `Address      ${printable(addressText(after.address))}`,
    `Tax number   ${printable(after.taxNumber)}`,
    `Bank account ${printable(bankText(after))}`,
    ...duplicates.map(
      ({ teamId: other, teamName, same }) =>
        `Same         ${same.join(', ')}: ${other} ${printable(teamName)}`,
    ),
    ...(duplicates.length === 0 ? ['Same         no other team'] : []),
    `Decide with: seller approve-change ${teamId} ${time}, or seller decline-change ${teamId} ${time} --reason <text>`,
  ]
}

type Details = SellerAccount['details']

export const addressText = ({ line1, line2, city, region, postal_code: code, country }: Details['address']) =>
  [line1, line2, city, region, code, country].filter((part) => part !== '').join(', ')

export const bankText = ({ bankAccount: bank }: Details) =>
  bank ? `${bank.country}, ${bank.holder}, ends in ${lastFour(bank)}` : 'none'

/** Runs the command and returns its output. @throws `seller.no_change`, `seller.newer_change` */
export async function decideDetails(
  deps: Parameters<typeof decideChange>[0],
  { teamId, decision }: ChangeCommand,
): Promise<string> {
  await decideChange(deps, teamId, { decision, actor: terminalActor() })
  return decision.do === 'approve'
    ? `The new details of ${teamId} are in effect. Its owners get an email`
    : `The details of ${teamId} stay as they are. Its owners get an email`
}
