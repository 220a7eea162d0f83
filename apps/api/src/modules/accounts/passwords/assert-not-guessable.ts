import type { Account } from '../account.ts'
import { accountErrors } from '../accounts.errors.ts'
import { guessableReason, type OwnNames } from './guessable-password.ts'

const texts = {
  common: 'This password is one of the most common. Choose another one',
  own_name: 'Password must not be your name, username, email address or company. Choose another one',
} as const

/**
 * Called before the password is hashed and before anything changes.
 * @throws `password.guessable`, which names the field
 */
export function assertNotGuessable(password: string, names: OwnNames): void {
  const reason = guessableReason(password, names)
  if (reason === undefined) return
  throw accountErrors.make('password.guessable', {
    title: texts[reason],
    details: { fields: { password: [texts[reason]] } },
  })
}

/** What an account is called. */
export function ownNames(
  account: Pick<Account, 'firstName' | 'lastName' | 'username' | 'email' | 'teamName'> | undefined,
): OwnNames {
  if (!account) return []
  const { firstName, lastName, username, email, teamName } = account
  return [firstName, lastName, username, email, teamName]
}
