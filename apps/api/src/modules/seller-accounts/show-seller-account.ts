import type { WireSellerAccount } from '@terrace/contracts/seller-account'
import { isEditable } from '@terrace/domain/sellers/seller-application'
import { toDecimal } from '@terrace/domain/money/money'
import type { AuthenticatedAccount } from '#api/http/authenticated-account.ts'
import { isOwner } from '#api/modules/teams/index.ts'
import { bankNumbersOf, hasNumber, lastFour } from './bank-account.ts'
import { changedFields } from './changes/change-details.ts'
import { findDocuments } from './documents.repo.ts'
import { readLimitUse } from './limits/headroom.repo.ts'
import type { ApplicationDeps } from './save-application.ts'
import { findSellerAccount, readChoices, type SellerAccount } from './seller-accounts.repo.ts'
import { emptyDetails, type SellerDetails } from './seller-details.ts'

/** The application and limits of the caller's team. */
export async function showSellerAccount(
  { db, clock, fieldCipher }: Pick<ApplicationDeps, 'db' | 'clock' | 'fieldCipher'>,
  by: AuthenticatedAccount,
): Promise<WireSellerAccount> {
  const [account, documents, choices, mayManage] = await Promise.all([
    findSellerAccount(db, fieldCipher, by.teamId),
    findDocuments(db, by.teamId),
    readChoices(db),
    isOwner(db, by),
  ])
  const { companyName, address, taxNumber, bankAccount, categories } = account?.details ?? emptyDetails
  const isOpen = account === undefined || isEditable(account.state, account.mayApplyAgain)
  return {
    state: account?.state ?? 'none',
    may_manage: mayManage,
    may_edit: mayManage && isOpen && !by.canSell && by.role !== 'operator',
    can_sell: by.canSell,
    company_name: companyName,
    address,
    tax_number: taxNumber,
    bank_account: showBankAccount(bankAccount),
    categories,
    documents: documents.map(({ id, name, contentType, bytes, createdAt }) => ({
      id,
      name,
      content_type: contentType,
      bytes,
      created_at: createdAt.toISOString(),
    })),
    submitted_at: account?.submittedAt?.toISOString() ?? null,
    decided_at: account?.decidedAt?.toISOString() ?? null,
    agreed_terms: account?.agreedTerms
      ? { version: account.agreedTerms.version, agreed_at: account.agreedTerms.agreedAt.toISOString() }
      : null,
    operator_note: account?.operatorNote ?? null,
    suspended:
      account?.suspendedAt && account.suspensionReason !== null
        ? { since: account.suspendedAt.toISOString(), reason: account.suspensionReason }
        : null,
    may_change: mayManage && by.canSell && account?.state !== 'submitted',
    change: account?.change
      ? {
          requested_at: account.change.requestedAt.toISOString(),
          changed: changedFields(account.details, account.change.details),
          address: account.change.details.address,
          tax_number: account.change.details.taxNumber,
          bank_account: showBankAccount(account.change.details.bankAccount),
        }
      : null,
    declined_change: account?.changeNote ?? null,
    limits: by.canSell ? await showLimits({ db, now: clock.now() }, by, account) : null,
    choices: {
      ...choices,
      countries: choices.countries.map((country) => {
        const { haveIban, bankCode } = bankNumbersOf(country.code)
        return { ...country, bank_accounts: { have_iban: haveIban, bank_code: bankCode } }
      }),
    },
  }
}

const showBankAccount = (bank: SellerDetails['bankAccount']): WireSellerAccount['bank_account'] =>
  bank && hasNumber(bank) ? { country: bank.country, holder: bank.holder, last4: lastFour(bank) } : null

async function showLimits(
  { db, now }: { db: ApplicationDeps['db']; now: Date },
  by: AuthenticatedAccount,
  account: SellerAccount | undefined,
): Promise<WireSellerAccount['limits']> {
  const currency = account?.exposureCurrency ?? by.baseCurrency
  const { exposureMinor, undelivered } = await readLimitUse(db, { teamId: by.teamId, currency, now })
  const money = (minor: number) => ({ amount: toDecimal(minor, 2), currency })
  const limit = account?.exposureLimitMinor ?? null
  return {
    exposure: { limit: limit === null ? null : money(limit), used: money(exposureMinor) },
    unconfirmed_sales: { limit: account?.undeliveredLimit ?? null, used: undelivered },
  }
}
