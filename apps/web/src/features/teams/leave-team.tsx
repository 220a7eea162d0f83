import { useState } from 'react'
import { AccountSection } from '#web/features/accounts/account-section.tsx'
import { FormError } from '#web/features/accounts/form-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { Panel } from '#web/ui/panel.tsx'
import { useLeaveTeam } from './mutations.ts'

interface LeaveTeamProps {
  team: string
  /** Nobody else who can log in owns the team. */
  isOnlyOwner: boolean
}

/** The way out of the team, which closes the reader's account. */
export function LeaveTeam({ team, isOnlyOwner }: LeaveTeamProps) {
  const { mutate, error, isPending, isSuccess, reset } = useLeaveTeam()
  const [isAsked, setAsked] = useState(false)
  return (
    <AccountSection heading="Leave the team">
      <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
        <p className="min-w-0 flex-1 basis-72 text-muted">
          {isOnlyOwner
            ? 'A team needs an owner. Make somebody else an owner first, then you can leave.'
            : `Your account is closed with it. What you held and bought stays with ${team}.`}
        </p>
        {!isOnlyOwner && (
          <Button
            onPress={() => {
              reset()
              setAsked(true)
            }}
          >
            Leave team
          </Button>
        )}
      </Panel>
      {error && (
        <div className="mt-3">
          <FormError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isAsked}
        title={`Leave ${team}?`}
        message="You are logged out at once, everywhere, and cannot log in any more. What you held and bought stays with the team."
        confirmLabel="Leave team"
        tone="danger"
        // The page is still leaving after success.
        isPending={isPending || isSuccess}
        onConfirm={() => mutate(undefined, { onError: () => setAsked(false) })}
        onCancel={() => setAsked(false)}
      />
    </AccountSection>
  )
}
