import type { SellerPermission } from '@terrace/domain/sellers/seller-permissions'
import { sql } from 'kysely'
import type { DbOrTx, Tx } from '#api/db/transaction.ts'
import type { Account } from './account.ts'
import { endPendingChanges } from './email-change/email-changes.repo.ts'
import { deleteSecondFactors } from './security/factors.repo.ts'
import { deletePendingLogins } from './second-factor/pending-logins.repo.ts'

const columns = [
  'accounts.id',
  'accounts.team_id as teamId',
  'teams.name as teamName',
  'teams.email as teamEmail',
  'teams.base_currency as baseCurrency',
  'accounts.role',
  'teams.can_buy as canBuy',
  'teams.can_sell as canSell',
  sql<
    SellerPermission[]
  >`account_permissions(accounts.team_role, accounts.seller_permissions, teams.can_sell)`.as(
    'sellerPermissions',
  ),
  'accounts.status',
  'accounts.username',
  'accounts.email',
  sql<boolean>`accounts.email_verified_at is not null`.as('isEmailVerified'),
  'accounts.first_name as firstName',
  'accounts.last_name as lastName',
  'accounts.country_code as countryCode',
  'accounts.phone',
  'accounts.is_trade_user as isTradeUser',
  sql<boolean>`accounts.has_short_password and not account_has_second_factor(accounts.id)`.as(
    'hasShortPassword',
  ),
  'accounts.created_at as createdAt',
] as const

/** Finds the account and its password hash, ignoring case. Removed accounts are not found. */
export async function findByUsername(
  db: DbOrTx,
  username: string,
): Promise<{ account: Account; passwordHash: string } | undefined> {
  const row = await db
    .selectFrom('accounts')
    .innerJoin('teams', 'teams.id', 'accounts.team_id')
    .select([...columns, 'accounts.password_hash as passwordHash'])
    .where(sql<string>`lower(accounts.username)`, '=', username.toLowerCase())
    .where('accounts.status', '<>', 'removed')
    .executeTakeFirst()
  if (!row) return undefined
  const { passwordHash, ...account } = row
  return { account, passwordHash }
}

export async function findAccount(db: DbOrTx, id: string): Promise<Account | undefined> {
  return (await findAccounts(db, [id]))[0]
}

export async function findAccounts(db: DbOrTx, ids: readonly string[]): Promise<Account[]> {
  return db
    .selectFrom('accounts')
    .innerJoin('teams', 'teams.id', 'accounts.team_id')
    .select(columns)
    .where('accounts.id', '=', sql<string>`any(${ids})`)
    .execute()
}

/** Finds the account by email, ignoring case. Removed accounts are not found. */
export async function findByEmail(db: DbOrTx, email: string): Promise<Account | undefined> {
  return db
    .selectFrom('accounts')
    .innerJoin('teams', 'teams.id', 'accounts.team_id')
    .select(columns)
    .where(sql<string>`lower(accounts.email)`, '=', email.toLowerCase())
    .where('accounts.status', '<>', 'removed')
    .executeTakeFirst()
}

export async function readOperators(db: DbOrTx): Promise<{ email: string; firstName: string }[]> {
  return db
    .selectFrom('accounts')
    .select(['email', 'first_name as firstName'])
    .where('role', '=', 'operator')
    .where('status', '=', 'active')
    .orderBy('id')
    .execute()
}

export interface NewAccount {
  id: string
  teamId: string
  teamRole: 'owner' | 'member'
  role: Account['role']
  status: 'pending' | 'active'
  username: string
  email: string
  isEmailVerified: boolean
  passwordHash: string
  hasShortPassword: boolean
  firstName: string
  lastName: string
  countryCode?: string
  phone?: string
  referralCode?: string | undefined
}

/** Violates `accounts__username_unique` or `accounts__email_unique` if taken. */
export async function insertAccount(tx: Tx, account: NewAccount): Promise<void> {
  await tx
    .insertInto('accounts')
    .values({
      id: account.id,
      team_id: account.teamId,
      team_role: account.teamRole,
      role: account.role,
      status: account.status,
      username: account.username,
      email: account.email,
      email_verified_at: account.isEmailVerified ? sql<Date>`clock_timestamp()` : null,
      password_hash: account.passwordHash,
      has_short_password: account.hasShortPassword,
      first_name: account.firstName,
      last_name: account.lastName,
      country_code: account.countryCode ?? '',
      phone: account.phone ?? '',
      referral_code: account.referralCode ?? null,
    })
    .execute()
}

/** Keeps the row, because orders and history refer to it, and makes login impossible. */
export async function writeClosed(tx: Tx, id: string): Promise<void> {
  await deleteSecondFactors(tx, id)
  await tx
    .updateTable('accounts')
    .set({ status: 'removed', password_hash: 'none' })
    .where('id', '=', id)
    .execute()
}

export async function readPasswordHash(db: DbOrTx, accountId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .executeTakeFirst()
  return row?.password_hash
}

/**
 * True if `passwordHash` is still current, and locks it until the transaction ends. Nothing authorised by a password
 * may take effect after that password has changed.
 */
export async function lockPasswordHash(tx: Tx, accountId: string, passwordHash: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('password_hash')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.password_hash === passwordHash
}

/** Violates `accounts__email_unique` if the address is taken, or reserved for another account. */
export async function writeEmail(tx: Tx, accountId: string, email: string): Promise<void> {
  await tx.updateTable('accounts').set({ email }).where('id', '=', accountId).execute()
}

/** Unfinished logins with the old password end with it, and so do changes of email that wait for a confirmation. */
export async function writePasswordHash(tx: Tx, accountId: string, passwordHash: string): Promise<void> {
  await deletePendingLogins(tx, accountId)
  await endPendingChanges(tx, accountId)
  await tx
    .updateTable('accounts')
    // Every password that is set after sign-up has 8 characters or more.
    .set({ password_hash: passwordHash, has_short_password: false })
    .where('id', '=', accountId)
    .execute()
}

/** Writes what a login saw of the password that `passwordHash` belongs to. */
export async function writeHasShortPassword(
  db: DbOrTx,
  {
    accountId,
    passwordHash,
    hasShortPassword,
  }: { accountId: string; passwordHash: string; hasShortPassword: boolean },
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ has_short_password: hasShortPassword })
    .where('id', '=', accountId)
    .where('password_hash', '=', passwordHash)
    .execute()
}

/** True for an active account. Locks it against suspension until the transaction ends. */
export async function lockActiveAccount(tx: Tx, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('status')
    .where('id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.status === 'active'
}

/** Closed accounts of this username, which are not erased yet. */
export async function findClosedAccounts(db: DbOrTx, username: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('status', '=', 'removed')
    .execute()
  return rows.map(({ id }) => id)
}
