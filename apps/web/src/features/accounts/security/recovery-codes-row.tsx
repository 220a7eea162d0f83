import { useState } from 'react'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { FileTextIcon } from '#web/ui/icons.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { FactorRow } from './factor-row.tsx'
import { useCreateRecoveryCodes } from './mutations.ts'

interface RecoveryCodesRowProps {
  left: number
  onCodes: (codes: readonly string[]) => void
}

/** How many recovery codes are left, and a button to replace them. */
export function RecoveryCodesRow({ left, onCodes }: RecoveryCodesRowProps) {
  const [isConfirming, setConfirming] = useState(false)
  const create = useCreateRecoveryCodes()
  return (
    <FactorRow
      icon={<FileTextIcon />}
      title="Recovery codes"
      text={`${left} left. Each one logs you in once if you lose your passkey or phone.`}
      actions={
        <Button size="sm" isPending={create.isPending} onPress={() => setConfirming(true)}>
          Create new codes
        </Button>
      }
    >
      {create.isError && (
        <div className="mt-3">
          <ActionError error={create.error} />
        </div>
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title="Create new recovery codes?"
        message="The codes that you have now stop working."
        confirmLabel="Create codes"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          create.mutate(undefined, { onSuccess: onCodes })
        }}
      />
    </FactorRow>
  )
}
