import type { WireSecurity } from '@terrace/contracts/security'
import { useState } from 'react'
import { inViewerTimeZone } from '#web/lib/format/viewer-time.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { ActionError } from '#web/ui/feedback/action-error.tsx'
import { SmartphoneIcon } from '#web/ui/icons.ts'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { LazyPart } from '#web/ui/overlay/lazy-part.tsx'
import { FactorRow } from './factor-row.tsx'
import { useRemoveApp, useSetUpApp } from './mutations.ts'

const loadSetupDialog = async () => ({ default: (await import('./app-setup-dialog.tsx')).AppSetupDialog })

interface AppRowProps {
  app: WireSecurity['authenticator_app']
  onCodes: (codes: readonly string[]) => void
}

/** The account's authenticator app: set up, replace or remove. */
export function AppRow({ app, onCodes }: AppRowProps) {
  const [isRemoving, setRemoving] = useState(false)
  const setup = useSetUpApp()
  const remove = useRemoveApp()
  return (
    <FactorRow
      icon={<SmartphoneIcon />}
      title="Authenticator app"
      text={
        app
          ? `added ${inViewerTimeZone(app.added_at)}${
              app.last_used_at === null ? '' : ` · last used ${inViewerTimeZone(app.last_used_at)}`
            }`
          : 'An app on your phone shows a new six-digit code every 30 seconds.'
      }
      actions={
        <>
          <Button size="sm" isPending={setup.isPending} onPress={() => setup.mutate()}>
            {app ? 'Replace' : 'Set up'}
          </Button>
          {app && (
            <Button
              size="sm"
              aria-label="Remove authenticator app"
              isPending={remove.isPending}
              onPress={() => setRemoving(true)}
            >
              Remove
            </Button>
          )}
        </>
      }
    >
      {(setup.isError || remove.isError) && (
        <div className="mt-3">
          <ActionError error={setup.error ?? remove.error} />
        </div>
      )}
      {setup.data && (
        <LazyPart
          load={loadSetupDialog}
          props={{
            isOpen: true,
            setup: setup.data,
            onClose: setup.reset,
            onConfirmed: (codes: readonly string[] | null) => {
              setup.reset()
              if (codes) onCodes(codes)
            },
          }}
        />
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title="Remove authenticator app?"
        message="Its codes can no longer confirm your logins."
        confirmLabel="Remove app"
        tone="danger"
        onCancel={() => setRemoving(false)}
        onConfirm={() => {
          setRemoving(false)
          remove.mutate()
        }}
      />
    </FactorRow>
  )
}
