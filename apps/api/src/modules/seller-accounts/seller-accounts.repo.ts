import type { ApplicationState } from '@terrace/domain/sellers/seller-application'
import { plainTaxNumber } from '@terrace/domain/sellers/tax-number'
import { sql } from 'kysely'
import { createHmac, randomBytes } from 'node:crypto'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { FieldCipher } from '#api/shared/crypto/field-cipher.ts'
import { encryptionContexts } from '#api/shared/encryption-contexts.ts'
import { bankIdentity, hasNumber, lastFour } from './bank-account.ts'
import { emptyDetails, type Known, type SellerDetails } from './seller-details.ts'

export interface SellerAccount {
  teamId: string
  state: ApplicationState
  details: SellerDetails
  submittedAt: Date | null
  decidedAt: Date | null
  agreedTerms: { version: string; agreedAt: Date } | null
  operatorNote: string | null
  mayApplyAgain: boolean
  exposureLimitMinor: number | null
  exposureCurrency: string | null
  undeliveredLimit: number | null
  suspendedAt: Date | null
  suspensionReason: string | null
  /** The change that an approved seller has requested and an operator has not decided yet. */
  change: DetailsChange | null
  /** Why the last change was declined. */
  changeNote: string | null
}

export interface DetailsChange {
  details: SellerDetails
  requestedAt: Date
}

const columns = sql`a.team_id as "teamId", a.state, a.encrypted_details as "encryptedDetails",
  a.submitted_at as "submittedAt", a.decided_at as "decidedAt", a.terms_version as "termsVersion", a.terms_agreed_at as "termsAgreedAt", a.operator_note as "operatorNote",
  a.may_apply_again as "mayApplyAgain", a.exposure_limit_minor as "exposureLimitMinor",
  a.exposure_currency as "exposureCurrency", a.unconfirmed_limit as "undeliveredLimit",
  a.suspended_at as "suspendedAt", a.suspension_reason as "suspensionReason",
  a.encrypted_change as "encryptedChange", a.change_requested_at as "changeRequestedAt", a.change_note as "changeNote"`

type Row = Omit<SellerAccount, 'details' | 'change' | 'agreedTerms'> & {
  termsVersion: string | null
  termsAgreedAt: Date | null
  encryptedDetails: Buffer | null
  encryptedChange: Buffer | null
  changeRequestedAt: Date | null
}

function toAccount(
  fieldCipher: FieldCipher,
  {
    encryptedDetails,
    encryptedChange,
    changeRequestedAt: requestedAt,
    termsVersion,
    termsAgreedAt,
    ...row
  }: Row,
): SellerAccount {
  const text =
    encryptedDetails && fieldCipher.tryDecrypt(encryptedDetails, encryptionContexts.sellerDetails(row.teamId))
  const changed =
    encryptedChange &&
    fieldCipher.tryDecrypt(encryptedChange, encryptionContexts.sellerDetailsChange(row.teamId))
  return {
    ...row,
    // Safe casts: only `writeDetails` and `writeChange` write data with these contexts.
    details: text ? (JSON.parse(text) as SellerDetails) : emptyDetails,
    agreedTerms:
      termsVersion !== null && termsAgreedAt ? { version: termsVersion, agreedAt: termsAgreedAt } : null,
    change: changed && requestedAt ? { details: JSON.parse(changed) as SellerDetails, requestedAt } : null,
  }
}

export async function findSellerAccount(
  db: DbOrTx,
  fieldCipher: FieldCipher,
  teamId: string,
): Promise<SellerAccount | undefined> {
  const { rows } =
    await sql<Row>`select ${columns} from seller_accounts a where a.team_id = ${teamId}`.execute(db)
  return rows[0] && toAccount(fieldCipher, rows[0])
}

/** Locks the row until the transaction ends. */
export async function lockSellerAccount(
  tx: Tx,
  fieldCipher: FieldCipher,
  teamId: string,
): Promise<SellerAccount | undefined> {
  await sql`select from seller_accounts where team_id = ${teamId} for update`.execute(tx)
  return findSellerAccount(tx, fieldCipher, teamId)
}

/**
 * Creates the row of a team that begins to apply (`draft`), or of a seller that an operator added (`approved`). If the
 * latter has an older application, this is approved, too; only a submitted one still waits for the operator's decision.
 */
export async function ensureSellerAccount(
  tx: Tx,
  { teamId, state, now }: { teamId: string; state: 'draft' | 'approved'; now: Date },
): Promise<void> {
  await tx
    .insertInto('seller_accounts')
    .values({ team_id: teamId, state, created_at: now, updated_at: now })
    .onConflict((conflict) =>
      state === 'draft'
        ? conflict.column('team_id').doNothing()
        : conflict
            .column('team_id')
            .doUpdateSet({ state, updated_at: now })
            .where('seller_accounts.state', 'not in', [state, 'submitted']),
    )
    .execute()
}

/** Writes the details, encrypted, and the keyed hashes by which teams of one company are recognised. */
export async function writeDetails(
  tx: Tx,
  fieldCipher: FieldCipher,
  { teamId, details, now }: { teamId: string; details: SellerDetails; now: Date },
): Promise<void> {
  const bank = bankWithNumber(details)
  const digests = await digestsOf(tx, fieldCipher, details)
  await tx
    .updateTable('seller_accounts')
    .set({
      encrypted_details: fieldCipher.encrypt(
        JSON.stringify(details),
        encryptionContexts.sellerDetails(teamId),
      ),
      bank_digest: digests.bank,
      bank_last4: bank && lastFour(bank),
      bank_country: bank && bank.country,
      tax_digest: digests.tax,
      address_digest: digests.address,
      updated_at: now,
    })
    .where('team_id', '=', teamId)
    .execute()
}

/** Keyed hashes by which teams of one company are recognised: equal ones mean the same bank account and so on. */
export async function digestsOf(
  tx: Tx,
  fieldCipher: FieldCipher,
  details: SellerDetails,
): Promise<Record<'bank' | 'tax' | 'address', Buffer | null>> {
  const key = await readDigestKey(tx, fieldCipher)
  const digest = (kind: string, text: string) =>
    text === '' ? null : createHmac('sha256', key).update(`${kind}\n${text}`).digest()
  const bank = bankWithNumber(details)
  return {
    bank: bank && digest('bank', bankIdentity(bank)),
    tax: digest('tax', plainTaxNumber(details.taxNumber)),
    address: digest('address', plainAddress(details.address)),
  }
}

const bankWithNumber = ({ bankAccount }: SellerDetails) =>
  bankAccount && hasNumber(bankAccount) ? bankAccount : null

function plainAddress({ line1, line2, postal_code: postalCode, country }: SellerDetails['address']): string {
  const plain = `${line1}${line2}${postalCode}`.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain === '' ? '' : `${plain}/${country}`
}

/** One random key for all teams, so that equal values have equal digests; encrypted like other secrets. */
async function readDigestKey(tx: Tx, fieldCipher: FieldCipher): Promise<Buffer> {
  const context = encryptionContexts.sellerDigestKey('current')
  await tx
    .insertInto('seller_digest_keys')
    .values({ id: 'current', encrypted_key: fieldCipher.encrypt(randomBytes(32), context) })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const { encrypted_key: encrypted } = await tx
    .selectFrom('seller_digest_keys')
    .select('encrypted_key')
    .where('id', '=', 'current')
    .executeTakeFirstOrThrow()
  return fieldCipher.decryptBytes(encrypted, context)
}

/** Writes the application's next state with its time, note and so on. */
export async function writeState(
  tx: Tx,
  teamId: string,
  values: {
    state: ApplicationState
    now: Date
    isSubmission?: boolean
    operatorNote?: string | null
    mayApplyAgain?: boolean
  },
): Promise<void> {
  const { state, now, isSubmission = false, operatorNote = null, mayApplyAgain = true } = values
  await tx
    .updateTable('seller_accounts')
    .set({
      state,
      updated_at: now,
      operator_note: operatorNote,
      may_apply_again: mayApplyAgain,
      ...(isSubmission ? { submitted_at: now, decided_at: null } : { decided_at: now }),
    })
    .where('team_id', '=', teamId)
    .execute()
}

/** Which version of the seller terms the team agreed to, and when. */
export async function writeAgreedTerms(
  tx: Tx,
  teamId: string,
  { version, now }: { version: string; now: Date },
): Promise<void> {
  await tx
    .updateTable('seller_accounts')
    .set({ terms_version: version, terms_agreed_at: now })
    .where('team_id', '=', teamId)
    .execute()
}

export interface Limits {
  exposureLimitMinor: number | null
  exposureCurrency: string | null
  undeliveredLimit: number | null
}

export async function writeLimits(tx: Tx, teamId: string, limits: Limits): Promise<void> {
  await tx
    .updateTable('seller_accounts')
    .set({
      exposure_limit_minor: limits.exposureLimitMinor,
      exposure_currency: limits.exposureCurrency,
      unconfirmed_limit: limits.undeliveredLimit,
    })
    .where('team_id', '=', teamId)
    .execute()
}

/** `null` ends the suspension. */
export async function writeSuspension(
  tx: Tx,
  teamId: string,
  suspension: { at: Date; reason: string } | null,
): Promise<void> {
  await tx
    .updateTable('seller_accounts')
    .set({ suspended_at: suspension?.at ?? null, suspension_reason: suspension?.reason ?? null })
    .where('team_id', '=', teamId)
    .execute()
}

/** The team sells from now on. */
export async function grantSelling(tx: Tx, teamId: string): Promise<void> {
  await tx.updateTable('teams').set({ can_sell: true }).where('id', '=', teamId).execute()
}

/** Countries and categories that details may name. */
export async function readKnownValues(db: DbOrTx): Promise<Known> {
  const { countries, categories } = await readChoices(db)
  return {
    countries: new Set(countries.map(({ code }) => code)),
    categories: new Set(categories.map(({ slug }) => slug)),
  }
}

export async function readChoices(db: DbOrTx) {
  const countries = await db.selectFrom('countries').select(['code', 'name']).orderBy('name').execute()
  const categories = await db
    .selectFrom('categories')
    .select(['slug', 'name'])
    .where('parent_id', 'is', null)
    .orderBy('position')
    .orderBy('name')
    .execute()
  return { countries, categories }
}
