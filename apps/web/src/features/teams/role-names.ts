import type { WireTeamRole } from '@terrace/contracts/teams'

export const roleNames: Readonly<Record<WireTeamRole, string>> = { owner: 'Owner', member: 'Member' }

export const roleOptions: readonly { id: WireTeamRole; name: string }[] = [
  { id: 'member', name: roleNames.member },
  { id: 'owner', name: roleNames.owner },
]
