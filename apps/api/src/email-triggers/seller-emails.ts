import { toDecimal } from '@terrace/domain/money/money'
import { z } from 'zod'
import type { Deps } from '#api/deps.ts'
import { findRecipient, readOperators } from '#api/modules/accounts/index.ts'
import {
  applicationSubmittedEmail,
  bankAccountChangedEmail,
  changeRequestedEmail,
  changeSubmittedEmail,
  sellerChangedEmail,
} from '#api/modules/notifications/index.ts'
import {
  changedFields,
  findSellerAccount,
  lastFour,
  type SellerAccount,
} from '#api/modules/seller-accounts/index.ts'
import { readTeamContact } from '#api/modules/teams/index.ts'
import { sellerAccountChanges, type SellerAccountChange } from '#api/outbox/domain-events.ts'

const teamPayload = z.object({ teamId: z.string() })
const ownerPayload = z.object({ accountId: z.string(), teamId: z.string() })
const changePayload = ownerPayload.extend({ change: z.enum(sellerAccountChanges) })

/** Emails about applications to sell, limits, suspensions and details of sellers. */
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
      const note = noteOf(account, change)
      const link = linkTo(pathOf(change))
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
    async 'seller.change_submitted'(payload: unknown) {
      const { teamId } = teamPayload.parse(payload)
      const { name: teamName } = await readTeamContact(db, teamId)
      return (await readOperators(db)).map(({ email, firstName }) => ({
        email,
        content: changeSubmittedEmail({ firstName, teamName, teamId, brand }),
      }))
    },
    async 'seller.change_requested'(payload: unknown) {
      const { accountId, teamId } = ownerPayload.parse(payload)
      const recipient = await findRecipient(deps, accountId)
      const account = await findSellerAccount(db, fieldCipher, teamId)
      // Withdrawn or decided in the meantime.
      if (!recipient || !account?.change) return undefined
      const { bankAccount } = account.details
      const changed = account.change.details.bankAccount
      const fields = changedFields(account.details, account.change.details)
      const content = changeRequestedEmail({
        ...recipient,
        brand,
        link: linkTo('/sell/account'),
        fields,
        last4: bankAccount && lastFour(bankAccount),
        newLast4: changed && fields.includes('bank account') ? lastFour(changed) : null,
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

function noteOf(account: SellerAccount, change: SellerAccountChange): string | null {
  if (change === 'suspended') return account.suspensionReason
  if (change === 'change_declined') return account.changeNote
  return change === 'details_changed' || change === 'change_approved' ? null : account.operatorNote
}

function pathOf(change: SellerAccountChange): string {
  if (change === 'approved') return '/sell/inventory'
  const isOfDetails = ['details_changed', 'change_approved', 'change_declined'].includes(change)
  return isOfDetails ? '/sell/account' : '/profile?tab=team&show=selling'
}

function limitTexts({
  exposureLimitMinor: limit,
  exposureCurrency,
  undeliveredLimit,
}: SellerAccount): string[] {
  return [
    limit === null
      ? 'The value of your tickets on sale is not limited.'
      : `Your tickets on sale and tickets sold but not delivered may be worth up to ${toDecimal(limit, 2)} ${exposureCurrency ?? ''}.`,
    ...(undeliveredLimit === null
      ? []
      : [`Up to ${undeliveredLimit} sales may wait for their tickets at a time.`]),
  ]
}
