import { demoAccounts, demoPassword, demoSellers, demoTeams } from '../../../../../seeds/demo.ts'
import type { Db } from '#api/db/client.ts'
import { inTransaction } from '#api/db/transaction.ts'
import { hashPassword } from '#api/modules/accounts/index.ts'
import { insertDemoAccounts } from './demo-accounts.repo.ts'

export interface SeededAccounts {
  teams: number
  accounts: number
}

/** Creates the demo's teams and accounts (product.md §9); existing ones stay unchanged. */
export async function seedAccounts(db: Db): Promise<SeededAccounts> {
  const hashes = await Promise.all(demoAccounts.map(() => hashPassword(demoPassword)))
  return inTransaction(db, async (tx) => {
    const teams = [...demoTeams, ...demoSellers].map(({ id, name, currency }) => ({
      id,
      name,
      email: `${id.replace('tm_demo_', '').replaceAll('_', '-')}@terrace.example`,
      base_currency: currency,
      // Also those without accounts, which only have stock.
      can_sell: demoSellers.some((seller) => seller.id === id),
    }))
    const accounts = demoAccounts.map((account, index) => ({
      id: account.id,
      team_id: account.teamId,
      team_role: 'owner' as const,
      role: account.role,
      status: 'active' as const,
      username: account.username,
      email: `${account.username}@terrace.example`,
      password_hash: hashes[index] ?? '',
      first_name: account.firstName,
      last_name: account.lastName,
      country_code: '+44',
      phone: `2079460${String(index + 1).padStart(3, '0')}`,
      is_demo: true,
      email_verified_at: new Date(),
    }))
    await insertDemoAccounts(tx, teams, accounts)
    return { teams: teams.length, accounts: accounts.length }
  })
}
