import type { WireMember } from '@terrace/contracts/teams'
import { useState } from 'react'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { userName } from '#web/features/accounts/user-name.ts'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { MemberRow } from './member-row.tsx'
import { useChangeRole, useRemoveMember } from './mutations.ts'

interface MemberListProps {
  members: readonly WireMember[]
  isManaged: boolean
  /** Somebody besides the reader owns the team and can log in. */
  hasOtherOwner: boolean
}

/** Who is in the team; an owner changes roles and removes people here. */
export function MemberList({ members, isManaged, hasOtherOwner }: MemberListProps) {
  const changing = useChangeRole()
  const removing = useRemoveMember()
  const [leaving, setLeaving] = useState<WireMember | null>(null)
  const error = changing.error ?? removing.error

  function confirmRemoval() {
    if (leaving) removing.mutate({ id: leaving.id }, { onSettled: () => setLeaving(null) })
  }

  return (
    <AccountSection
      heading="Members"
      aside={
        <span className="tabular text-sm text-muted">
          {members.length === 1 ? '1 person' : `${members.length} people`}
        </span>
      }
    >
      <Panel>
        <ul className="divide-y divide-line px-4 sm:px-5">
          {members.map((member) => (
            <MemberRow
              key={member.id}
              member={member}
              // Who has nobody to hand the team over to has no role to choose.
              isManaged={isManaged && (!member.is_me || hasOtherOwner)}
              pendingRole={
                changing.isPending && changing.variables.id === member.id ? changing.variables.role : null
              }
              onChangeRole={(role) => {
                removing.reset()
                changing.mutate({ id: member.id, role })
              }}
              onRemove={() => {
                changing.reset()
                removing.reset()
                setLeaving(member)
              }}
            />
          ))}
        </ul>
      </Panel>
      {error && (
        <div className="mt-3">
          <FormError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={leaving !== null}
        title={leaving ? `Remove ${userName(leaving)}?` : ''}
        message="They are logged out at once and cannot log in any more. What they held and bought stays with the team."
        confirmLabel="Remove"
        tone="danger"
        isPending={removing.isPending}
        onConfirm={confirmRemoval}
        onCancel={() => setLeaving(null)}
      />
    </AccountSection>
  )
}
