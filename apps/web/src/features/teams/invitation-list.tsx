import type { WireInvitation } from '@terrace/contracts/teams'
import { permissionNames } from '@terrace/domain/sellers/seller-permissions'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { FormNotice } from '#web/forms/form-notice.tsx'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Badge } from '#web/ui/data-display/badge.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { MailIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useResendInvitation, useWithdrawInvitation } from './mutations.ts'
import { roleNames } from './role-names.ts'

interface InvitationListProps {
  invitations: readonly WireInvitation[]
  canManage: boolean
}

export function InvitationList({ invitations, canManage }: InvitationListProps) {
  const resending = useResendInvitation()
  const withdrawing = useWithdrawInvitation()
  const error = resending.error ?? withdrawing.error
  return (
    <TitledSection heading="Invitations">
      <Panel>
        {invitations.length === 0 ? (
          <EmptyState
            icon={<MailIcon />}
            title="No pending invitations"
            message={
              canManage
                ? 'Pending invitations appear here.'
                : 'Only owners can invite people. Pending invitations appear here.'
            }
            className="py-8"
          />
        ) : (
          <ul className="divide-y divide-line px-4 sm:px-5">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                canManage={canManage}
                isResending={resending.isPending && resending.variables.id === invitation.id}
                isWithdrawing={withdrawing.isPending && withdrawing.variables.id === invitation.id}
                onResend={() => {
                  withdrawing.reset()
                  resending.mutate({ id: invitation.id })
                }}
                onWithdraw={() => {
                  resending.reset()
                  withdrawing.mutate({ id: invitation.id })
                }}
              />
            ))}
          </ul>
        )}
      </Panel>
      <div className="mt-3">
        {error && <ActionError error={error} />}
        <FormNotice text={resending.isSuccess ? resending.data.message : null} />
      </div>
    </TitledSection>
  )
}

interface InvitationRowProps {
  invitation: WireInvitation
  canManage: boolean
  isResending: boolean
  isWithdrawing: boolean
  onResend: () => void
  onWithdraw: () => void
}

function InvitationRow({
  invitation,
  canManage,
  isResending,
  isWithdrawing,
  onResend,
  onWithdraw,
}: InvitationRowProps) {
  const { email, role, permissions, invited_by: by, has_expired: hasExpired } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="break-all">{email}</span>
          {hasExpired && <Badge tone="signal">Expired</Badge>}
        </p>
        <p className="tabular mt-0.5 text-xs text-muted">
          {[roleNames[role], ...permissions.map((one) => permissionNames[one])].join(', ')} · invited by {by}{' '}
          · {hasExpired ? 'expired' : 'expires'} {inViewerTimeZone(invitation.expires_at)}
        </p>
      </div>
      {canManage && (
        <div className="flex gap-2">
          <Button
            size="sm"
            aria-label={`Resend invitation to ${email}`}
            isPending={isResending}
            onPress={onResend}
          >
            Resend
          </Button>
          <Button
            size="sm"
            aria-label={`Withdraw the invitation to ${email}`}
            isPending={isWithdrawing}
            onPress={onWithdraw}
          >
            Withdraw
          </Button>
        </div>
      )}
    </li>
  )
}
