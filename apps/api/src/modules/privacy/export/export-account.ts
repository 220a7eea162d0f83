import { recordSecurityEvents } from '#api/audit/audit.repo.ts'
import type { Caller } from '#api/audit/caller.ts'
import { privacyErrors } from '../privacy.errors.ts'
import { findExported } from './account-files.repo.ts'
import { accountZip, type ZipDeps } from './account-zip.ts'

/**
 * The chunks of {@link accountZip}, for the operator's command.
 * @throws `account.not_found`, and `privacy.not_owner` for the team of someone who is not its owner
 */
export async function* exportAccount(
  deps: ZipDeps,
  { username, withTeam, caller }: { username: string; withTeam: boolean; caller: Caller },
): AsyncGenerator<Uint8Array> {
  const account = await findExported(deps.db, { username })
  if (!account) throw privacyErrors.make('account.not_found')
  if (withTeam && !account.isOwner) throw privacyErrors.make('privacy.not_owner')
  await recordSecurityEvents(deps.db, {
    kind: 'privacy.account_exported',
    caller,
    accountId: account.id,
    teamId: account.teamId,
    details: { with_team: withTeam },
  })
  yield* accountZip(deps, account, { withTeam })
}
