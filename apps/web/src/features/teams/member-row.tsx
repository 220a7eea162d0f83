import type { WireMember, WireTeamRole } from '@terrace/contracts/teams'
import { userName } from '#web/features/accounts/user-name.ts'
import { Avatar } from '#web/ui/data-display/avatar.tsx'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { NativeSelect } from '#web/ui/controls/native-select.tsx'
import { lazyPage } from '#web/ui/layout/lazy-page.tsx'
import { roleNames, roleOptions } from './role-names.ts'

const Permissions = lazyPage(async () => ({
  default: (await import('./permission-choices.tsx')).PermissionChoices,
}))

interface MemberRowProps {
  member: WireMember
  /** Whether the viewer is an owner and may change this member. */
  canManage: boolean
  /** The team sells, so that permissions count. */
  teamSells: boolean
  /** The team requires a second factor, and the member has none. */
  lacksSecondFactor: boolean
  /** The new role while it is being saved; otherwise `null`. */
  pendingRole: WireTeamRole | null
  onChangeRole: (role: WireTeamRole) => void
  onRemove: () => void
}

export function MemberRow({
  member,
  canManage,
  teamSells,
  lacksSecondFactor,
  pendingRole,
  onChangeRole,
  onRemove,
}: MemberRowProps) {
  const name = userName(member)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      <Avatar name={name} className="shrink-0" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="break-words">{name}</span>
          {member.is_me && <Badge tone="ok">You</Badge>}
          {lacksSecondFactor && <Badge tone="signal">No second factor</Badge>}
          {member.status === 'suspended' && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="mt-0.5 text-xs break-words text-muted">
          {member.username} · {member.email}
        </p>
      </div>
      {canManage ? (
        <div className="flex items-center gap-2 max-sm:w-full max-sm:pl-13">
          <NativeSelect
            label={`Role of ${name}`}
            options={roleOptions}
            value={pendingRole ?? member.role}
            onChange={onChangeRole}
            isDisabled={pendingRole !== null}
            className="w-28"
          />
          {member.is_me ? (
            // Aligns the role selects of all rows.
            <span className="w-20 max-sm:hidden" />
          ) : (
            <Button size="sm" aria-label={`Remove ${name}`} onPress={onRemove} className="w-20">
              Remove
            </Button>
          )}
        </div>
      ) : (
        <p className="text-sm text-muted max-sm:w-full max-sm:pl-13">{roleNames[member.role]}</p>
      )}
      {teamSells && canManage && member.role === 'member' && (
        <Permissions id={member.id} name={name} permissions={member.permissions} />
      )}
    </li>
  )
}
