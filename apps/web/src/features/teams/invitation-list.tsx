import type { WireInvitation } from '@terrace/contracts/teams'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { FormNotice } from '#web/features/accounts/form-notice.tsx'
import { onOwnClock } from '#web/lib/own-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { MailIcon } from '#web/ui/icons.ts'
import { Panel } from '#web/ui/panel.tsx'
import { useResendInvitation, useWithdrawInvitation } from './mutations.ts'
import { roleNames } from './role-names.ts'

interface InvitationListProps {
  invitations: readonly WireInvitation[]
  isManaged: boolean
}

/** Who has been invited and has not come yet. */
export function InvitationList({ invitations, isManaged }: InvitationListProps) {
  const resending = useResendInvitation()
  const withdrawing = useWithdrawInvitation()
  const error = resending.error ?? withdrawing.error
  return (
    <AccountSection heading="Invitations">
      <Panel>
        {invitations.length === 0 ? (
          <EmptyState
            icon={<MailIcon />}
            title="No open invitations"
            message={
              isManaged
                ? 'Whoever you invite is listed here until they join.'
                : 'Whoever an owner of your team invites is listed here until they join.'
            }
            className="py-8"
          />
        ) : (
          <ul className="divide-y divide-line px-4 sm:px-5">
            {invitations.map((invitation) => (
              <InvitationRow
                key={invitation.id}
                invitation={invitation}
                isManaged={isManaged}
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
        {error && <FormError error={error} />}
        <FormNotice text={resending.isSuccess ? resending.data.message : null} />
      </div>
    </AccountSection>
  )
}

interface InvitationRowProps {
  invitation: WireInvitation
  isManaged: boolean
  isResending: boolean
  isWithdrawing: boolean
  onResend: () => void
  onWithdraw: () => void
}

function InvitationRow({
  invitation,
  isManaged,
  isResending,
  isWithdrawing,
  onResend,
  onWithdraw,
}: InvitationRowProps) {
  const { email, role, invited_by: by, has_expired: isLate } = invitation
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          <span className="break-all">{email}</span>
          {isLate && <Badge tone="signal">Expired</Badge>}
        </p>
        <p className="tabular mt-0.5 text-xs text-muted">
          {roleNames[role]} · invited by {by} · {isLate ? 'expired' : 'expires'}{' '}
          {onOwnClock(invitation.expires_at)}
        </p>
      </div>
      {isManaged && (
        <div className="flex gap-2">
          <Button
            size="sm"
            aria-label={`Send again the invitation to ${email}`}
            isPending={isResending}
            onPress={onResend}
          >
            Send again
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
