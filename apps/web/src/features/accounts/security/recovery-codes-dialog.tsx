import { env } from '#web/lib/env.ts'
import { saveText } from '#web/lib/save-as.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { CopyButton } from '#web/ui/controls/copy-button.tsx'
import { DownloadIcon } from '#web/ui/icons.ts'
import { OnDemandDialog } from '#web/ui/overlay/on-demand-dialog.tsx'

interface RecoveryCodesDialogProps {
  codes: readonly string[]
  onClose: () => void
}

/** New recovery codes. They are shown here only, so closing takes a deliberate press. */
export function RecoveryCodesDialog({ codes, onClose }: RecoveryCodesDialogProps) {
  const text = codes.join('\n')
  return (
    <OnDemandDialog
      size="sm"
      title="Save your recovery codes"
      isOpen
      onClose={onClose}
      isDismissable={false}
      actions={
        <Button tone="primary" onPress={onClose}>
          I saved them
        </Button>
      }
    >
      <div className="space-y-4">
        <p className="text-sm text-muted">
          Each code logs you in once if you lose your passkey or phone. They are not shown again: keep them in
          a safe place, apart from your password.
        </p>
        <ul aria-label="Recovery codes" className="space-y-1 rounded bg-sunken px-4 py-3 font-mono text-sm">
          {codes.map((code) => (
            <li key={code} className="[overflow-wrap:anywhere]">
              {code}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={text} label="Copy codes" />
          <Button
            size="sm"
            icon={<DownloadIcon aria-hidden className="size-4" />}
            onPress={() =>
              saveText(`${env().brand} recovery codes\n\n${text}\n`, {
                filename: 'recovery-codes.txt',
                type: 'text/plain',
              })
            }
          >
            Download
          </Button>
        </div>
      </div>
    </OnDemandDialog>
  )
}
