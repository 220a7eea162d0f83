import { useState } from 'react'
import { TitledSection } from '#web/ui/layout/titled-section.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { Button } from '#web/ui/controls/button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { Panel } from '#web/ui/layout/panel.tsx'
import { useLeaveTeam } from './mutations.ts'

interface LeaveTeamProps {
  team: string
  /** No other active member is an owner. */
  isOnlyOwner: boolean
}

/** Leaves the team, which closes the user's account. */
export function LeaveTeam({ team, isOnlyOwner }: LeaveTeamProps) {
  const { mutate, error, isPending, isSuccess, reset } = useLeaveTeam()
  const [isConfirming, setConfirming] = useState(false)
  return (
    <TitledSection heading="Leave the team">
      <Panel className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
        <p className="min-w-0 flex-1 basis-72 text-muted">
          {isOnlyOwner
            ? 'A team needs an owner. Make someone else an owner before you leave.'
            : `Your account will be closed. Holds and orders stay with ${team}.`}
        </p>
        {!isOnlyOwner && (
          <Button
            onPress={() => {
              reset()
              setConfirming(true)
            }}
          >
            Leave team
          </Button>
        )}
      </Panel>
      {error && (
        <div className="mt-3">
          <ActionError error={error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Leave ${team}?`}
        message="You’ll be logged out everywhere right away and can’t log in again. Your holds and orders stay with the team."
        confirmLabel="Leave team"
        tone="danger"
        // After success the page is still unloading.
        isPending={isPending || isSuccess}
        onConfirm={() => mutate(undefined, { onError: () => setConfirming(false) })}
        onCancel={() => setConfirming(false)}
      />
    </TitledSection>
  )
}
