import type { WirePasskey } from '@terrace/contracts/security'
import { useState } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { useRemovePasskey } from './mutations.ts'

const loadRenameDialog = async () => ({
  default: (await import('./rename-passkey-dialog.tsx')).RenamePasskeyDialog,
})

export function PasskeyRow({ passkey }: { passkey: WirePasskey }) {
  const { id, name, created_at, last_used_at } = passkey
  const [isConfirming, setConfirming] = useState(false)
  const [isRenaming, setRenaming] = useState(false)
  const remove = useRemovePasskey()
  const used = last_used_at === null ? 'not used yet' : `last used ${inViewerTimeZone(last_used_at)}`
  return (
    <li className="py-3">
      <div className="flex items-center justify-between gap-4">
        <div className="min-w-0">
          <p className="font-medium [overflow-wrap:anywhere]">{name}</p>
          <p className="tabular mt-0.5 text-xs text-muted">
            added {inViewerTimeZone(created_at)} · {used}
          </p>
        </div>
        <div className="flex shrink-0 gap-2">
          <Button size="sm" aria-label={`Rename ${name}`} onPress={() => setRenaming(true)}>
            Rename
          </Button>
          <Button
            size="sm"
            aria-label={`Remove ${name}`}
            isPending={remove.isPending}
            onPress={() => setConfirming(true)}
          >
            Remove
          </Button>
        </div>
      </div>
      {remove.isError && (
        <div className="mt-2">
          <ActionError error={remove.error} />
        </div>
      )}
      {isRenaming && (
        <LazyPart
          load={loadRenameDialog}
          props={{ isOpen: true, passkey, onClose: () => setRenaming(false) }}
        />
      )}
      <ConfirmDialog
        isOpen={isConfirming}
        title={`Remove ${name}?`}
        message="It can no longer log in to your account. Delete it from your device or password manager too."
        confirmLabel="Remove passkey"
        tone="danger"
        onCancel={() => setConfirming(false)}
        onConfirm={() => {
          setConfirming(false)
          remove.mutate({ id })
        }}
      />
    </li>
  )
}
