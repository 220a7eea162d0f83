import type { WireMember, WireTeamRole } from '@terrace/contracts/teams'
import { userName } from '#web/features/accounts/user-name.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { PlainSelect } from '#web/ui/plain-select.tsx'
import { roleNames, roleOptions } from './role-names.ts'

interface MemberRowProps {
  member: WireMember
  /** Whether the reader is an owner, who may change what stands here. */
  isManaged: boolean
  /** While the role that was chosen is not stored yet. */
  pendingRole: WireTeamRole | null
  onChangeRole: (role: WireTeamRole) => void
  onRemove: () => void
}

export function MemberRow({ member, isManaged, pendingRole, onChangeRole, onRemove }: MemberRowProps) {
  const name = userName(member)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 py-3">
      <Avatar name={name} className="shrink-0" />
      <div className="min-w-40 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="break-words">{name}</span>
          {member.is_me && <Badge tone="ok">You</Badge>}
          {member.status === 'suspended' && <Badge tone="danger">Suspended</Badge>}
        </p>
        <p className="mt-0.5 text-xs break-words text-muted">
          {member.username} · {member.email}
        </p>
      </div>
      {isManaged ? (
        <div className="flex items-center gap-2 max-sm:w-full max-sm:pl-13">
          <PlainSelect
            label={`Role of ${name}`}
            options={roleOptions}
            value={pendingRole ?? member.role}
            onChange={onChangeRole}
            isDisabled={pendingRole !== null}
            className="w-28"
          />
          {member.is_me ? (
            // So that the roles stand below each other.
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
    </li>
  )
}
