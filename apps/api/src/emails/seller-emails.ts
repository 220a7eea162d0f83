import { toDecimal } from '@terrace/domain/money/money'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { findRecipient, readOperators } from '#api/modules/accounts/index.ts'
import {
  applicationSubmittedEmail,
  bankAccountChangedEmail,
  sellerChangedEmail,
} from '#api/modules/notifications/index.ts'
import { findSellerAccount, lastFour, type SellerAccount } from '#api/modules/seller-accounts/index.ts'
import { readTeamContact } from '#api/modules/teams/index.ts'
import { sellerChanges } from '#api/outbox/domain-events.ts'

const teamPayload = z.object({ teamId: z.string() })
const ownerPayload = z.object({ accountId: z.string(), teamId: z.string() })
const changePayload = ownerPayload.extend({ change: z.enum(sellerChanges) })

/** Emails about applications to sell, limits, suspensions and bank accounts. */
export function sellerEmails(deps: Deps, linkTo: (path: string) => string | undefined) {
  const { db, fieldCipher } = deps
  const { brand } = deps.config

  return {
    async 'seller.application_submitted'(payload: unknown) {
      const { teamId } = teamPayload.parse(payload)
      const { name: teamName } = await readTeamContact(db, teamId)
      return (await readOperators(db)).map(({ email, firstName }) => ({
        email,
        content: applicationSubmittedEmail({ firstName, teamName, teamId, brand }),
      }))
    },
    async 'seller.account_changed'(payload: unknown) {
      const { accountId, teamId, change } = changePayload.parse(payload)
      const recipient = await findRecipient(deps, accountId)
      const account = await findSellerAccount(db, fieldCipher, teamId)
      if (!recipient || !account) return undefined
      const note = change === 'suspended' ? account.suspensionReason : account.operatorNote
      const link = linkTo(change === 'approved' ? '/sell/inventory' : '/profile?tab=team&show=selling')
      const content = sellerChangedEmail({
        ...recipient,
        brand,
        link,
        change,
        note,
        limits: limitTexts(account),
      })
      return { email: recipient.email, content }
    },
    async 'seller.bank_account_changed'(payload: unknown) {
      const { accountId, teamId } = ownerPayload.parse(payload)
      const recipient = await findRecipient(deps, accountId)
      const account = await findSellerAccount(db, fieldCipher, teamId)
      const bankAccount = account?.details.bankAccount
      if (!recipient || !bankAccount) return undefined
      const link = linkTo('/sell/account')
      const content = bankAccountChangedEmail({ ...recipient, brand, link, last4: lastFour(bankAccount) })
      return { email: recipient.email, content }
    },
  }
}

function limitTexts({
  exposureLimitMinor: limit,
  exposureCurrency,
  unconfirmedLimit,
}: SellerAccount): string[] {
  return [
    limit === null
      ? 'The value of your tickets on sale is not limited.'
      : `Your tickets on sale and tickets sold but not delivered may be worth up to ${toDecimal(limit, 2)} ${exposureCurrency ?? ''}.`,
    ...(unconfirmedLimit === null
      ? []
      : [`Up to ${unconfirmedLimit} sales may wait for their tickets at a time.`]),
  ]
}
