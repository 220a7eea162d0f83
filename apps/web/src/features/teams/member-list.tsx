import type { WireMember } from '@terrace/contracts/teams'
import { useState } from 'react'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { userName } from '#web/features/accounts/user-name.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { MemberRow } from './member-row.tsx'
import { useChangeRole, useRemoveMember } from './mutations.ts'

interface MemberListProps {
  members: readonly WireMember[]
  canManage: boolean
  teamSells: boolean
  /** Another active member is an owner. */
  hasOtherOwner: boolean
  isSecondFactorRequired: boolean
}

/** The team's members; owners change roles and remove people. */
export function MemberList({
  members,
  canManage,
  teamSells,
  hasOtherOwner,
  isSecondFactorRequired,
}: MemberListProps) {
  const changing = useChangeRole()
  const removing = useRemoveMember()
  const [memberToRemove, setMemberToRemove] = useState<WireMember | null>(null)
  const error = changing.error ?? removing.error

  function confirmRemoval() {
    if (memberToRemove)
      removing.mutate({ id: memberToRemove.id }, { onSettled: () => setMemberToRemove(null) })
  }

  return (
    <TitledSection
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
              teamSells={teamSells}
              lacksSecondFactor={isSecondFactorRequired && !member.has_second_factor}
              // The only owner cannot give up the role.
              canManage={canManage && (!member.is_me || hasOtherOwner)}
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
                setMemberToRemove(member)
              }}
            />
          ))}
        </ul>
      </Panel>
      {error && (
        <div className="mt-3">
          <ActionError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={memberToRemove !== null}
        title={memberToRemove ? `Remove ${userName(memberToRemove)}?` : ''}
        message="They’ll be logged out right away. Their holds and orders stay with the team."
        confirmLabel="Remove"
        tone="danger"
        isPending={removing.isPending}
        onConfirm={confirmRemoval}
        onCancel={() => setMemberToRemove(null)}
      />
    </TitledSection>
  )
}
